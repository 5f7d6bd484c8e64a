// The files that this browser keeps: a folder of the interpreter, written through to IndexedDB.

import { done, openDatabase } from "../window/page/common/database.js";

const NAME = "leyboard";
const FILES = "files"; // by name: the bytes
const OWNER = "owner"; // by "": who may write

// Another tab has taken the table.
export class TakenError extends Error {
  name = "TakenError";
}

function connect() {
  return openDatabase(NAME, (database) => {
    database.createObjectStore(FILES);
    database.createObjectStore(OWNER);
  });
}

export class BrowserStore {
  // Open the store as its only owner; rejects if the browser keeps nothing.
  static async open() {
    const kept = new BrowserStore(await connect());
    await kept.put({}, {}, true);
    return kept;
  }

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    // (On plain http, browsers have no crypto.randomUUID.)
    this.owner = crypto.getRandomValues(new Uint32Array(4)).join();
  }

  // Return all files, {name: bytes}.
  async read() {
    const files = this.database.transaction(FILES).objectStore(FILES);
    const [names, values] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
    return Object.fromEntries(names.map((name, n) => [String(name), values[n]]));
  }

  // Write files, {name: bytes, or null to delete it}; resolves once they are safe. `all` are all
  // files after that: if the browser has cleared the store meanwhile, it writes these. If the
  // browser has closed the connection, as it does on phones in the background, it opens another.
  // Rejects with a QuotaExceededError if there is no room, and with a TakenError if another tab
  // has taken the table, whichever tab writes first.
  /**
   * @param {Record<string, Uint8Array | null>} files
   * @param {Record<string, Uint8Array | null>} all
   */
  async write(files, all) {
    try {
      return await this.put(files, all);
    } catch (error) {
      const { name } = /** @type {Error} */ (error);
      if (name === "TakenError" || name === "QuotaExceededError") throw error;
    }
    this.database.close();
    this.database = await connect();
    return this.put(files, all);
  }

  /**
   * @param {Record<string, Uint8Array | null>} files
   * @param {Record<string, Uint8Array | null>} all
   * @param {boolean} [takes]
   */
  put(files, all, takes = false) {
    return new Promise((resolve, reject) => {
      let isTaken = false;
      const work = this.database.transaction([FILES, OWNER], "readwrite", { durability: "strict" });
      work.oncomplete = () => resolve(undefined);
      work.onabort = () => {
        const why = work.error ?? new DOMException("", "AbortError");
        reject(isTaken ? new TakenError() : why);
      };
      const owner = work.objectStore(OWNER);
      if (takes) owner.put(this.owner, "");
      const asked = owner.get("");
      asked.onsuccess = () => {
        const isCleared = asked.result === undefined;
        isTaken = !isCleared && asked.result !== this.owner;
        if (isTaken) return work.abort();
        if (isCleared) owner.put(this.owner, "");
        const store = work.objectStore(FILES);
        for (const [name, bytes] of Object.entries(isCleared ? all : files)) {
          if (bytes) store.put(bytes, name);
          else store.delete(name);
        }
        return undefined;
      };
    });
  }
}

// A folder of the interpreter's file system, and the changes in it.
export class StoredFolder {
  /**
   * @param {FS} fs
   * @param {string} path
   * @param {Record<string, Uint8Array>} files
   */
  constructor(fs, path, files) {
    this.fs = fs;
    this.path = path;
    this.files = files; // as the browser keeps them
    this.isChanged = false;
    fs.mkdirTree(path);
    for (const [name, bytes] of Object.entries(files)) fs.writeFile(`${path}/${name}`, bytes);
    this.patchOperations();
  }

  // Notice each change: of a file's bytes or its size, or of the names in the folder.
  patchOperations() {
    const probe = `${this.path}/probe`;
    this.fs.writeFile(probe, "");
    const file = this.fs.lookupPath(probe).node;
    const folder = this.fs.lookupPath(this.path).node;
    this.fs.unlink(probe);
    this.patch(file.stream_ops, "write");
    this.patch(file.node_ops, "setattr");
    for (const name of ["mknod", "rename", "unlink"]) this.patch(folder.node_ops, name);
  }

  /**
   * @param {Operations} operations
   * @param {string} name
   */
  patch(operations, name) {
    const before = operations[name];
    operations[name] = (...values) => {
      this.isChanged = true;
      return before(...values);
    };
  }

  // Return what has changed since the last call, {name: bytes, or null}; null if nothing has.
  changes() {
    if (!this.isChanged) return null;
    this.isChanged = false;
    /** @type {Record<string, Uint8Array>} */
    const now = {};
    for (const name of this.fs.readdir(this.path)) {
      if (!name.startsWith(".")) now[name] = this.fs.readFile(`${this.path}/${name}`);
    }
    /** @type {Record<string, Uint8Array | null>} */
    const changed = {};
    for (const name in this.files) if (!now[name]) changed[name] = null;
    for (const name in now) if (!isSame(now[name], this.files[name])) changed[name] = now[name];
    this.files = now;
    return Object.keys(changed).length ? changed : null;
  }
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array | undefined} two
 */
function isSame(one, two) {
  return one.length === two?.length && one.every((byte, at) => byte === two[at]);
}
