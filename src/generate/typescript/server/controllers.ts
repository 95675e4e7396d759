import { type Collection, type ListRules, type SpecMedia, type SpecSchema } from "../../../api/index.ts";
import { mediaKind, refKey, type Model } from "../client/model.ts";
import { docComment, isIdentifier, literal } from "../client/names.ts";
import { typeText } from "../client/types.ts";
import type { Group, Served, ServerModel } from "./model.ts";

const member = (name: string): string => (isIdentifier(name) ? `input.${name}` : `input[${literal(name)}]`);

/** Expression of what a parameter of this name holds. */
const parameter = (served: Served, name: string, place: "path" | "query"): string => {
  const found = served.operation.parameters.find((one) => one.name === name && one.in === place);
  return member((found && served.keys.get(found)) ?? "");
};

/** The variable that stands for a collection in `src/store/collections.ts`. */
export const collectionNames = ({ bindings }: ServerModel): ReadonlyMap<Collection, string> => {
  const taken = new Set<string>();
  return new Map(
    bindings.collections.map((collection) => {
      const parts = collection.path.split("/").filter((part) => part !== "" && !part.includes("{"));
      const [head = "records", ...rest] = parts.flatMap((part) =>
        part.split(/[^A-Za-z0-9]+/).filter(Boolean),
      );
      const stem = [head.toLowerCase(), ...rest.map((word) => word[0]?.toUpperCase() + word.slice(1))].join(
        "",
      );
      const plain = /^[a-z]\w*$/.test(stem) ? stem.slice(0, 80) : "records";
      let name = `${plain}Records`;
      for (let n = 2; taken.has(name); n++) name = `${plain}Records${n}`;
      taken.add(name);
      return [collection, name];
    }),
  );
};

/** `src/store/collections.ts`: what storage knows of each kind of records. */
export function collectionsModule(server: ServerModel): string {
  const texts = [...collectionNames(server)].map(([collection, name]) => {
    const { id, stamps, ignored, hidden, defaults } = collection;
    const on = (when: "create" | "change"): readonly string[] =>
      stamps.flatMap((one) => (one.on === when ? [one.property] : []));
    const rules = { id, created: on("create"), changed: on("change"), ignored, hidden, defaults };
    return `${docComment([`Records of ${collection.path}`])}export const ${name}: Collection = new Collection(${literal(rules)});\n`;
  });
  return `import { Collection } from "./records.ts";\n\n${texts.join("\n")}`;
}

/** The concrete path of the collection: each record on the way to it must be there, if it is one that is stored. */
function placeOf(served: Served, collection: Collection, server: ServerModel): string {
  const parts = collection.path.split("/").slice(1);
  const steps: string[] = [];
  let path = "";
  let since = "";
  for (const part of parts) {
    if (!/^\{[^{}]+\}$/.test(part)) {
      path += `/${part}`;
      since += `/${part}`;
      continue;
    }
    const name = part.slice(1, -1);
    const stored = server.bindings.collections.some((one) => one.path === path && one.key === name);
    steps.push(`[${literal(since)}, ${parameter(served, name, "path")}, ${String(stored)}]`);
    path += `/${part}`;
    since = "";
  }
  return steps.length ? `(await below(records, ${steps.join(", ")})) + ${literal(since)}` : literal(path);
}

/** The type of the JSON that an operation answers with. */
function answered({ operation }: Served, status: number, model: Model): SpecSchema | undefined {
  const response =
    operation.responses[String(status)] ?? operation.responses["2XX"] ?? operation.responses["default"];
  const entry = Object.entries(response?.content ?? {}).find(([type]) => mediaKind(type) === "json");
  const media: SpecMedia | undefined = entry?.[1];
  return media?.schema?.$ref === undefined
    ? media?.schema
    : (model.spec.schemas[refKey(media.schema.$ref)] ?? media.schema);
}

const typed = (schema: SpecSchema | undefined, model: Model): string =>
  schema ? typeText(schema, { model, direction: "output", prefix: "m." }) : "object";

/** The type of what is answered, by its name where it has one. */
function itemType(served: Served, model: Model, rules: ListRules | undefined): string {
  const { binding, operation } = served;
  if (!binding || binding.stored.answer.empty) return "object";
  const { status } = binding.stored.answer;
  const response =
    operation.responses[String(status)] ?? operation.responses["2XX"] ?? operation.responses["default"];
  const schema = Object.entries(response?.content ?? {}).find(([type]) => mediaKind(type) === "json")?.[1]
    .schema;
  if (!rules) return typed(schema, model);
  const whole = answered(served, status, model);
  const list = rules.items === undefined ? whole : members(whole, model)[rules.items];
  const array = list?.$ref === undefined ? list : model.spec.schemas[refKey(list.$ref)];
  return typed(array?.items, model);
}

/** Members of an object and of all its parts. */
function members(schema: SpecSchema | undefined, model: Model): Readonly<Record<string, SpecSchema>> {
  const found = schema?.$ref === undefined ? schema : model.spec.schemas[refKey(schema.$ref)];
  return Object.assign(
    {},
    ...(found?.allOf ?? []).map((part) => members(part, model)),
    found?.properties,
  ) as Readonly<Record<string, SpecSchema>>; // of such records
}

/** Parameters that storage has no use for: whoever gives one is told so, instead of an answer that leaves it out. */
function refusals(served: Served): readonly string[] {
  const { binding, operation, keys } = served;
  const known = binding?.stored.does === "list" ? binding.stored.list.parameters : {};
  return operation.parameters.flatMap((one) => {
    if (one.in === "path" || one.required || (one.in === "query" && Object.hasOwn(known, one.name)))
      return [];
    const value = member(keys.get(one) ?? "");
    const usual = one.schema.default;
    const differs =
      usual === undefined || typeof usual === "object" ? "" : ` && ${value} !== ${literal(usual)}`;
    const issue = literal({ path: one.name, message: "is not supported" });
    return [`  if (${value} !== undefined${differs}) throw new Problem(400, [${issue}]);\n`];
  });
}

/** A body that is no JSON has nowhere to be stored. */
const refusedBodies = ({ operation }: Served): string => {
  const types = Object.keys(operation.requestBody?.content ?? {});
  const others = types.filter((type) => mediaKind(type) !== "json");
  return types.length > 1 && others.length
    ? others.map((type) => `  if (input.contentType === ${literal(type)}) throw new Problem(415);\n`).join("")
    : "";
};

function listBody(served: Served, call: (method: string, ...more: readonly string[]) => string): string {
  const { binding } = served;
  if (binding?.stored.does !== "list") return "";
  const { list, answer } = binding.stored;
  const named = (kind: string): string | undefined => {
    const found = Object.entries(list.parameters).find(([, meaning]) => meaning === kind)?.[0];
    return found === undefined ? undefined : parameter(served, found, "query");
  };
  const [limit, offset, page, cursor, sort] = ["limit", "offset", "page", "cursor", "sort"].map(named);
  const equals = Object.entries(list.parameters).flatMap(([name, meaning]) =>
    typeof meaning === "object" ? [`${literal(meaning.equals)}: ${parameter(served, name, "query")}`] : [],
  );
  const start =
    page === undefined
      ? cursor === undefined
        ? offset
        : `cursorAt(${cursor})`
      : `before(${page}, ${limit ?? "undefined"})`;
  const size = limit ?? (page === undefined ? undefined : "50");
  const query = [
    ...(equals.length ? [`equals: { ${equals.join(", ")} }`] : []),
    ...(size === undefined ? [] : [`limit: ${size}`]),
    ...(start === undefined ? [] : [`offset: ${start}`]),
    ...(sort === undefined ? [] : [`sort: ${sort}`]),
  ];
  const wrapped = [
    ...(list.items === undefined ? [] : [`${literal(list.items)}: found.items`]),
    ...(list.total === undefined ? [] : [`${literal(list.total)}: found.total`]),
    ...(list.next === undefined
      ? []
      : [`...(end < found.total ? { ${literal(list.next)}: String(end) } : {})`]),
  ];
  const header =
    list.totalHeader === undefined ? "" : ` headers: { ${literal(list.totalHeader)}: found.total },`;
  const lines = [
    `  const found = await ${call("list", `{ ${query.join(", ")} }`)};\n`,
    list.next === undefined ? "" : `  const end = ${start ?? "0"} + found.items.length;\n`,
    `  return { status: ${answer.status},${header} body: ${list.items === undefined ? "found.items" : `{ ${wrapped.join(", ")} }`} };\n`,
  ];
  return lines.join("");
}

function storedBody(served: Served, server: ServerModel, collection: string): string {
  const { binding } = served;
  if (!binding) return "";
  const { stored } = binding;
  const rules = stored.does === "list" ? stored.list : undefined;
  const type = itemType(served, server.model, rules);
  const only = stored.answer.only === undefined ? [] : [literal(stored.answer.only)];
  const place = placeOf(served, binding.collection, server);
  const call = (method: string, ...more: readonly string[]): string =>
    `${collection}.${method}<${type}>(${["records", place, ...more, ...only].join(", ")})`;
  if (stored.does === "list") return listBody(served, call);
  const key = parameter(served, binding.collection.key ?? "", "path");
  const given = {
    create: ["input.body"],
    get: [key],
    update: [key, "input.body"],
    patch: [key, "input.body"],
    remove: [key],
  }[stored.does];
  const { status, empty } = stored.answer;
  return empty
    ? `  await ${call(stored.does, ...given)};\n  return { status: ${status} };\n`
    : `  return { status: ${status}, body: await ${call(stored.does, ...given)} };\n`;
}

interface Written {
  readonly about: string;
  /** `name(input: Params, context: Context): Promise<Result> {…}` */
  readonly text: string;
}

function handlerText(
  served: Served,
  server: ServerModel,
  collections: ReadonlyMap<Collection, string>,
): Written {
  const { operation, name, params, result, binding } = served;
  const about = docComment([
    operation.summary ?? `${operation.method.toUpperCase()} ${operation.path}`,
    ...(binding ? [] : [`Yours to write: ${server.bindings.why.get(operation.operationId) ?? ""}.`]),
    operation.deprecated ? "@deprecated" : undefined,
  ]);
  if (!binding) {
    const head = `${name}(_input: ${params}, _context: Context): Promise<${result}>`;
    return { about, text: `${head} {\n  throw new Problem(501);\n}\n` };
  }
  const body = [
    ...refusals(served),
    refusedBodies(served),
    storedBody(served, server, collections.get(binding.collection) ?? ""),
  ].join("");
  const input = /\binput\b/.test(body) ? "input" : "_input";
  return {
    about,
    text: `${name}(${input}: ${params}, { records }: Context): Promise<${result}> {\n${body}}\n`,
  };
}

/** The handlers of a group, and what they import. */
function handlers(
  group: Group,
  server: ServerModel,
): { readonly imports: readonly string[]; readonly written: readonly Written[] } {
  const collections = collectionNames(server);
  const written = group.operations.map((served) => handlerText(served, server, collections));
  const text = written.map((one) => one.text).join("\n");
  const types = group.operations.flatMap(({ params, result }) => [params, result]).toSorted();
  const used = [...collections.values()].filter((name) => new RegExp(`\\b${name}\\.`).test(text));
  const helpers = ["before", "below", "cursorAt"].filter((name) => text.includes(`${name}(`));
  const imports = [
    'import type { Context } from "../http/serve.ts";',
    ...(/\bm\./.test(text) ? ['import type * as m from "../models/types.ts";'] : []),
    ...(text.includes("new Problem(") ? ['import { Problem } from "../problem.ts";'] : []),
    `import type { ${types.join(", ")} } from "../routes/${group.file}.ts";`,
    ...(used.length ? [`import { ${used.join(", ")} } from "../store/collections.ts";`] : []),
    ...(helpers.length ? [`import { ${helpers.join(", ")} } from "../store/records.ts";`] : []),
  ];
  return { imports, written };
}

/** `src/controllers/<group>.ts`: a function for each operation, to be edited. */
export function functionsModule(group: Group, server: ServerModel): string {
  const { imports, written } = handlers(group, server);
  const functions = written.map(({ about, text }) => `${about}export async function ${text}`);
  return `${imports.join("\n")}\n\n${functions.join("\n")}`;
}

/** The same as a class that is injected, with a method for each. */
export function serviceModule(group: Group, server: ServerModel, name: string): string {
  const { imports, written } = handlers(group, server);
  const methods = written.map(({ about, text }) => `${about}async ${text}`);
  return `import { Injectable } from "@nestjs/common";\n${imports.join("\n")}\n\n/** What is done with requests to ${group.file}. */\n@Injectable()\nexport class ${name} {\n${methods.join("\n")}}\n`;
}
