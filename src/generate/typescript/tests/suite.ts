import { hasEtags, isSecured, type ApiDefinition, type Example } from "../../../api/index.ts";
import { code, imported, joinModule, joined, ts, type Code } from "../../../code/index.ts";
import { isObject } from "../../../lib/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { applicationTests, byResource, preparations, type Exemplified } from "../../examples.ts";
import { paths } from "../typescript-names.ts";
import { accountTests } from "./accounts.ts";
import { etagTests } from "./etag.ts";
import { prepared, sent } from "./calls.ts";
import { clientModule } from "./client.ts";
import { valueOf } from "./values.ts";

/** What vitest and jest share: one test file per resource, from the definition's examples. */
export const suite = (
  api: ApiDefinition,
  examples: readonly Example[],
  runner: string,
): readonly GeneratedFile[] => [
  {
    path: "tests/client.ts",
    text: joinModule("tests/client.ts", [
      clientModule(runner, {
        auth: isSecured(api),
        versioned: hasEtags(api),
      }),
    ]),
  },
  ...accountTests(api, examples, runner),
  ...etagTests(api, runner),
  ...[...byResource(api, examples)].map(([resource, operations]) => {
    const { test } = paths(resource);
    return testFile(test, operations, runner);
  }),
  ...applicationTests(examples, (operations) => testFile("tests/app.test.ts", operations, runner)),
];

const testFile = (path: string, operations: readonly Exemplified[], runner: string): GeneratedFile => ({
  path,
  text: joinModule(path, [testModule(operations, runner)]),
});

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
  const lines = preparations(example, prepared);
  return ts`it(${example.name}, async () => {
    ${joined([...lines, ts`const answer = await ${sent(example.call)};`, ...expectations(example)])}
  });`;
}

const heading = ({ method, path }: Exemplified["operation"]): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

/** `tests/<resource>.test.ts` */
function testModule(operations: readonly Exemplified[], runner: string): Code {
  const groups = operations.map(
    ({ operation, examples }) => ts`describe(${heading(operation)}, () => {
  ${joined(examples.map(test), "\n\n")}
});`,
  );
  const used = code("", [{ from: runner, names: ["describe", "expect", "it"] }]);
  return ts`${used}const client = ${imported("/tests/client.ts", "testClient")}();

${joined(groups, "\n\n")}`;
}
