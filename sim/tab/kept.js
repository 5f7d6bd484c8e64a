// The files that this browser keeps: a folder of the interpreter, written through to IndexedDB.

const NAME = "leyboard";
const FILES = "files"; // by name: the bytes
const OWNER = "owner"; // by "": who may write

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Kept {
  // Open the store as its only owner; rejects where the browser keeps nothing.
  static async open() {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(FILES);
      opening.result.createObjectStore(OWNER);
    };
    const kept = new Kept(await done(opening));
    await kept.write({}, true);
    return kept;
  }

  constructor(database) {
    this.database = database;
    this.owner = crypto.randomUUID();
  }

  // Return all files, {name: bytes}.
  async read() {
    const files = this.database.transaction(FILES).objectStore(FILES);
    const [names, values] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
    return Object.fromEntries(names.map((name, n) => [name, values[n]]));
  }

  // Write files, {name: bytes, or null to delete it}; resolves once they are safe. Rejects with a
  // QuotaExceededError if there is no room, with an AbortError if another tab has taken the table,
  // whichever tab writes first.
  write(files, takes = false) {
    return new Promise((resolve, reject) => {
      const work = this.database.transaction([FILES, OWNER], "readwrite", { durability: "strict" });
      work.oncomplete = () => resolve(undefined);
      work.onabort = () => reject(work.error ?? new DOMException("", "AbortError"));
      const owner = work.objectStore(OWNER);
      if (takes) owner.put(this.owner, "");
      owner.get("").onsuccess = ({ target }) => {
        if (target.result !== this.owner) return work.abort();
        const store = work.objectStore(FILES);
        for (const [name, bytes] of Object.entries(files)) {
          if (bytes) store.put(bytes, name);
          else store.delete(name);
        }
        return undefined;
      };
    });
  }
}

// A folder of the interpreter's file system, and the changes in it.
export class Folder {
  constructor(fs, path, files) {
    this.fs = fs;
    this.path = path;
    this.files = files; // as the browser keeps them
    this.touched = false;
    fs.mkdirTree(path);
    for (const [name, bytes] of Object.entries(files)) fs.writeFile(`${path}/${name}`, bytes);
    this.watch();
  }

  // Notice each change: of a file's bytes or its size, or of the names in the folder.
  watch() {
    const probe = `${this.path}/probe`;
    this.fs.writeFile(probe, "");
    const file = this.fs.lookupPath(probe).node;
    const folder = this.fs.lookupPath(this.path).node;
    this.fs.unlink(probe);
    this.notice(file.stream_ops, "write");
    this.notice(file.node_ops, "setattr");
    for (const name of ["mknod", "rename", "unlink"]) this.notice(folder.node_ops, name);
  }

  notice(operations, name) {
    const before = operations[name];
    operations[name] = (...values) => {
      this.touched = true;
      return before(...values);
    };
  }

  // Return what has changed since the last call, {name: bytes, or null}; null if nothing has.
  changes() {
    if (!this.touched) return null;
    this.touched = false;
    const now = {};
    for (const name of this.fs.readdir(this.path)) {
      if (!name.startsWith(".")) now[name] = this.fs.readFile(`${this.path}/${name}`);
    }
    const changed = {};
    for (const name in this.files) if (!now[name]) changed[name] = null;
    for (const name in now) if (!isSame(now[name], this.files[name])) changed[name] = now[name];
    this.files = now;
    return Object.keys(changed).length ? changed : null;
  }
}

function isSame(one, two) {
  return one.length === two?.length && one.every((byte, at) => byte === two[at]);
}
