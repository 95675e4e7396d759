import type { GeneratedFile, Part } from "./contracts.ts";
import { plain } from "./specification/text.ts";

/** `.env.example`: the variables of a project, each with what it is for. */
export const environmentFile = ({ environment }: Part): GeneratedFile => ({
  path: ".env.example",
  text: Object.entries({
    PORT: { value: "3000", comment: "Port that the server listens on." },
    ...environment,
  })
    .map(([name, { value, comment }]) => `# ${comment}\n${name}=${value}\n`)
    .join("\n"),
});

/** Commands for working with a generated project. */
export interface Commands {
  readonly install: string;
  readonly start: string;
  readonly test: string;
  readonly checks: string;
  readonly production: string;
}

/** Commands as Markdown shows them. */
export const block = (...lines: readonly string[]): string => ["```sh", ...lines, "```"].join("\n");

/** Returns the README sections on tests, settings and production. */
export const howTo = (commands: Commands, { environment = {} }: Part): readonly string[] => [
  "## Tests",
  block(commands.test, commands.checks),
  "## Settings",
  "Read from the environment and from `.env`, for which `.env.example` is a pattern.",
  [
    "| Name | Meaning |",
    "| --- | --- |",
    "| `PORT` | Port that the server listens on. |",
    ...Object.entries(environment).map(([name, { comment }]) => `| \`${name}\` | ${plain(comment)} |`),
  ].join("\n"),
  "## Production",
  block(commands.production),
];
