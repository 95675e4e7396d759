import type { Declaration } from "../../code/index.ts";
import { phrase } from "./phrases.ts";
import { code, some } from "./words.ts";

/** Something that is done beside what is given back, as "reads …" and "reading …". */
interface Effect {
  readonly does: string;
  readonly doing: string;
}

const environment = [
  /\b(?:process|import\.meta)\.env\.([A-Z][A-Z\d_]*)\b/g,
  /\bprocess\.env\[["']([A-Za-z_]\w*)["']\]/g,
  /\bos\.(?:environ\.get|getenv)\(\s*["']([A-Za-z_]\w*)["']/g,
  /\bos\.environ\[["']([A-Za-z_]\w*)["']\]/g,
];

const matches = (text: string, patterns: readonly RegExp[]): readonly string[] => [
  ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name))),
];

/** What a body reads and changes outside of itself, which its head doesn't show. */
function effectsOf(body: string, { parameters }: Declaration): readonly Effect[] {
  const names = new Set(parameters.map(({ name }) => name));
  const found: Effect[] = [];
  const put = (verb: readonly [string, string], rest: string): void => {
    found.push({ does: `${verb[0]} ${rest}`, doing: `${verb[1]} ${rest}` });
  };
  const variables = matches(body, environment);
  if (variables.length) put(["reads", "reading"], `${some(variables, 5)} from the environment`);
  const events = matches(body, [/\b(?:this|self)\.emit\(\s*["']([\w:.-]+)["']/g]);
  if (events.length) put(["emits", "emitting"], some(events, 4));
  const routes = [
    ...body.matchAll(/\b(\w+)\.(get|post|put|patch|delete)\(\s*["'](\/[^"'\s]*)["']\s*,/g),
  ].flatMap(([, owner = "", method = "", path = ""]) =>
    names.has(owner) || /^(?:app|router|server|api)$/i.test(owner) ? [`${method.toUpperCase()} ${path}`] : [],
  );
  if (routes.length > 1) put(["registers", "registering"], `the routes ${some([...new Set(routes)], 12)}`);
  const written = matches(body, [
    /\b(?:fs\.|fsp\.|promises\.)*(?:writeFile|appendFile|createWriteStream)(?:Sync)?\(\s*([A-Za-z_$][\w$.]*)\s*[,)]/g,
    /\bopen\(\s*([A-Za-z_][\w.]*)\s*,\s*(?:mode\s*=\s*)?["'][wax]b?\+?["']/g,
  ]).filter((name) => names.has(name) || /^(?:this|self)\./.test(name));
  if (written.length) put(["writes", "writing"], `to ${some(written, 2)}`);
  const read = matches(body, [
    /\b(?:fs\.|fsp\.|promises\.)*(?:readFile|createReadStream)(?:Sync)?\(\s*([A-Za-z_$][\w$.]*)\s*[,)]/g,
    /\bopen\(\s*([A-Za-z_][\w.]*)\s*(?:\)|,\s*["']rb?["'])/g,
  ]).filter((name) => names.has(name) || /^(?:this|self)\./.test(name));
  if (read.length) put(["reads", "reading"], `the file ${some(read, 2)}`);
  const [, status] = /\bprocess\.exit\((\d*)\)/.exec(body) ?? [];
  if (status !== undefined) put(["ends", "ending"], "the process");
  return found;
}

/** What a function does beside what it gives back; undefined where it does nothing of the kind. */
export function effects(body: string, declaration: Declaration): string | undefined {
  const found = effectsOf(body, declaration);
  if (found.length === 0) return undefined;
  const said = phrase(declaration.name.slice(declaration.name.lastIndexOf(".") + 1));
  const list = (all: readonly string[]): string =>
    all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
  return said ? `${said}, ${list(found.map(({ doing }) => doing))}` : list(found.map(({ does }) => does));
}

/** `process.env.PORT ?? 3000` as where a constant's value comes from. */
export function fromEnvironment(value: string): string | undefined {
  const names = matches(value, environment);
  const [name] = names;
  if (!name || names.length > 1 || value.length > 120) return undefined;
  const [, otherwise] =
    /(?:\?\?|\|\|)\s*("[^"]*"|'[^']*'|[\d_.]+|true|false)\s*\)?$/.exec(value) ??
    /,\s*("[^"]*"|'[^']*'|\d+)\s*\)+$/.exec(value) ??
    [];
  const shown = otherwise && code(otherwise, 40);
  return `the environment variable \`${name}\`${shown ? `; ${shown} if it isn't set` : ""}`;
}
