import type { ExternalValue, Library, Value } from "./types.ts";
import { constant, either, texts, unknown } from "./value.ts";

/** Names of settings that say where endpoints are served. */
const ofPaths = /(?:PREFIX|PATH|BASE_?URL|API_?UR[IL]|API|BASE|ROOT|VERSION|ROUTE|ENDPOINT)$/;
/** Values that are a path, or the beginning of one, whatever their setting is called. */
const ofPath = /^(?:\/|(?:api|v\d+)(?:\/|$))/i;
const path = /^\/?[\w.~-]*(?:\/[\w.~-]+)*\/?$/;
const asks = /^(?:get|getOrThrow|getenv|require|env|str|string|config)$/;

/** Functions of Python's libraries that take what to use where a setting isn't there. */
const takesOther =
  /^(?:os\.getenv|os\.environ\.get|decouple\.config|starlette\.config\.Config\(\)|environs?\.(?:Fileaware)?Env\(\)(?:\.\w+)?)$/;

/** Parts of paths in the text of an example of settings (`.env.example`): nothing else of it is kept. */
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
 * What a project's example of its settings says of paths: the one value that is known of what else only running tells.
 * @param values By their names in capitals.
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
