import type { JsonSchema } from "../../schema/index.ts";
import { problemTitles, problemType, type ProblemStatus } from "../problems.ts";
import { problem } from "../schemas.ts";
import type { Spec, SpecOperation, SpecResponse, SpecSchema } from "../spec.ts";
import type { OperationBinding, Storage } from "./storage/types.ts";

/** Converts the JSON Schema of our own problem to a specification schema. */
function asSpecSchema({ example, properties, items, ...rest }: JsonSchema): SpecSchema {
  return {
    ...(rest as SpecSchema), // what is left has the same words in both
    ...(example === undefined ? {} : { examples: [example as string] }), // ours are texts and numbers
    ...(items === undefined ? {} : { items: asSpecSchema(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, asSpecSchema(property)]),
          ),
        }),
  };
}

/** Returns the statuses for invalid requests. */
const requestProblems = ({ parameters, requestBody, security }: SpecOperation): readonly ProblemStatus[] => [
  ...(parameters.length > 0 || requestBody !== undefined ? ([400] as const) : []),
  ...(security.length ? ([401] as const) : []),
  ...(requestBody ? ([413, 415] as const) : []),
];

/**
 * Returns the specification of a generated server: the given one with the errors that the server adds, as problem
 * details.
 * @param base path of the server, the prefix of all paths
 */
export const servedByStorage = (spec: Spec, storage: Storage, base: string): Spec =>
  withProblems(spec, base, (operation) => {
    const binding = storage.bound.get(operation.operationId);
    return [
      ...requestProblems(operation),
      ...(binding ? doneStatuses(binding, storage) : openStatuses(storage, operation)),
    ];
  });

const openStatuses = ({ unbound }: Storage, { operationId }: SpecOperation): readonly ProblemStatus[] => [
  ...(unbound.get(operationId)?.parents.length ? ([404] as const) : []),
  501,
];

/** Returns further statuses, depending on what the operation does with records. */
function doneStatuses(
  { resource, does, where, parents, body, owner, unless, sets }: OperationBinding,
  { resources }: Storage,
): readonly ProblemStatus[] {
  const isOne =
    does !== "list" && does !== "create" && does !== "put" && does !== "login" && does !== "nothing";
  const sent = new Set(Object.values(body?.columns ?? {}));
  const unique = resources
    .flatMap(({ name, key, columns, unique: together }) => [
      ...columns.flatMap((column) => (column.unique ? [column.name] : [])),
      ...together.flat(),
      ...(name === resource ? key : []),
    ])
    .some((name) => sent.has(name));
  const isSelected = [...where.map(({ value }) => value), ...Object.values(sets)].some(
    ({ from }) => from === "select",
  );
  return [
    ...(body || Object.keys(sets).length ? ([400] as const) : []),
    ...(does === "login" || does === "link" || does === "unlink" ? ([401] as const) : []),
    ...(owner === undefined ? [] : ([403] as const)),
    ...(isOne || parents.length || isSelected ? ([404] as const) : []),
    ...((body && (unique || body.patch)) || unless ? ([409] as const) : []),
  ];
}

function withProblems(
  spec: Spec,
  base: string,
  statuses: (operation: SpecOperation) => readonly ProblemStatus[],
): Spec {
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
        statuses(operation).map((status) => [
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
