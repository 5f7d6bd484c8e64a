// MicroPython's compiler for boards, for packages of others: `npm run compiler` joins it into
// compiler.js.

import { compile as cross } from "@pybricks/mpy-cross-v6";

const OPTIONS = ["-march=armv6m", "-O2"]; // as host_tools/build.py gives them

// Compile a source; `name` stands in tracebacks. Resolves to [the module in hex, what is wrong]:
// one of them is "".
/**
 * @param {string} name
 * @param {string} source
 */
export async function compile(name, source) {
  const wasm = new URL("compiler.wasm", import.meta.url).href;
  const { mpy, err } = await cross("module.py", source, [...OPTIONS, "-s", name], wasm);
  if (!mpy) return ["", err.at(-1) ?? ""];
  return [Array.from(mpy, (byte) => byte.toString(16).padStart(2, "0")).join(""), ""];
}
