import type { Collection } from "../../../api/index.ts";
import { docComment } from "../client/names.ts";
import { collectionNames } from "./collections.ts";
import type { Group, Served, ServerModel } from "../../specification/server/model.ts";
import { storedBody } from "./stored.ts";

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
  const body = storedBody(served, server, collections.get(binding.collection) ?? "");
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
  const helpers = ["before", "below", "cursorAt", "gathered", "known", "named", "spread", "within"].filter(
    (name) => new RegExp(`\\b${name}[(<]`).test(text),
  );
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
