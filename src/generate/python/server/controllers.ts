import type { SpecSchema } from "../../../api/index.ts";
import { mediaKind, refKey } from "../../specification/model.ts";
import type { Group, Served, ServerModel } from "../../specification/server/model.ts";
import { bindingData } from "../../specification/server/data.ts";
import { openOperation } from "../../specification/server/open.ts";
import { exampleAnswer } from "../../specification/server/example-answer.ts";
import { codeOf, docstring, importsOf, literal } from "../client/python-identifiers.ts";
import type { Names, PythonNames } from "./model.ts";
import type { Types } from "./types.ts";

interface Handler {
  readonly served: Served;
  readonly names: Names;
  readonly server: ServerModel;
  readonly types: Types;
}

/** Returns the union of an operation's response types. */
function answerType({ served, names, types, server }: Handler): string {
  const hint = `${names.params.replace(/Params(\d*)$/, "$1")}Result`;
  const found = Object.values(served.operation.responses).flatMap(({ content }) => {
    const media = Object.entries(content);
    if (media.length === 0) return ["None"];
    return media.map(([type, { schema }]) => {
      const kind = mediaKind(type);
      if (kind === "events") return "AsyncIterator[ServerSentEvent]";
      if (kind === "binary") return "bytes";
      if (kind !== "json" || !schema) return kind === "text" || kind === "lines" ? "str" : "Any";
      return bodyExample(schema, types, { hint, server });
    });
  });
  const unique = [...new Set(found)];
  const last = (type: string): number => Number(type === "None");
  return unique.length === 0 || unique.includes("Any")
    ? "Any"
    : unique.toSorted((a, b) => last(a) - last(b)).join(" | ");
}

function bodyExample(
  schema: SpecSchema,
  types: Types,
  { hint, server }: { readonly hint: string; readonly server: ServerModel },
): string {
  const target = schema.$ref === undefined ? schema : server.model.spec.schemas[refKey(schema.$ref)];
  if (!target) return "Any";
  return types.name(schema, { hint, direction: "output" });
}

function handlerText({ served, names, server, types }: Handler, file: string): string {
  const { operation, does } = served;
  const unbound = server.storage.unbound.get(operation.operationId);
  const about = docstring(
    [
      operation.summary ?? `${operation.method.toUpperCase()} ${operation.path}`,
      ...(unbound ? [`Yours to write: ${unbound.why}.`] : []),
    ],
    "    ",
  );
  const head = `async def ${names.name}(input: ${names.params}, context: Context) -> Answer[${answerType({ served, names, server, types })}]:\n`;
  const named = { ...served, keys: names.keys };
  if (does)
    return `${head}${about}    return await perform(context, input, ${literal(bindingData(does, named))})\n`;
  const { why, parents, near } = openOperation(served, named, server);
  const { status, body } = exampleAnswer(served, server);
  const facts = { operation: operation.operationId, file, why };
  const example = [literal(status), ...(body === undefined ? [] : [literal(body)])].join(", ");
  const records = near.map(({ name, table }) => `${literal(table)}: Records(context, ${literal(name)})`);
  const args = [`"input": input`, ...(near.length ? [`"near": near`] : [])].join(", ");
  return [
    head,
    about,
    ...(parents.length ? [`    await check_parents(context, input, ${literal(parents)})\n`] : []),
    ...(near.length ? [`    near = {${records.join(", ")}}\n`] : []),
    `    return not_written(context, {${args}}, ${literal(facts)}, ${example})\n`,
  ].join("");
}

/** Generates `src/controllers/<group>.py`: an editable handler for each operation. */
export function controllersModule(
  group: Group,
  server: ServerModel,
  more: { readonly types: Types; readonly names: PythonNames },
): string {
  const handlers = group.operations.flatMap((served): readonly Handler[] => {
    const names = more.names.operations.get(served.operation);
    return names ? [{ served, names, server, types: more.types }] : [];
  });
  const module = more.names.modules.get(group) ?? "";
  const text = handlers.map((handler) => handlerText(handler, `src/controllers/${module}.py`)).join("\n\n");
  const params = handlers.map(({ names }) => names.params).toSorted();
  const imports = importsOf(
    codeOf(text),
    `
    collections.abc: AsyncIterator
    typing: Any

    src.http.not_written: not_written
    src.http.serve: Answer, Context, ServerSentEvent
    src.models: types as m
    src.operations.${module}: ${params.join(", ")}
    src.store.perform: check_parents, perform
    src.store.records: Records`,
  );
  return `"""What is done with requests to ${group.file}."""\n\n${imports}\n\n${text}`;
}
