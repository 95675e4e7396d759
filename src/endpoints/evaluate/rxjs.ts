import { args } from "./machine.ts";
import type { Library } from "./types.ts";
import { each } from "./value.ts";

const throwing = /^rxjs\b.*\.(?:throwError|throwIfEmpty)$/;

/** What streams end with: `throwIfEmpty(() => new NotFoundException())`. */
export const rxjs: Library = {
  call({ path }, { list: [given] }, m) {
    if (!m.run || !given || !throwing.test(path)) return undefined;
    m.throws.push(...each(given.kind === "function" ? m.call(given, args([])) : given));
    return undefined;
  },
};
