import { args } from "./machine.ts";
import type { Library } from "./types.ts";
import { each } from "./value.ts";

const throwing = /^rxjs\b.*\.(?:throwError|throwIfEmpty)$/;

/** RxJS operators that end a stream: `throwIfEmpty(() => new NotFoundException())`. */
export const rxjs: Library = {
  call({ path }, { list: [value] }, m) {
    if (!m.run || !value || !throwing.test(path)) return undefined;
    m.throws.push(...each(value.kind === "function" ? m.call(value, args([])) : value));
    return undefined;
  },
};
