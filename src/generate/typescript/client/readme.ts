import type { Spec } from "../../../api/index.ts";
import { exampleCall, type ExampleCall } from "../../specification/example.ts";
import type { Named } from "../../specification/named.ts";
import { plain } from "../../specification/text.ts";
import { groups, pathKeys, unique } from "./grouped.ts";
import { key } from "./names.ts";
import { isAbsolute } from "./servers.ts";

const most = 300;

const rowOf = ({ name, operation: { method, path, summary } }: Named): string =>
  `- \`${name}\`, ${method.toUpperCase()} \`${path.replaceAll("`", "")}\`${summary === undefined ? "" : `: ${plain(summary).slice(0, 120)}`}`;

/** Arguments of a method: what its path names, then everything else. */
function argumentsOf({ named, values }: ExampleCall): string {
  const first = unique(pathKeys(named));
  const rest = [...values].filter(([key]) => !first.includes(key));
  const object = rest.map(([name, value]) => `${key(name)}: ${JSON.stringify(value)}`);
  const own = first.map((name) => JSON.stringify(values.get(name) ?? ""));
  return [...own, ...(object.length ? [`{ ${object.join(", ")} }`] : [])].join(", ");
}

const memberOf = (name: string): string => (key(name) === name ? `.${name}` : `[${JSON.stringify(name)}]`);

/** A first call, which compiles as it is. */
function firstCall(spec: Spec, operations: readonly Named[], name: string): string {
  const [scheme] = Object.keys(spec.securitySchemes);
  const options = [
    ...(spec.servers.some(isAbsolute) ? [] : ['baseUrl: "https://api.example.com"']),
    ...(scheme === undefined ? [] : [`auth: { ${key(scheme)}: "…" }`]),
  ];
  const example = exampleCall(operations, spec);
  const found = groups(operations).flatMap((group) =>
    group.methods.flatMap((one) =>
      one.named === example?.named ? [{ group: group.name, method: one.name }] : [],
    ),
  )[0];
  const method = found && `api${memberOf(found.group)}${memberOf(found.method)}`;
  const call = example && method && `${method}(${argumentsOf(example)})`;
  return [
    operations.length
      ? `import { createApi, ResponseError } from "${name}";`
      : `import { createClient } from "${name}";`,
    "",
    `const api = ${operations.length ? "createApi" : "createClient"}(${options.length ? `{ ${options.join(", ")} }` : ""});`,
    ...(call
      ? [
          "try {",
          `  console.log(await ${call});`,
          "} catch (error) {",
          "  if (error instanceof ResponseError) console.error(error.status, error.data);",
          "  else throw error;",
          "}",
        ]
      : []),
  ].join("\n");
}

/** The same call as a function, which a bundler keeps alone. */
function oneFunction(spec: Spec, operations: readonly Named[], name: string): string {
  const example = exampleCall(operations, spec);
  if (!example) return "";
  const options = spec.servers.some(isAbsolute) ? "" : '{ baseUrl: "https://api.example.com" }';
  const given = [...example.values].map(([one, value]) => `${key(one)}: ${JSON.stringify(value)}`);
  return `\`\`\`ts
import { createClient, ${example.named.name} } from "${name}";

const result = await ${example.named.name}(createClient(${options})${given.length ? `, { ${given.join(", ")} }` : ""});
if (result.ok) console.log(result.data);
else console.error(result.kind, result.data);
\`\`\`
`;
}

/** README.md of a client whose package has this name. */
export function readme(spec: Spec, operations: readonly Named[], name: string): string {
  return `# ${name}

Client for ${plain(spec.info.title)}, version ${plain(spec.info.version)}. It depends on nothing but \`fetch\`.

## Use

\`\`\`ts
${firstCall(spec, operations, name)}
\`\`\`

A method gives the data of a success and raises \`ResponseError\` for any other answer; its \`result()\` gives the answer instead.
Each operation is a function, too, so that a bundler keeps what is called alone:

${oneFunction(spec, operations, name)}
\`result.ok\` says whether the answer is a described success; \`result.kind\` is a described status (\`"200"\`, \`"4XX"\`, \`"default"\`) or \`"unexpected"\`, and tells the type of \`result.data\`.
A success that does not fit its schema raises \`InvalidResponseError\`, an error that does not is \`"unexpected"\`; values that the
document does not list are taken, unless \`strict: true\`. What fails with 408, 429 or 5xx is repeated if that is safe.
The last argument of a call takes \`signal\`, \`timeout\`, \`retries\`, \`headers\`, \`baseUrl\` and \`idempotencyKey\` (which lets any
method be repeated) for this call alone; \`createClient\` takes
them for all.

## Publishing

\`\`\`sh
npm install
npm publish
\`\`\`

\`npm publish\` compiles \`src\` into \`dist\` first. The package's name and version stand in package.json; both are yours to change.

## Operations

${operations.slice(0, most).map(rowOf).join("\n")}
${operations.length > most ? `\n… and ${operations.length - most} more.\n` : ""}`;
}
