import type { Spec } from "../../../api/index.ts";
import type { Named } from "../../specification/named.ts";
import { plain } from "../../specification/text.ts";
import { isAbsolute } from "./servers.ts";

const most = 300;

const rowOf = ({ name, operation: { method, path, summary } }: Named): string =>
  `- \`${name}\`, ${method.toUpperCase()} \`${path.replaceAll("`", "")}\`${summary === undefined ? "" : `: ${plain(summary).slice(0, 120)}`}`;

/** A first call that compiles once its dots are filled in. */
function firstCall(spec: Spec, first: Named | undefined, name: string): string {
  const [scheme] = Object.keys(spec.securitySchemes);
  const options = [
    ...(spec.servers.some(isAbsolute) ? [] : ['baseUrl: "https://…"']),
    ...(scheme === undefined ? [] : [`auth: { ${JSON.stringify(scheme)}: "…" }`]),
  ];
  const given = [
    ...(first?.operation.parameters ?? [])
      .filter(({ required }) => required)
      .map((parameter) => `${first?.keys.get(parameter) ?? ""}: …`),
    ...(first?.operation.requestBody?.required ? ["body: …"] : []),
  ];
  const call = first && [
    `const result = await ${first.name}(client${given.length ? `, { ${given.join(", ")} }` : ""});`,
    "if (result.ok) console.log(result.data);",
    "else console.error(result.kind, result.data);",
  ];
  return [
    `import { createClient${first ? `, ${first.name}` : ""} } from "${name}";`,
    "",
    `const client = createClient(${options.length ? `{ ${options.join(", ")} }` : ""});`,
    ...(call ?? []),
  ].join("\n");
}

/** README.md of a client whose package has this name. */
export function readme(spec: Spec, operations: readonly Named[], name: string): string {
  const first = operations.find(({ operation }) => operation.method === "get") ?? operations[0];
  return `# ${name}

Client for ${plain(spec.info.title)}, version ${plain(spec.info.version)}. It depends on nothing but \`fetch\`.

## Use

\`\`\`ts
${firstCall(spec, first, name)}
\`\`\`

\`result.kind\` is a described status (\`"200"\`, \`"4XX"\`, \`"default"\`) or \`"unexpected"\`, and tells the type of \`result.data\`.
A success that does not fit its schema raises \`InvalidResponseError\`, an error that does not is \`"unexpected"\`. What fails with 408, 429 or 5xx is repeated if that is safe.
The last argument of a call takes \`signal\`, \`timeout\`, \`retries\`, \`headers\` and \`baseUrl\` for this call alone; \`createClient\` takes
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
