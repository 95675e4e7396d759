import type { Host } from "../host.ts";
import {
  member,
  nameOf,
  nodesOf,
  requested,
  specifierTo,
  spliced,
  stringOf,
  treeOf,
  walk,
  type Node,
  type Source,
  type Splice,
} from "../syntax.ts";
import { leadsIn } from "../alias.ts";
import { edited, importing } from "./edit.ts";
import type { Mounted } from "./express.ts";
import { originOf } from "./site.ts";

/** A module class for the root module to import. */
export interface Imported {
  readonly name: string;
  readonly path: string;
}

/** Returns the class that the application is created from. */
function rootOf(host: Host): { readonly name: string; readonly source: Source } | undefined {
  const ranked = host.sources.filter(({ path }) => !/(?:^|\/)(?:tests?|e2e)\/|\.(?:e2e-)?spec\./.test(path));
  const starters = ranked.filter(({ text }) => text.includes("NestFactory"));
  const serving = starters.filter(({ text }) => text.includes(".listen("));
  for (const source of [...serving, ...starters]) {
    const name = /NestFactory\s*\.\s*create(?:ApplicationContext)?\s*(?:<[^(]*>)?\(\s*(\w+)/.exec(
      source.text,
    )?.[1];
    const program = name === undefined ? undefined : treeOf(source);
    if (name === undefined || !program) continue;
    const origin = originOf(program, name);
    const file =
      origin === undefined
        ? source
        : ranked.find(({ path }) => leadsIn(host.aliases, source.path, [origin, path]));
    if (file) return { name, source: file };
  }
  const source = ranked.find(({ text }) => /@Module\(/.test(text) && /\bclass AppModule\b/.test(text));
  return source && { name: "AppModule", source };
}

/** Returns the object passed to the class's `@Module` decorator. */
function settingsOf(program: Node, name: string): Node | undefined {
  for (const node of walk(program)) {
    if (node.type !== "ClassDeclaration" || nameOf(member(node, "id")) !== name) continue;
    for (const decorator of nodesOf(node["decorators"])) {
      const call = member(decorator, "expression");
      if (!call || nameOf(member(call, "callee")) !== "Module") continue;
      const [settings] = nodesOf(call["arguments"]);
      if (settings?.type === "ObjectExpression") return settings;
    }
  }
  return undefined;
}

const keyOf = (property: Node): string | undefined =>
  nameOf(member(property, "key")) ?? stringOf(member(property, "key"));

/** Appends names to the list of imports, one per line if the others are. */
function listed(text: string, settings: Node, names: readonly string[]): Splice | undefined {
  const property = nodesOf(settings["properties"]).find((candidate) => keyOf(candidate) === "imports");
  if (!property) {
    const [first] = nodesOf(settings["properties"]);
    const index = first?.start ?? settings.start + 1;
    const gap = first ? (/\r?\n[ \t]*$/.exec(text.slice(0, index))?.[0] ?? " ") : "";
    return { start: index, end: index, text: `imports: [${names.join(", ")}]${first ? `,${gap}` : ""}` };
  }
  const list = member(property, "value");
  if (list?.type !== "ArrayExpression") return undefined;
  const last = nodesOf(list["elements"]).at(-1);
  if (!last) return { start: list.start + 1, end: list.end - 1, text: names.join(", ") };
  const gap = /\r?\n[ \t]*$/.exec(text.slice(0, last.start))?.[0] ?? " ";
  return { start: last.end, end: last.end, text: names.map((name) => `,${gap}${name}`).join("") };
}

const isImported = (host: Host, { path: from }: Source, [program, path]: readonly [Node, string]): boolean =>
  [...walk(program)].some((node) => {
    const specifier = requested(node);
    return specifier !== undefined && leadsIn(host.aliases, from, [specifier, path]);
  });

/** Removes elements of a list with the commas beside them. */
function unlisted(list: Node, isGone: (element: Node) => boolean): readonly Splice[] {
  const elements = nodesOf(list["elements"]);
  const first = elements.findIndex((element) => !isGone(element));
  if (first < 0) return elements.length ? [{ start: list.start + 1, end: list.end - 1, text: "" }] : [];
  return elements.flatMap((element, place) => {
    if (!isGone(element)) return [];
    const start = place < first ? element.start : (elements[place - 1]?.end ?? element.start);
    const end = place < first ? (elements[place + 1]?.start ?? element.end) : element.end;
    return [{ start, end, text: "" }];
  });
}

/** Returns the root module without the imports of these paths, and without their classes in its list. */
function withoutModules(
  host: Host,
  root: { readonly name: string; readonly source: Source },
  gone: readonly string[],
): Source {
  const { source } = root;
  const program = treeOf(source);
  const leads = (node: Node): boolean => {
    const specifier = node.type === "ImportDeclaration" ? requested(node) : undefined;
    return (
      specifier !== undefined && gone.some((path) => leadsIn(host.aliases, source.path, [specifier, path]))
    );
  };
  const imports = nodesOf(program?.["body"]).filter(leads);
  if (!program || imports.length === 0) return source;
  const locals = new Set(
    imports.flatMap((node) =>
      nodesOf(node["specifiers"]).map((specifier) => nameOf(member(specifier, "local"))),
    ),
  );
  const settings = settingsOf(program, root.name);
  const property = nodesOf(settings?.["properties"]).find((candidate) => keyOf(candidate) === "imports");
  const list = property && member(property, "value");
  const lines = imports.map(({ start, end }) => ({
    start,
    end: end + (/^\r?\n/.exec(source.text.slice(end))?.[0].length ?? 0),
    text: "",
  }));
  const names = list?.type === "ArrayExpression" ? unlisted(list, (node) => locals.has(nameOf(node))) : [];
  return { ...source, text: spliced(source.text, [...lines, ...names]) };
}

/** Adds module classes to the root module's imports, except those already there, and removes those of `gone` paths. */
export function mountNest(host: Host, modules: readonly Imported[], gone: readonly string[] = []): Mounted {
  const root = rootOf(host);
  const source = root && withoutModules(host, root, gone);
  const program = source && treeOf(source);
  const byHand = (missing: readonly Imported[]): Mounted => ({
    edits: [],
    lines: missing.flatMap(({ name, path }) => [
      `import { ${name} } from "${specifierTo("src/app.module.ts", path, host.importEnd)}";`,
      `imports: [${name}]`,
    ]),
    at: undefined,
  });
  if (!root || !program) return byHand(modules);
  const before = root.source.text;
  const missing = modules.filter(({ path }) => !isImported(host, source, [program, path]));
  if (!missing.length)
    return { edits: [{ path: source.path, before, after: source.text }], lines: [], at: source.path };
  const settings = settingsOf(program, root.name);
  const names = missing.map(({ name }) => name);
  const list = settings && listed(source.text, settings, names);
  if (!list) return byHand(missing);
  const lines = missing.map(({ name, path }) =>
    importing(source, program, {
      name,
      local: name,
      specifier: specifierTo(source.path, path, host.importEnd),
    }),
  );
  const [first, ...rest] = lines;
  const imports = first ? [{ ...first, text: [first, ...rest].map(({ text }) => text).join("") }] : [];
  return { edits: [{ ...edited(source, [...imports, list]), before }], lines: [], at: source.path };
}

/** Returns the global path prefix; `undefined` if none is set, `null` if it isn't a literal. */
export function globalPrefix({ sources }: Host): string | null | undefined {
  for (const source of sources) {
    if (!source.text.includes("setGlobalPrefix")) continue;
    const program = treeOf(source);
    if (!program) continue;
    for (const node of walk(program)) {
      const callee = node.type === "CallExpression" ? member(node, "callee") : undefined;
      if (nameOf(callee && member(callee, "property")) !== "setGlobalPrefix") continue;
      return stringOf(nodesOf(node["arguments"])[0])?.replaceAll(/^\/|\/$/g, "") ?? null;
    }
  }
  return undefined;
}
