import type { Library } from "./types.ts";
import { either, unknown } from "./value.ts";

/** Functions of Python libraries that take a default for a missing setting. */
const takesOther =
  /^(?:os\.getenv|os\.environ\.get|decouple\.config|starlette\.config\.Config\(\)|environs?\.(?:Fileaware)?Env\(\)(?:\.\w+)?)$/;

/** Settings, whose default is the only value that a program shows. */
export const settings: Library = {
  call({ path }, { list, named }) {
    const other = takesOther.test(path) ? (named.get("default") ?? list[1]) : undefined;
    return other && either([other, unknown]);
  },
};
