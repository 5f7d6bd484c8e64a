// The games that somebody writes in this browser, each with its last versions: in a database of
// their own, which no table opens.

import { done, openDatabase } from "../common/database.js";

const NAME = "leyboard-workshop";
const GAMES = "games";
const VERSIONS = "versions";
export const MOST_VERSIONS = 50; // of a game

export class Store {
  // Rejects if the browser keeps nothing.
  static async open() {
    const database = await openDatabase(NAME, (made) => {
      made.createObjectStore(GAMES, { keyPath: "id", autoIncrement: true });
      const versions = made.createObjectStore(VERSIONS, { keyPath: "n", autoIncrement: true });
      versions.createIndex("id", "id");
    });
    return new Store(database);
  }

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** @returns {Promise<OwnGame[]>} the latest first */
  async games() {
    const found = await done(this.store(GAMES).getAll());
    return found.sort((one, other) => other.at - one.at);
  }

  // Keep a game; resolves to its number, a new one if it has none.
  /** @param {Omit<OwnGame, "id"> & {id?: number}} game */
  async put(game) {
    return Number(await done(this.store(GAMES, "readwrite").put(game)));
  }

  /** @param {number} id */
  async remove(id) {
    await done(this.store(GAMES, "readwrite").delete(id));
    for (const { n } of await this.versions(id))
      await done(this.store(VERSIONS, "readwrite").delete(n));
  }

  /**
   * @param {number} id
   * @returns {Promise<OwnVersion[]>} the latest first
   */
  async versions(id) {
    const found = await done(this.store(VERSIONS).index("id").getAll(id));
    return found.reverse();
  }

  // Keep the files of a game as its newest version, unless they are those of the last one.
  /**
   * @param {number} id
   * @param {Record<string, string>} files
   * @param {number} [at]
   */
  async addVersion(id, files, at = Date.now()) {
    const known = await this.versions(id);
    if (known.length && isSame(known[0].files, files)) return;
    await done(this.store(VERSIONS, "readwrite").add({ id, files, at }));
    for (const { n } of known.slice(MOST_VERSIONS - 1))
      await done(this.store(VERSIONS, "readwrite").delete(n));
  }

  /**
   * @param {string} name
   * @param {IDBTransactionMode} [mode]
   */
  store(name, mode) {
    return this.database.transaction(name, mode).objectStore(name);
  }
}

/**
 * @param {Record<string, string>} one
 * @param {Record<string, string>} other
 */
function isSame(one, other) {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
