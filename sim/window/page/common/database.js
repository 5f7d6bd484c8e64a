// Data that a browser keeps in a database.

// Resolves to the database with this name; `make(database)` makes its stores when it is new.
// Rejects if the browser keeps nothing.
/**
 * @param {string} name
 * @param {(database: IDBDatabase) => void} make
 */
export function openDatabase(name, make) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => make(opening.result);
  return done(opening);
}

// Resolves to the result of a request.
/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
