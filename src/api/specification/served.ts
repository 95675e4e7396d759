import type { JsonSchema } from "../../schema/index.ts";
import { problemTitles, problemType, type ProblemStatus } from "../problems.ts";
import { problem } from "../schemas.ts";
import type { Spec, SpecOperation, SpecResponse, SpecSchema } from "../spec.ts";
import { template, type Bindings } from "./crud/index.ts";

/** The JSON Schema of our own problem as a specification has it. */
function asSpecSchema({ example, properties, items, ...rest }: JsonSchema): SpecSchema {
  return {
    ...(rest as SpecSchema), // what is left has the same words in both
    ...(example === undefined ? {} : { examples: [example as string] }), // ours are texts and numbers
    ...(items === undefined ? {} : { items: asSpecSchema(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, asSpecSchema(one)]),
          ),
        }),
  };
}

/** The statuses that a generated server answers an operation with besides the described ones. */
function added(operation: SpecOperation, { bound, collections }: Bindings): readonly ProblemStatus[] {
  const { parameters, requestBody, security, operationId, path } = operation;
  const binding = bound.get(operationId);
  const asks = parameters.length > 0 || requestBody !== undefined;
  const below = collections.some((one) => template(path).startsWith(`${template(one.path)}/`));
  return [
    ...(asks ? ([400] as const) : []),
    ...(security.length ? ([401] as const) : []),
    ...(binding && (below || path.includes("{")) ? ([404] as const) : []),
    ...(requestBody ? ([413, 415] as const) : []),
    ...(binding ? [] : ([501] as const)),
  ];
}

/**
 * The specification of a generated server: the given one, and the errors that the server adds, as problem details.
 * @param base path of the server, which all paths are below
 */
export function servedSpec(spec: Spec, bindings: Bindings, base: string): Spec {
  let name = "Problem";
  for (let n = 2; Object.hasOwn(spec.schemas, name); n++) name = `Problem${n}`;
  const schema = { $ref: `#/components/schemas/${name}` };
  const withProblem = (response: SpecResponse | undefined, status: ProblemStatus): SpecResponse =>
    response
      ? {
          ...response,
          content: { ...response.content, [problemType]: response.content[problemType] ?? { schema } },
        }
      : { description: problemTitles[status], headers: {}, content: { [problemType]: { schema } } };
  const operations = spec.operations.map(({ servers: _servers, ...operation }) => ({
    ...operation,
    responses: {
      ...operation.responses,
      ...Object.fromEntries(
        added(operation, bindings).map((status) => [
          String(status),
          withProblem(operation.responses[String(status)], status),
        ]),
      ),
    },
  }));
  return {
    ...spec,
    servers: [{ url: base || "/", variables: {} }],
    operations,
    schemas: { ...spec.schemas, [name]: asSpecSchema(problem) },
  };
}
