import { docComment, literal } from "../client/typescript-literals.ts";
import { bindingData } from "../../specification/server/data.ts";
import type { Group, Served, ServerModel } from "../../specification/server/model.ts";
import { openOperation } from "../../specification/server/open.ts";
import { camel } from "../../specification/specification-names.ts";
import { exampleAnswer } from "../../specification/server/example-answer.ts";

interface Written {
  readonly about: string;
  /** `name(input: Params, context: Context): Promise<Result> {…}` */
  readonly text: string;
}

function openText(served: Served, server: ServerModel, file: string): string {
  const { why, parents, near } = openOperation(served, served, server);
  const records = near.map(
    ({ name, table }) => `${camel(table)}: records<${name}Row>(context, ${literal(name)})`,
  );
  const facts = literal({ operation: served.operation.operationId, file, why });
  return [
    ...(parents.length ? [`  await checkParents(context, input, ${literal(parents)});\n`] : []),
    ...(near.length ? [`  const near = { ${records.join(", ")} };\n`] : []),
    `  return notWritten({ input, context${near.length ? ", near" : ""} }, ${facts}, ${literal(exampleAnswer(served, server))});\n`,
  ].join("");
}

function handlerText(served: Served, server: ServerModel, file: string): Written {
  const { operation, name, params, result, does } = served;
  const unbound = server.storage.unbound.get(operation.operationId);
  const about = docComment([
    operation.summary ?? `${operation.method.toUpperCase()} ${operation.path}`,
    ...(unbound ? [`Yours to write: ${unbound.why}.`] : []),
    operation.deprecated ? "@deprecated" : undefined,
  ]);
  const text = does
    ? `  return perform(context, input, ${literal(bindingData(does, served))});\n`
    : openText(served, server, file);
  return {
    about,
    text: `${name}(input: ${params}, context: Context): Promise<${result}> {\n${text}}\n`,
  };
}

/** Returns the handlers of a group, and their imports. */
function handlers(
  group: Group,
  server: ServerModel,
): { readonly imports: readonly string[]; readonly written: readonly Written[] } {
  const written = group.operations.map((served) =>
    handlerText(served, server, `src/controllers/${group.file}.ts`),
  );
  const types = group.operations.flatMap(({ params, result }) => [params, result]).toSorted();
  const open = group.operations
    .filter(({ does }) => !does)
    .map((served) => openOperation(served, served, server));
  const rows = [...new Set(open.flatMap(({ near }) => near.map(({ name }) => `${name}Row`)))].toSorted();
  const performing = [
    ...(open.some(({ parents }) => parents.length) ? ["checkParents"] : []),
    ...(open.length < group.operations.length ? ["perform"] : []),
  ];
  const imports = [
    ...(open.length ? ['import { notWritten } from "../http/not-written.ts";'] : []),
    'import type { Context } from "../http/serve.ts";',
    `import type { ${types.join(", ")} } from "../routes/${group.file}.ts";`,
    ...(performing.length ? [`import { ${performing.join(", ")} } from "../store/perform.ts";`] : []),
    ...(rows.length
      ? [
          'import { records } from "../store/records.ts";',
          `import type { ${rows.join(", ")} } from "../store/resources.ts";`,
        ]
      : []),
  ];
  return { imports, written };
}

/** Generates `src/controllers/<group>.ts`: an editable function for each operation. */
export function functionsModule(group: Group, server: ServerModel): string {
  const { imports, written } = handlers(group, server);
  const functions = written.map(({ about, text }) => `${about}export async function ${text}`);
  return `${imports.join("\n")}\n\n${functions.join("\n")}`;
}

/** Generates the same as an injectable class with a method for each operation. */
export function serviceModule(group: Group, server: ServerModel, name: string): string {
  const { imports, written } = handlers(group, server);
  const methods = written.map(({ about, text }) => `${about}async ${text}`);
  return `import { Injectable } from "@nestjs/common";\n${imports.join("\n")}\n\n/** What is done with requests to ${group.file}. */\n@Injectable()\nexport class ${name} {\n${methods.join("\n")}}\n`;
}
