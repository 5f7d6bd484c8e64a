// A package of a game as text files by path, in the form of a folder (docs/new-game.md), on its way
// in and out of the workshop: as a link, as files, as an archive.

import { fromAddress, toAddress } from "../common/deflate.js";
import { pack, unpack } from "../common/zip.js";
import { MOST_VERSIONS } from "./store.js";

export const RULES = "game.py";
export const PAGE = "README.md";
const AUTHOR = "author.txt";
const VERSIONS = "versions.json"; // of an archive: [{at, files}, ...], the latest first
const LONGEST_LINK = 30_000; // characters; browsers and messengers cut longer ones
const MOST = 1 << 20; // bytes of a package
const MOST_FILES = 60;
const LONGEST_NAME = 40; // of an author
const PART = /^(?=.{1,60}$)\w[\w.-]*(\/\w[\w.-]*)*$/; // no folder above, no hidden file
const UNSEEN = /[\p{C}\p{Z}]+/gu; // what turns a line around, breaks it, or takes no place

// The file is no package of a game.
export class NoPackageError extends Error {
  name = "NoPackageError";
}

// The name of a package, which its rules give.
/** @param {Record<string, string>} files */
export function nameOf(files) {
  return textOf(files, "NAME")?.match(/^[a-z][a-z0-9_]{0,15}$/)?.[0] ?? "game";
}

// The name by which people call a game.
/** @param {Record<string, string>} files */
export function titleOf(files) {
  return oneLine(textOf(files, "TITLE") ?? "") || nameOf(files);
}

// The text that the rules give an attribute of their class, in quotes of either kind.
/**
 * @param {Record<string, string>} files
 * @param {string} name
 */
function textOf(files, name) {
  return files[RULES]?.match(new RegExp(`^[ \\t]+${name} *= *(["'])(.*?)\\1`, "m"))?.[2];
}

// A name in which nothing is that people do not see.
/** @param {unknown} name */
function oneLine(name) {
  return String(name).replace(UNSEEN, " ").trim().slice(0, LONGEST_NAME);
}

// The address of this page that carries a game; "" if it is too long for one.
/**
 * @param {Record<string, string>} files
 * @param {string} by
 */
export async function linkTo(files, by) {
  const address = new URL(location.href);
  address.search = "";
  address.hash = `game=${await toAddress(JSON.stringify({ by, files }))}`;
  return address.href.length > LONGEST_LINK ? "" : address.href;
}

// The game that the address of this page carries, {by, files}; null if it has none. Removes it
// from the address; rejects with a NoPackageError if it is damaged.
export async function takeLink() {
  const text = new URLSearchParams(location.hash.slice(1)).get("game");
  if (text === null) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  try {
    const { by, files } = JSON.parse(await fromAddress(text, MOST));
    return { by: oneLine(by ?? ""), files: checked(files) };
  } catch (error) {
    throw error instanceof NoPackageError ? error : new NoPackageError();
  }
}

// An archive with a package, as `leyboard play --game` takes it once it is unpacked, and with its
// versions.
/**
 * @param {Record<string, string>} files
 * @param {string} by
 * @param {{at: number, files: Record<string, string>}[]} versions
 */
export function archive(files, by, versions) {
  const name = nameOf(files);
  /** @type {Record<string, string>} */
  const all = { ...files, [VERSIONS]: JSON.stringify(versions) };
  if (by) all[AUTHOR] = by;
  const encoder = new TextEncoder();
  return pack(
    Object.fromEntries(
      Object.entries(all).map(([path, text]) => [`/${name}/${path}`, encoder.encode(text)]),
    ),
  );
}

// The game in files that somebody opens: an archive, or `fox.py` and what lies beside it. Resolves
// to {by, files, versions}; rejects with a NoPackageError.
/** @param {File[]} opened */
export async function opened(opened) {
  if (opened.some(({ size }) => size > MOST)) throw new NoPackageError();
  const [first] = opened;
  const texts = first.name.endsWith(".zip") ? await inArchive(first) : await beside(opened);
  const { [VERSIONS]: versions, [AUTHOR]: by, ...files } = texts;
  return { by: oneLine(by ?? ""), files: checked(files), versions: kept(versions) };
}

/** @param {File} file */
async function inArchive(file) {
  const found = await unpack(file).catch(() => {
    throw new NoPackageError();
  });
  const rules = Object.keys(found).find((path) => path.endsWith(`/${RULES}`)) ?? "";
  const folder = rules.slice(0, -RULES.length);
  return Object.fromEntries(
    Object.entries(found)
      .filter(([path]) => rules && path.startsWith(folder))
      .map(([path, bytes]) => [path.slice(folder.length), new TextDecoder().decode(bytes)]),
  );
}

// A single file of rules and those named like it take the names that they have in a folder.
/** @param {File[]} files */
async function beside(files) {
  const rules = files.find(({ name }) => name.endsWith(".py"))?.name ?? "";
  const start = rules.slice(0, -"py".length);
  const found = files.map(async (file) => {
    const part = file.name.startsWith(start) ? file.name.slice(start.length) : file.name;
    const isPage = part.endsWith("md") && part !== PAGE;
    const name = part === "py" ? RULES : isPage ? `README.${part}` : part;
    return [name, await file.text()];
  });
  return Object.fromEntries(await Promise.all(found));
}

/**
 * @param {unknown} files
 * @returns {Record<string, string>}
 */
function checked(files) {
  const all = Object.entries(/** @type {object} */ (files ?? {}));
  const isGood = ([path, text] = ["", ""]) => typeof text === "string" && PART.test(path);
  // Not every computer tells names apart by their case.
  const names = new Set(all.map(([path]) => path.toLowerCase()));
  const size = all.reduce((sum, [, text]) => sum + text.length, 0);
  if (
    !all.some(([path]) => path === RULES) ||
    !all.every(isGood) ||
    names.size < all.length ||
    all.length > MOST_FILES ||
    size > MOST
  )
    throw new NoPackageError();
  return Object.fromEntries(all);
}

/** @param {string | undefined} text */
function kept(text) {
  try {
    const found = JSON.parse(text ?? "[]");
    return /** @type {{at: number, files: Record<string, string>}[]} */ (found)
      .slice(0, MOST_VERSIONS)
      .map(({ at, files }) => ({ at: Number(at), files: checked(files) }));
  } catch {
    return []; // what somebody changed by hand is no version of ours
  }
}
