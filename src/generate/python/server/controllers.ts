import type { SpecSchema } from "../../../api/index.ts";
import { mediaKind, refKey } from "../../specification/model.ts";
import type { Group, ServerModel } from "../../specification/server/model.ts";
import { docstring } from "../client/names.ts";
import { collectionNames } from "./collections.ts";
import type { PythonNames } from "./model.ts";
import { storedLines, type Handler } from "./stored.ts";
import type { Types } from "./types.ts";

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
  return `${head}${about}${storedLines(handler)}`;
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
  const helpers = [
    "Query",
    "also",
    "before",
    "below",
    "cursor_at",
    "gathered",
    "known",
    "named",
    "spread",
    "within",
  ].filter((name) => new RegExp(`\\b${name}\\(`).test(text));
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
