import type { Argument, Flags } from "./command.ts";

/** Example lines that work as they are, made from the argument and the flags' first choices. */
export function examples(
  name: string,
  { argument, flags }: { readonly argument?: Argument | undefined; readonly flags: Flags },
): readonly string[] {
  const plain = argument?.example ? `${name} ${argument.example}` : name;
  const choice = Object.entries(flags).find(([, flag]) => flag.type === "choice");
  const first =
    choice?.[1].type === "choice" ? `${plain} --${choice[0]}=${choice[1].choices[0] ?? ""}` : undefined;
  return argument && !argument.required ? [name, plain] : first ? [plain, first] : [plain];
}

/** ` <name>` for a required argument, ` [name]` for an optional one, otherwise nothing. */
export const placeholder = (argument: Argument | undefined): string =>
  argument ? (argument.required ? ` <${argument.name}>` : ` [${argument.name}]`) : "";
