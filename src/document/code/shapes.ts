import type { Shape, Study } from "../../code/index.ts";
import { code, counted, deed, nameWords, some } from "./words.ts";

/** What an expression gives, in words. */
export function given(shape: Shape): string | undefined {
  switch (shape.kind) {
    case "nothing":
      return "nothing";
    case "object":
      return fieldsOf(shape.parts ?? []);
    case "list":
      return shape.parts?.length === 0
        ? "an empty list"
        : (code(shape.code, 40) ?? `a list of ${counted(shape.parts?.length ?? 0, "item")}`);
    case "function":
      return shape.parts?.length ? `a function of ${some(shape.parts, 4)}` : "a function";
    case "new":
      return shape.name ? `a new ${code(shape.name, 50) ?? "object"}` : undefined;
    case "call":
      if (shape.name?.startsWith("."))
        return code(shape.code, 60) ?? `what ${code(shape.name, 40) ?? "a chain of calls"} gives in the end`;
      return shape.name ? of(shape.name) : code(shape.code, 50);
    case "item": {
      const shown = code(shape.code, 50);
      return shown ? `each item of ${shown}` : "one item after the other";
    }
    case "markup":
      return shape.name ? `the element \`<${shape.name}>\`` : "a fragment of elements";
    case "truth":
      return truth(shape.code);
    case "text":
      return code(shape.code, 60) ?? "a text";
    case "literal":
      return code(shape.code, 60);
    default:
      return code(shape.code, 50);
  }
}

const of = (name: string): string | undefined => {
  const shown = code(name, 50);
  return shown && `the result of ${shown}`;
};

const truth = (source: string): string | undefined => {
  const shown = code(source, 80);
  return shown ? `whether ${shown}` : undefined;
};

function fieldsOf(keys: readonly string[]): string {
  const own = keys.filter((key) => key && !key.startsWith("..."));
  const spread = keys.filter((key) => key.startsWith("...")).map((key) => code(key.slice(3), 30));
  if (keys.length === 0) return "an empty object";
  const all = spread.filter((one) => one !== undefined);
  const parts = [
    ...(own.length ? [some(own, 6)] : []),
    ...(all.length ? [`all of ${all.join(" and ")}`] : []),
  ];
  return parts.length ? `an object with ${parts.join(", and ")}` : "an object";
}

const loggers = /^(?:console|log|logger|debug|print|warn)\b|\.(?:debug|trace)$/;
const dull = new Set([
  "push",
  "set",
  "get",
  "has",
  "toString",
  "then",
  "catch",
  "finally",
  "super",
  "require",
  "map",
  "filter",
  "forEach",
  "split",
  "join",
  "append",
  "len",
  "str",
  "int",
  "isinstance",
  "format",
  "strip",
  "trim",
  "slice",
  "replace",
  "replaceAll",
  "concat",
  "keys",
  "values",
  "entries",
  "includes",
  "assign",
  "items",
  "lower",
  "upper",
  "encode",
  "decode",
  "preventDefault",
  "panic",
  "recover",
  "make",
  "copy",
  "cap",
  "new",
  "Lock",
  "Unlock",
  "RLock",
  "RUnlock",
  "Println",
  "Printf",
  "Sprintf",
  "Errorf",
  "println",
  "unwrap",
  "expect",
  "clone",
  "iter",
  "into",
  "collect",
  "requireNonNull",
  "equals",
  "hashCode",
  "valueOf",
]);

/** Modules of the languages themselves: what is called there isn't done to them. */
const modules = new Set(
  "sys os path fs Math JSON process time re json logging random asyncio datetime subprocess shutil Object Array Promise Reflect Number".split(
    " ",
  ),
);

/** What a call does, in words that begin with a verb. */
export function action({ kind, name = "", parts = [] }: Shape): string | undefined {
  if (kind !== "call" && kind !== "new") return undefined;
  const segments = name.split(".");
  const last = segments.at(-1) ?? "";
  if (!last || loggers.test(name) || dull.has(last) || kind === "new") return undefined;
  const owner = segments.slice(0, -1).filter((part) => part && part !== "this" && part !== "self");
  const words = nameWords(last);
  const said = deed(last);
  const first = parts.find(
    (part) =>
      /^[\w.]{2,30}$/.test(part) && !/^(?:true|false|null|None|True|False|undefined|\d.*)$/.test(part),
  );
  if (said && words.length > 1 && owner.length === 0) return said;
  if (words.length > 1) return `calls ${code(name, 50)}`;
  if (said && first)
    return owner.length && owner[0] !== first
      ? `${said} ${code(first)} (${code(name, 50)})`
      : `${said} ${code(first)}`;
  if (said && owner.length && !modules.has(owner[0] ?? "")) return `${said} ${code(owner.join("."), 40)}`;
  const shown = code(name, 50);
  return shown && `calls ${shown}`;
}

/** `POST /login` of `app.post("/login", …)`. */
function routeIn({ kind, name = "", parts = [] }: Shape): string | undefined {
  const [, method] = /\.(get|post|put|patch|delete|all)$/.exec(name) ?? [];
  const [, path] = /^(["'`])(\/[^"'`\s$]*)\1$/.exec(parts[0] ?? "")?.slice(1) ?? [];
  return kind === "call" && method && path && parts.length > 1
    ? `${method.toUpperCase()} ${path}`
    : undefined;
}

/** Up to three things that a body does. */
export function deeds({ steps: all }: Study): readonly string[] {
  const routes = all.flatMap(({ kind, shape }) => (kind === "call" ? (routeIn(shape) ?? []) : []));
  const steps = routes.length ? all.filter(({ shape }) => !routeIn(shape)) : all;
  const found: string[] = routes.length ? [`serves ${some(routes, 5)}`] : [];
  for (const { kind, shape, to } of steps) {
    const own = kind === "call" ? action(shape) : kind === "write" && to ? `sets ${code(to, 40)}` : undefined;
    if (own && !own.includes("undefined") && !found.includes(own)) found.push(own);
  }
  const writes = found.filter((one) => one.startsWith("sets `"));
  const joined = writes.length > 1 ? found.filter((one) => !writes.includes(one)) : found;
  const said =
    writes.length > 1
      ? [
          ...joined,
          `sets ${some(
            writes.map((one) => one.slice(6, -1)),
            4,
          )}`,
        ]
      : joined;
  return said.length > 4 ? [...said.slice(0, 3), `takes ${counted(said.length - 3, "more step")}`] : said;
}

/** What the returns of a body give together. */
export function result({ returns }: Study): string | undefined {
  const ways = returns.map(({ shape, when }) => ({ said: given(shape), when: when && code(when, 60) }));
  const kinds = [...new Set(ways.map(({ said }) => said))];
  const [only] = kinds;
  if (kinds.length === 0 || (kinds.length === 1 && (only === undefined || only === "nothing")))
    return undefined;
  if (kinds.length === 1) return only;
  const [first, second] = ways;
  if (ways.length === 2 && first?.when && first.said && second?.said)
    return `${first.said} if ${first.when}, otherwise ${second.said}`;
  const said = kinds
    .filter((one) => one !== undefined)
    .toSorted((a, b) => Number(a === "nothing") - Number(b === "nothing"));
  if (said.length === 1 && said.length < kinds.length) return undefined;
  if (said.length > 4)
    return `one of ${counted(said.length, "value")}, by what it is given: ${said.slice(0, 3).join("; ")} and others`;
  return said.length < kinds.length ? [...said, "other values"].join(", or ") : said.join(", or ");
}
