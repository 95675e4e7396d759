import type { Collection, SpecParameter, SpecSchema } from "../../../api/index.ts";
import { mediaKind, refKey } from "../../typescript/client/model.ts";
import type { Group, Served, ServerModel } from "../../typescript/server/model.ts";
import { docstring, literal, Scope, snake } from "../client/names.ts";
import type { Names, PythonNames } from "./model.ts";
import type { Types } from "./types.ts";

/** The name of a collection's constant in `src/store/collections.py`. */
export function collectionNames({ bindings }: ServerModel): ReadonlyMap<Collection, string> {
  const scope = new Scope();
  return new Map(
    bindings.collections.map((collection) => {
      const parts = collection.path.split("/").filter((part) => !part.includes("{"));
      return [collection, scope.take(snake(parts.join(" ")).toUpperCase().slice(0, 80))] as const;
    }),
  );
}

/** `src/store/collections.py`: what storage knows of each kind of records. */
export function collectionsModule(server: ServerModel): string {
  const texts = [...collectionNames(server)].map(([collection, name]) => {
    const { id, stamps, ignored, hidden, defaults } = collection;
    const on = (when: "create" | "change"): readonly string[] =>
      stamps.flatMap((one) => (one.on === when ? [one.property] : []));
    const lists = { created: on("create"), changed: on("change"), ignored, hidden };
    const given = [
      ...[id.property, id.made, id.given].map(literal),
      ...Object.entries(lists).flatMap(([key, list]) => (list.length ? [`${key}=${literal(list)}`] : [])),
      ...(Object.keys(defaults).length ? [`defaults=${literal(defaults)}`] : []),
    ];
    return `${name} = Collection(${given.join(", ")})\n`;
  });
  return `"""What storage knows of each kind of records."""\n\nfrom src.store.records import Collection\n\n${texts.join("")}`;
}

const keyOf = (served: Served, names: Names, name: string, place: "path" | "query"): string => {
  const found = served.operation.parameters.find((one) => one.name === name && one.in === place);
  return `input.${(found && names.keys.get(found)) ?? ""}`;
};

interface Handler {
  readonly served: Served;
  readonly names: Names;
  readonly server: ServerModel;
  readonly types: Types;
  readonly collection: string;
}

/** The concrete path of the collection: each record on the way to it must be there, if it is one that is stored. */
function placeOf({ served, names, server }: Handler, collection: Collection): string {
  const steps: string[] = [];
  let path = "";
  let since = "";
  for (const part of collection.path.split("/").slice(1)) {
    if (/^\{[^{}]+\}$/.test(part)) {
      const name = part.slice(1, -1);
      const stored = server.bindings.collections.some((one) => one.path === path && one.key === name);
      steps.push(`(${literal(since)}, ${keyOf(served, names, name, "path")}, ${literal(stored)})`);
      since = "";
    } else since += `/${part}`;
    path += `/${part}`;
  }
  return steps.length
    ? `await below(context.records, ${steps.join(", ")}) + ${literal(since)}`
    : literal(path);
}

/** Parameters and bodies that storage has no use for: whoever gives one is told so, instead of an answer that leaves it out. */
function refusals({ served, names }: Handler): readonly string[] {
  const { binding, operation } = served;
  const known = binding?.stored.does === "list" ? binding.stored.list.parameters : {};
  const unused = (one: SpecParameter): boolean =>
    one.in !== "path" && !one.required && !(one.in === "query" && Object.hasOwn(known, one.name));
  const parameters = operation.parameters.filter(unused).map((one) => {
    const value = `input.${names.keys.get(one) ?? ""}`;
    const usual = one.schema.default;
    const differs =
      usual === undefined || usual === null || typeof usual === "object"
        ? ""
        : ` and ${value} != ${literal(usual)}`;
    const issue = literal({ path: one.name, message: "is not supported" });
    return `    if ${value} is not None${differs}:\n        raise Problem(400, [${issue}])\n`;
  });
  const types = Object.keys(operation.requestBody?.content ?? {});
  const others = types.length > 1 ? types.filter((type) => mediaKind(type) !== "json") : [];
  return [
    ...parameters,
    ...others.map((type) => `    if input.content_type == ${literal(type)}:\n        raise Problem(415)\n`),
  ];
}

function listLines(handler: Handler, place: string): string {
  const { served, names, collection } = handler;
  const { binding } = served;
  if (binding?.stored.does !== "list") return "";
  const { list, answer } = binding.stored;
  const named = (kind: string): string | undefined => {
    const found = Object.entries(list.parameters).find(([, meaning]) => meaning === kind)?.[0];
    return found === undefined ? undefined : keyOf(served, names, found, "query");
  };
  const [limit, offset, page, cursor, sort] = ["limit", "offset", "page", "cursor", "sort"].map(named);
  const equals = Object.entries(list.parameters).flatMap(([name, meaning]) =>
    typeof meaning === "object" ? [`${literal(meaning.equals)}: ${keyOf(served, names, name, "query")}`] : [],
  );
  const start =
    page === undefined
      ? cursor === undefined
        ? offset
        : `cursor_at(${cursor})`
      : `before(${page}, ${limit ?? "None"})`;
  const size = limit ?? (page === undefined ? undefined : "50");
  const query = [
    ...(equals.length ? [`equals={${equals.join(", ")}}`] : []),
    ...(size === undefined ? [] : [`limit=${size}`]),
    ...(start === undefined ? [] : [`offset=${start}`]),
    ...(sort === undefined ? [] : [`sort=${sort}`]),
  ];
  const only = answer.only ? `, ${literal(answer.only)}` : "";
  const total =
    list.total !== undefined || list.totalHeader !== undefined || list.next !== undefined
      ? "total"
      : "_total";
  const wrapped = [
    ...(list.items === undefined ? [] : [`${literal(list.items)}: items`]),
    ...(list.total === undefined ? [] : [`${literal(list.total)}: total`]),
    ...(list.next === undefined ? [] : [`**({${literal(list.next)}: str(end)} if end < total else {})`]),
  ];
  const header = list.totalHeader === undefined ? "" : `, headers={${literal(list.totalHeader)}: total}`;
  return [
    `    items, ${total} = await collections.${collection}.list(context.records, ${place}, Query(${query.join(", ")})${only})\n`,
    list.next === undefined ? "" : `    end = ${start ?? "0"} + len(items)\n`,
    `    return Answer(${answer.status}, ${list.items === undefined ? "items" : `{${wrapped.join(", ")}}`}${header})\n`,
  ].join("");
}

function storedLines(handler: Handler): string {
  const { served, names, collection } = handler;
  const { binding } = served;
  if (!binding) return "    raise Problem(501)\n";
  const { stored } = binding;
  const place = placeOf(handler, binding.collection);
  if (stored.does === "list") return listLines(handler, place);
  const key = keyOf(served, names, binding.collection.key ?? "", "path");
  const given = {
    create: ["input.body"],
    get: [key],
    update: [key, "input.body"],
    patch: [key, "input.body"],
    remove: [key],
  }[stored.does];
  const only = stored.answer.only ? [literal(stored.answer.only)] : [];
  const call = `await collections.${collection}.${stored.does}(${["context.records", place, ...given, ...only].join(", ")})`;
  return stored.answer.empty
    ? `    ${call}\n    return Answer(${stored.answer.status}, None)\n`
    : `    return Answer(${stored.answer.status}, ${call})\n`;
}

/** The type of everything that an operation may answer with. */
function answerType({ served, names, types, server }: Handler): string {
  const hint = `${names.params.replace(/Params(\d*)$/, "$1")}Result`;
  const found = Object.values(served.operation.responses).flatMap(({ content }) => {
    const media = Object.entries(content);
    if (media.length === 0) return ["None"];
    return media.map(([type, { schema }]) => {
      const kind = mediaKind(type);
      if (kind === "events") return "AsyncIterator[ServerSentEvent]";
      if (kind === "binary") return "bytes";
      if (kind !== "json" || !schema) return kind === "text" ? "str" : "Any";
      return shown(schema, types, { hint, server });
    });
  });
  const unique = [...new Set(found)];
  return unique.length === 0 || unique.includes("Any") ? "Any" : unique.join(" | ");
}

function shown(
  schema: SpecSchema,
  types: Types,
  { hint, server }: { readonly hint: string; readonly server: ServerModel },
): string {
  const target = schema.$ref === undefined ? schema : server.model.spec.schemas[refKey(schema.$ref)];
  if (!target) return "Any";
  const name = types.name(schema, { hint, direction: "output" });
  const plain: Readonly<Record<string, string>> = {
    Text: "str",
    Whole: "int",
    Number: "float",
    Truth: "bool",
    None: "None",
    Any: "Any",
    Nothing: "Any",
  };
  return plain[name] ?? `m.${name}`;
}

function handlerText(handler: Handler): string {
  const { served, names, server } = handler;
  const { operation, binding } = served;
  const about = docstring(
    [
      operation.summary ?? `${operation.method.toUpperCase()} ${operation.path}`,
      ...(binding ? [] : [`Yours to write: ${server.bindings.why.get(operation.operationId) ?? ""}.`]),
    ],
    "    ",
  );
  const head = `async def ${names.name}(input: ${names.params}, context: Context) -> Answer[${answerType(handler)}]:\n`;
  return `${head}${about}${binding ? refusals(handler).join("") : ""}${storedLines(handler)}`;
}

/** `src/controllers/<group>.py`: a handler for each operation, to be edited. */
export function controllersModule(
  group: Group,
  server: ServerModel,
  more: { readonly types: Types; readonly names: PythonNames },
): string {
  const collections = collectionNames(server);
  const handlers = group.operations.flatMap((served): readonly Handler[] => {
    const names = more.names.operations.get(served.operation);
    const collection = served.binding ? (collections.get(served.binding.collection) ?? "") : "";
    return names ? [{ served, names, server, types: more.types, collection }] : [];
  });
  const text = handlers.map(handlerText).join("\n\n");
  const params = handlers.map(({ names }) => names.params).toSorted();
  const helpers = ["Query", "before", "below", "cursor_at"].filter((name) => text.includes(`${name}(`));
  const serve = ["Answer", "Context", ...(text.includes("[ServerSentEvent]") ? ["ServerSentEvent"] : [])];
  const imports = [
    text.includes("AsyncIterator[") ? "from collections.abc import AsyncIterator\n" : "",
    /\bAny\b/.test(text) ? "from typing import Any\n" : "",
    "\n",
    `from src.http.serve import ${serve.join(", ")}\n`,
    /\bm\./.test(text) ? "from src.models import types as m\n" : "",
    `from src.operations.${more.names.modules.get(group) ?? ""} import ${params.join(", ")}\n`,
    text.includes("Problem(") ? "from src.problem import Problem\n" : "",
    /\bcollections\./.test(text) ? "from src.store import collections\n" : "",
    helpers.length ? `from src.store.records import ${helpers.join(", ")}\n` : "",
  ];
  return `"""What is done with requests to ${group.file}."""\n\n${imports.join("")}\n\n${text}`;
}
