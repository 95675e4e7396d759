import type { Spec } from "../../../api/index.ts";
import {
  firstExample,
  lineOf,
  mostShown,
  type ExampleCall,
  type Examples,
} from "../../specification/example.ts";
import type { OperationGroup } from "../../specification/groups.ts";
import type { Held } from "../../specification/held.ts";
import { kindsIn } from "../../specification/int64.ts";
import type { Named } from "../../specification/named.ts";
import { plain } from "../../specification/text.ts";
import { groups, pathKeys, unique } from "./grouped.ts";
import { key, literal, shownValue } from "./typescript-literals.ts";
import { exampleValues, functionCall } from "./operations.ts";
import { isAbsolute } from "./servers.ts";

/** Returns the arguments of a method: path parameters, then an object with the others. */
function argumentsOf(example: ExampleCall<Named>): string {
  const first = unique(pathKeys(example.called));
  const values = new Map(exampleValues(example));
  const rest = [...values].filter(([name]) => !first.includes(name));
  const object = rest.map(([name, value]) => `${key(name)}: ${shownValue(value)}`);
  const positional = first.map((name) => shownValue(values.get(name) ?? ""));
  return [...positional, ...(object.length ? [`{ ${object.join(", ")} }`] : [])].join(", ");
}

const memberOf = (name: string): string => (key(name) === name ? `.${name}` : `[${literal(name)}]`);

/** The text with which the grouped API calls each operation. */
type Calls = ReadonlyMap<Named, string>;

const callsOf = (all: readonly OperationGroup[]): Calls =>
  new Map(
    all.flatMap((group) =>
      group.methods.map(({ named, name }) => [named, `api${memberOf(group.name)}${memberOf(name)}`] as const),
    ),
  );

/** Returns a client's options: what the document leaves open, and a credential. */
const optionsOf = (spec: Spec, ...more: readonly string[]): string => {
  const options = [...(spec.servers.some(isAbsolute) ? [] : ['baseUrl: "https://api.example.com"']), ...more];
  return options.length ? `{ ${options.join(", ")} }` : "";
};

/** Returns a first call, which compiles unchanged. */
function firstCall(spec: Spec, { operations, examples, name }: Described, calls: Calls): string {
  const [scheme] = Object.keys(spec.securitySchemes);
  const options = optionsOf(spec, ...(scheme === undefined ? [] : [`auth: { ${key(scheme)}: "…" }`]));
  const example = firstExample(examples);
  const method = example && calls.get(example.called);
  return [
    operations.length
      ? `import { createApi, ResponseError } from "${name}";`
      : `import { createClient } from "${name}";`,
    "",
    `const api = ${operations.length ? "createApi" : "createClient"}(${options});`,
    ...(example && method !== undefined
      ? [
          "try {",
          `  console.log(await ${method}(${argumentsOf(example)}));`,
          "} catch (error) {",
          "  if (error instanceof ResponseError) console.error(error.status, error.data);",
          "  else throw error;",
          "}",
        ]
      : []),
  ].join("\n");
}

/** Returns the same call as a function, which a bundler can keep without the others. */
function oneFunction(spec: Spec, { examples, name }: Described): string {
  const example = firstExample(examples);
  return example
    ? `\`\`\`ts
import { createClient, ${example.called.name} } from "${name}";

const result = await ${functionCall(example, `createClient(${optionsOf(spec)})`)};
if (result.ok) console.log(result.data);
else console.error(result.kind, result.data);
\`\`\`
`
    : "";
}

/** Shows how to page, with the first operation that has pages. */
function pagesText(spec: Spec, { examples, paged, name }: Described): string {
  const example = paged.flatMap((named) => examples.get(named) ?? [])[0];
  if (!example) return "";
  const walk = `${example.called.name}Pages`;
  const call = functionCall(example, `createClient(${optionsOf(spec)})`).slice(example.called.name.length);
  return `An operation that pages has a function for all its pages, and \`.items\` for what they hold:

\`\`\`ts
import { createClient, ${walk} } from "${name}";

for await (const item of ${walk}.items${call}) console.log(item);
\`\`\`
`;
}

/** Returns a call of each operation of a group with its path; only its name if no short call was found. */
function groupText({ name, methods }: OperationGroup, calls: Calls, examples: Examples<Named>): string {
  const lines = methods.map(({ named }) => {
    const example = examples.get(named);
    const call = calls.get(named) ?? "";
    return `${example ? `await ${call}(${argumentsOf(example)}); //` : `// ${call}:`} ${lineOf(named.operation)}`;
  });
  return `### ${plain(name)}\n\n\`\`\`ts\n${lines.join("\n").replaceAll("`", "'")}\n\`\`\`\n`;
}

/** Lists operations by group, as many as a reader may look through. */
function operationsText(
  all: readonly OperationGroup[],
  { operations, examples }: Described,
  calls: Calls,
): string {
  const shownOperations = new Set(operations.slice(0, mostShown));
  return all
    .map((group) => ({ ...group, methods: group.methods.filter(({ named }) => shownOperations.has(named)) }))
    .filter(({ methods }) => methods.length)
    .map((group) => groupText(group, calls, examples))
    .join("\n");
}

/** The contents of a README. */
export interface Described {
  readonly operations: readonly Named[];
  readonly examples: Examples<Named>;
  /** The operations with pages. */
  readonly paged: readonly Named[];
  readonly held: Held;
  readonly name: string;
}

const checked = `A success that does not fit its schema raises \`InvalidResponseError\`, an error that does not is \`"unexpected"\`; values that the
document does not list are taken, unless \`strict: true\`.`;
const unchecked = `Answers are not checked; \`validate(check…, value)\` checks a value against a schema.`;

const times = {
  text: "Times are texts, as the API has them; generated with `--dates=date` they are `Date`, with `--dates=temporal` types of Temporal.",
  date: "Times are `Date`, which counts milliseconds: what follows them is lost. `--dates=text` keeps their texts.",
  temporal: "Times are `Temporal.Instant` and dates `Temporal.PlainDate`; `--dates=text` keeps their texts.",
};
const integers = {
  number:
    "Integers of 64 bits are numbers, and bigints beyond 2^53; generated with `--int64=text` they are texts.",
  string: "Integers of 64 bits are texts; `--int64=number` makes them numbers, and bigints beyond 2^53.",
};

/** Describes how values are represented that JSON only has strings or numbers for, if there are any. */
function valuesText(spec: Spec, { dates, int64 }: Held): string {
  const kinds = kindsIn(spec);
  return [
    ...(kinds.times ? [times[dates ?? "text"]] : []),
    ...(kinds.int64 ? [integers[int64 ?? "number"]] : []),
    "",
  ].join("\n");
}

export function readme(spec: Spec, described: Described): string {
  const { operations, name } = described;
  const all = groups(operations);
  const calls = callsOf(all);
  return `# ${name}

Client for ${plain(spec.info.title)}, version ${plain(spec.info.version)}. It depends on nothing but \`fetch\`.

## Use

\`\`\`ts
${firstCall(spec, described, calls)}
\`\`\`

A method gives the data of a success and raises \`ResponseError\` for any other answer; its \`result()\` gives the answer instead.
Each operation is a function, too, so that a bundler keeps what is called alone:

${oneFunction(spec, described)}
\`result.ok\` says whether the answer is a described success; \`result.kind\` is a described status (\`"200"\`, \`"4XX"\`, \`"default"\`) or \`"unexpected"\`, and tells the type of \`result.data\`.
${described.held.checks === "none" ? unchecked : checked} What fails with 408, 429 or 5xx is repeated if that is safe.
The last argument of a call takes \`signal\`, \`timeout\`, \`retries\`, \`headers\`, \`baseUrl\` and \`idempotencyKey\` (which lets any
method be repeated) for this call alone; \`createClient\` takes
them for all.

${valuesText(spec, described.held)}
${pagesText(spec, described)}
## Publishing

\`\`\`sh
npm install
npm publish
\`\`\`

\`npm publish\` compiles \`src\` into \`dist\` first. The package's name and version stand in package.json; both are yours to change.

## Operations

${operationsText(all, described, calls)}${operations.length > mostShown ? `\n… and ${operations.length - mostShown} more.\n` : ""}`;
}
