import { docComment, literal } from "../client/names.ts";
import { bindingData } from "../../specification/server/data.ts";
import type { Group, Served, ServerModel } from "../../specification/server/model.ts";
import { exampleAnswer } from "../../specification/server/example-answer.ts";

interface Written {
  readonly about: string;
  /** `name(input: Params, context: Context): Promise<Result> {…}` */
  readonly text: string;
}

function handlerText(served: Served, server: ServerModel, file: string): Written {
  const { operation, name, params, result, does } = served;
  const unbound = server.storage.unbound.get(operation.operationId);
  const near = unbound?.near.length
    ? [`Near it: ${unbound.near.join(", ")}, whose tables are in \`src/store/resources.ts\`.`]
    : [];
  const about = docComment([
    operation.summary ?? `${operation.method.toUpperCase()} ${operation.path}`,
    ...(unbound ? [`Yours to write: ${unbound.why}.`, ...near] : []),
    operation.deprecated ? "@deprecated" : undefined,
  ]);
  if (!does) {
    const facts = literal({ operation: operation.operationId, file, why: unbound?.why ?? "" });
    const head = `${name}(_input: ${params}, _context: Context): Promise<${result}>`;
    return {
      about,
      text: `${head} {\n  return notWritten(${facts}, ${literal(exampleAnswer(served, server))});\n}\n`,
    };
  }
  const head = `${name}(input: ${params}, context: Context): Promise<${result}>`;
  return {
    about,
    text: `${head} {\n  return perform(context, input, ${literal(bindingData(does, served))});\n}\n`,
  };
}

/** The handlers of a group, and what they import. */
function handlers(
  group: Group,
  server: ServerModel,
): { readonly imports: readonly string[]; readonly written: readonly Written[] } {
  const written = group.operations.map((served) =>
    handlerText(served, server, `src/controllers/${group.file}.ts`),
  );
  const types = group.operations.flatMap(({ params, result }) => [params, result]).toSorted();
  const imports = [
    ...(group.operations.some(({ does }) => !does)
      ? ['import { notWritten } from "../http/not-written.ts";']
      : []),
    'import type { Context } from "../http/serve.ts";',
    `import type { ${types.join(", ")} } from "../routes/${group.file}.ts";`,
    ...(group.operations.some(({ does }) => does) ? ['import { perform } from "../store/perform.ts";'] : []),
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
