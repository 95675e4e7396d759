import {
  resourceOf,
  type ApiDefinition,
  type Example,
  type Operation,
  type Resource,
} from "../../../api/index.ts";
import { code, imported, joinModule, joined, ts, type Code } from "../../../code/index.ts";
import { isObject } from "../../../lib/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { paths } from "../names.ts";
import { accountTests } from "./accounts.ts";
import { prepared, sent } from "./calls.ts";
import { clientModule } from "./client.ts";
import { valueOf } from "./values.ts";

/** What vitest and jest have in common: a file of tests a resource, out of the definition's examples. */
export const suite = (
  api: ApiDefinition,
  examples: readonly Example[],
  runner: string,
): readonly GeneratedFile[] => [
  {
    path: "tests/client.ts",
    text: joinModule("tests/client.ts", [clientModule(runner, Object.keys(api.securitySchemes).length > 0)]),
  },
  ...accountTests(api, examples, runner),
  ...api.resources.map((resource) => {
    const { test } = paths(resource);
    return { path: test, text: joinModule(test, [testModule(resource, api, examples, runner)]) };
  }),
];

const problemOf = ({ title, errors = [] }: NonNullable<Example["expect"]["problem"]>): readonly Code[] => [
  ts`expect(answer.body).toMatchObject({ title: ${title} });`,
  ...errors.map((error) => ts`expect(answer.errors).toContainEqual(${valueOf(error)});`),
];

function expectations({ expect }: Example): readonly Code[] {
  const { status, body, list, without = [], headers = {}, problem } = expect;
  return [
    ts`expect(answer.status).toBe(${status});`,
    ...(body === undefined
      ? []
      : [ts`expect(answer.body).${code(isObject(body) ? "toMatchObject" : "toEqual")}(${valueOf(body)});`]),
    ...(list ? [ts`expect(answer.body).toHaveLength(${list.length});`] : []),
    ...(list?.items?.length ? [ts`expect(answer.body).toMatchObject(${valueOf(list.items)});`] : []),
    ...without.map((name) => ts`expect(answer.body).not.toHaveProperty(${name});`),
    ...Object.entries(headers).map(
      ([name, value]) => ts`expect(answer.headers.get(${name})).toBe(${valueOf(value)});`,
    ),
    ...(problem ? problemOf(problem) : []),
  ];
}

function test(example: Example): Code {
  const { before, call, expect } = example;
  const preparations = before.map((earlier, index) =>
    prepared(earlier, JSON.stringify([before.slice(index + 1), call, expect])),
  );
  return ts`it(${example.name}, async () => {
    ${joined([...preparations, ts`const answer = await ${sent(call)};`, ...expectations(example)])}
  });`;
}

const heading = ({ method, path }: Operation): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

/** `tests/<resource>.test.ts` */
function testModule(
  resource: Resource,
  api: ApiDefinition,
  examples: readonly Example[],
  runner: string,
): Code {
  const groups = api.operations
    .filter((operation) => resourceOf(api, operation) === resource)
    .flatMap((operation) => {
      const own = examples.filter(({ operationId }) => operationId === operation.operationId);
      return own.length
        ? ts`describe(${heading(operation)}, () => {
  ${joined(own.map(test), "\n\n")}
});`
        : [];
    });
  const used = code("", [{ from: runner, names: ["describe", "expect", "it"] }]);
  return ts`${used}const client = ${imported("/tests/client.ts", "testClient")}();

${joined(groups, "\n\n")}`;
}
