// Cryptography for pages: `npm run noble` joins it into page/noble.js. (Browsers have their
// own by https only.)

export { chacha20poly1305 } from "@noble/ciphers/chacha.js";
export { x25519 } from "@noble/curves/ed25519.js";
export { hkdf } from "@noble/hashes/hkdf.js";
export { sha256 } from "@noble/hashes/sha2.js";
export { concatBytes } from "@noble/hashes/utils.js";
