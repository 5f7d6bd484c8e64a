// Decodes the instructions of a block: the flags that they set, and the one that ends it.

export const [PC, LR, SP] = [15, 14, 13];
export const [N, Z, C, V] = [1, 2, 4, 8];
const LONGEST = 40; // instructions of a block

// Returns [{pc, op, next, sets, ends}] of a block; `next` is the second halfword of a long instruction.
export function decode(region, first) {
  const found = [];
  for (let pc = first; found.length < LONGEST; pc += 2) {
    const index = (pc - region.base) >>> 1;
    if (index + 1 >= region.code.length) break;
    const op = region.code[index];
    const known = kind(op, region.code[index + 1]);
    if (!known) break;
    found.push({ pc, op, next: region.code[index + 1], ...known });
    if (known.ends) break;
  }
  return found;
}

// Returns which flags an instruction always sets and whether it ends a block; null if it is rare.
function kind(op, next) {
  const plain = (sets) => ({ sets, ends: false });
  const end = { sets: 0, ends: true };
  switch (op >> 11) {
    case 0:
      return plain((op >> 6) & 31 ? N | Z | C : N | Z);
    case 1:
    case 2:
      return plain(N | Z | C);
    case 3:
    case 5:
    case 6:
    case 7:
      return plain(N | Z | C | V);
    case 4:
      return plain(N | Z);
    case 8:
      return op & 0x400 ? high(op) : alu(op);
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
    case 17:
    case 18:
    case 19:
    case 20:
    case 21:
    case 24:
    case 25:
      return plain(0);
    case 22:
    case 23: {
      const which = (op >> 8) & 15;
      if (which === 13) return end;
      return which === 0 || which === 2 || which === 4 || which === 5 || which === 12
        ? plain(0)
        : null;
    }
    case 26:
    case 27:
      return ((op >> 8) & 15) < 14 ? end : null;
    case 28:
      return end;
    case 30:
      return (next & 0xd000) === 0xd000 ? end : null;
    default:
      return null;
  }
}

function alu(op) {
  const sets = {
    0: N | Z,
    1: N | Z,
    2: N | Z,
    3: N | Z,
    8: N | Z,
    9: 15,
    10: 15,
    11: 15,
    12: N | Z,
    13: N | Z,
    14: N | Z,
    15: N | Z,
  }[(op >> 6) & 15];
  return sets === undefined ? null : { sets, ends: false };
}

function high(op) {
  const to = ((op >> 4) & 8) | (op & 7);
  const which = (op >> 8) & 3;
  if (which === 1) return ((op >> 3) & 15) === PC || to === PC ? null : { sets: 15, ends: false };
  if (which === 3)
    return op & 7 || ((op >> 3) & 15) === PC || op === 0x47f0 ? null : { sets: 0, ends: true };
  return { sets: 0, ends: to === PC };
}

// The offset of BL, from its two halfwords.
export function offsetOf(op, low) {
  const sign = (op >> 10) & 1;
  const i1 = 1 - (sign ^ ((low >> 13) & 1));
  const i2 = 1 - (sign ^ ((low >> 11) & 1));
  return (
    (sign ? 0xff000000 : 0) | (i1 << 23) | (i2 << 22) | ((op & 0x3ff) << 12) | ((low & 0x7ff) << 1)
  );
}
