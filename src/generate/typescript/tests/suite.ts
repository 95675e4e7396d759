import {
  namesOf,
  type ApiDefinition,
  type Call,
  type Example,
  type Operation,
  type Resource,
} from "../../../api/index.ts";
import { code, imported, joinModule, joined, ts, type Code } from "../../../code/index.ts";
import { isObject } from "../../../lib/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { paths } from "../names.ts";
import { clientModule } from "./client.ts";
import { textOf, valueOf } from "./values.ts";

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
  ...api.resources.map((resource) => {
    const { test } = paths(resource);
    return { path: test, text: joinModule(test, [testModule(resource, api, examples, runner)]) };
  }),
];

const argumentsOf = ({ path, body }: Call): Code =>
  ts`${textOf(path)}${body === undefined ? code("") : ts`, ${valueOf(body)}`}`;

function sent(call: Call): Code {
  const { method, path, raw, body, token } = call;
  if (token !== undefined && token !== "valid") {
    const json = ts`{ contentType: "application/json", text: ${JSON.stringify(body)} }`;
    return ts`client.send(${method.toUpperCase()}, ${textOf(path)}, ${body === undefined ? code("undefined") : json}, ${token})`;
  }
  if (!raw) return ts`client.${code(method.toLowerCase())}(${argumentsOf(call)})`;
  return ts`client.send(${method.toUpperCase()}, ${textOf(path)}, { contentType: ${raw.contentType}, text: ${textOf(raw.text)}${raw.repeat === undefined ? code("") : ts`.repeat(${raw.repeat})`} })`;
}

/** An earlier request; its answer has a name only if something later mentions it. */
function prepared(call: Call, later: string): Code {
  const named = call.as !== undefined && later.includes(`{{${call.as}.`);
  return ts`${code(named ? `const ${call.as} = ` : "")}await client.record(${call.method.toUpperCase()}, ${argumentsOf(call)});`;
}

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
  const root = `/api/${namesOf(resource).plural.kebab}`;
  const groups = api.operations
    .filter(({ path }) => path === root || path.startsWith(`${root}/`))
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
