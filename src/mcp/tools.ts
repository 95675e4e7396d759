import type { Command, Flag } from "../commands/index.ts";
import type { Table } from "../lib/index.ts";
import type { ObjectSchema } from "../schema/index.ts";

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly annotations?: { readonly readOnlyHint: true };
}

const yes = {
  type: "boolean",
  description: "Answer the command's questions with yes; otherwise with no, and nothing is written.",
} as const;

/** A tool for each command that its table marks, from its argument and its flags. */
export async function mcpTools(commands: Table<Command, string>): Promise<readonly McpTool[]> {
  const all = await Promise.all(
    commands.names.map(async (name) => [name, await commands.load(name)] as const),
  );
  return all.flatMap(([name, command]) => (command.mcp ? [toolOf(name, command)] : []));
}

function toolOf(name: string, { summary, keywords, readOnly, argument, flags }: Command): McpTool {
  const options = Object.entries(flags).map(([flag, of]) => [flag, schemaOf(of)] as const);
  return {
    name,
    description: `${keywords ? `${keywords}. ` : ""}${summary}.${argument ? ` Takes ${argument.summary}.` : ""}`,
    inputSchema: {
      type: "object",
      properties: {
        ...(argument && { argument: { type: "string", description: argument.summary } as const }),
        ...Object.fromEntries(options),
        yes,
      },
      required: argument?.required ? ["argument"] : [],
      additionalProperties: false,
    },
    ...(readOnly && !Object.values(flags).some(writes) && { annotations: { readOnlyHint: true } }),
  };
}

/** Whether the flag's value is a file to write. */
const writes = (flag: Flag): boolean => flag.type === "string" && flag.files === true;

const schemaOf = (flag: Flag) =>
  flag.type === "boolean"
    ? ({ type: "boolean", description: flag.summary } as const)
    : flag.type === "choice"
      ? ({ type: "string", enum: flag.choices, description: flag.summary } as const)
      : flag.type === "number"
        ? ({
            type: "integer",
            minimum: flag.least,
            maximum: flag.most,
            description: flag.summary,
          } as const)
        : ({ type: "string", description: flag.summary } as const);
