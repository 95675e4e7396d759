import type { ExternalValue, Library, Value } from "./types.ts";
import { constant, either, texts, unknown } from "./value.ts";

/** Names of settings that hold a path of endpoints. */
const ofPaths = /(?:PREFIX|PATH|BASE_?URL|API_?UR[IL]|API|BASE|ROOT|VERSION|ROUTE|ENDPOINT)$/;
/** Values that look like a path or its beginning, whatever the setting's name. */
const ofPath = /^(?:\/|(?:api|v\d+)(?:\/|$))/i;
const path = /^\/?[\w.~-]*(?:\/[\w.~-]+)*\/?$/;
const asks = /^(?:get|getOrThrow|getenv|require|env|str|string|config)$/;

/** Functions of Python libraries that take a default for a missing setting. */
const takesOther =
  /^(?:os\.getenv|os\.environ\.get|decouple\.config|starlette\.config\.Config\(\)|environs?\.(?:Fileaware)?Env\(\)(?:\.\w+)?)$/;

/** Settings with parts of paths in an example file (`.env.example`); nothing else in it is kept. */
export function pathSettings(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of text.slice(0, 100_000).split("\n")) {
    const [, name = "", raw = ""] = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const value = raw.replace(/^(["'])(.*)\1$/, "$2");
    const isOfPath = ofPaths.test(name) || ofPath.test(value);
    if (isOfPath && value.length <= 60 && value !== "" && path.test(value)) found.set(name, value);
  }
  return found;
}

/**
 * Resolves path settings by the project's example file: the only known value of a setting, which may differ at run
 * time.
 * @param values By upper-case names.
 */
export function settings(values: ReadonlyMap<string, string>): Library {
  const likely = (name: string | undefined): Value | undefined => {
    const value = name === undefined ? undefined : values.get(name);
    return value === undefined ? undefined : either([constant(value), unknown]);
  };
  return {
    get: (name) =>
      /env|config|setting/i.test(name) ? likely(name.slice(name.lastIndexOf(".") + 1)) : undefined,
    call: (callee: ExternalValue, { list, named }) => {
      const known = asks.test(callee.name) ? likely(texts(list[0])[0]) : undefined;
      const other = takesOther.test(callee.path) ? (named.get("default") ?? list[1]) : undefined;
      return known ?? (other && either([other, unknown]));
    },
  };
}
