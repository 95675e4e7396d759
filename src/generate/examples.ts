import { resourceOf, type ApiDefinition, type Example, type Operation, type Resource } from "../api/index.ts";

export interface Exemplified {
  readonly operation: Pick<Operation, "operationId" | "method" | "path">;
  readonly examples: readonly Example[];
}

const health = { operationId: "health", method: "get", path: "/healthz" } as const;

/** What every application serves: the tests of one without resources. */
export const ofApplication: readonly Example[] = [
  {
    operationId: health.operationId,
    name: "reports that the database can be reached",
    kind: "success",
    before: [],
    call: health,
    expect: { status: 200, body: { status: "ok" } },
  },
  {
    operationId: health.operationId,
    name: "answers 404 for other paths",
    kind: "error",
    before: [],
    call: { ...health, path: "/api/nothing" },
    expect: { status: 404, problem: { title: "Not found" } },
  },
];

/** Returns the test file of the application itself, if the examples are about it. */
export const applicationTests = <File>(
  examples: readonly Example[],
  file: (operations: readonly Exemplified[]) => File,
): readonly File[] =>
  examples === ofApplication ? [file([{ operation: health, examples: ofApplication }])] : [];

/** Returns the operations with examples, by resource, in the order of the definition. */
export function byResource(
  api: ApiDefinition,
  examples: readonly Example[],
): ReadonlyMap<Resource, readonly Exemplified[]> {
  const byOperation = Map.groupBy(examples, ({ operationId }) => operationId);
  const groups = new Map<Resource, Exemplified[]>(api.resources.map((resource) => [resource, []]));
  for (const operation of api.operations) {
    const operationExamples = byOperation.get(operation.operationId);
    const resource = operationExamples && resourceOf(api, operation);
    if (resource) groups.get(resource)?.push({ operation, examples: operationExamples });
  }
  return groups;
}

/** Returns the resource of the accounts and the example of a login that succeeds; undefined without accounts. */
export function loginOf(api: ApiDefinition, examples: readonly Example[]) {
  const operation = api.operations.find(({ binding }) => binding?.does === "login");
  const resource = operation && resourceOf(api, operation);
  const login = examples.find(
    ({ operationId, kind }) => operationId === operation?.operationId && kind === "success",
  );
  return resource && login && { resource, login };
}

/** Returns the statements that precede a test; each is built with the text of everything after it. */
export function preparations<Made>(
  { before, ...rest }: Pick<Example, "before">,
  prepared: (earlier: Example["call"], later: string) => Made,
): readonly Made[] {
  let later = JSON.stringify(rest);
  return before
    .toReversed()
    .map((earlier) => {
      const steps = prepared(earlier, later);
      later += JSON.stringify(earlier);
      return steps;
    })
    .reverse();
}
