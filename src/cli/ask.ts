import { listed, UserError, inTable } from "../lib/index.ts";
import type { Ask } from "../session/index.ts";
import type { Answers } from "./lines.ts";

/** Lets the user edit a text; returns what was saved. */
export type Editor = (text: string, extension: string) => Promise<string>;

/** Without a terminal, a pipe may stay open without input: answers are awaited for at most this long, in milliseconds. */
const patience = 20_000;

export interface AskOptions {
  readonly answers: Answers;
  /** `--yes`. */
  readonly yes: boolean;
  /** `undefined` without a terminal. */
  readonly edit: Editor | undefined;
  /** Never asks. */
  readonly silent?: boolean;
  /** Prints what would be asked about instead. */
  readonly printing?: boolean;
  note(text: string): void;
}

const words: Readonly<Record<string, string>> = { yes: "y", no: "n", edit: "e" };

export const ask = (options: AskOptions): Ask => ({
  printing: options.printing ?? false,
  choose: (question, choices) => choose(question, choices, options),
  edit: async (text, extension) => {
    if (options.edit) return options.edit(text, extension);
    throw new UserError(
      "no_editor",
      "There is no terminal to edit on.",
      "Write the definition into a YAML file and pass its path.",
    );
  },
});

async function choose<const C extends string>(
  question: string,
  choices: readonly C[],
  { answers, yes, edit, note, silent }: AskOptions,
): Promise<C> {
  const is = (text: string): C | undefined => choices.find((choice) => choice === text);
  const agreed = yes ? is("y") : undefined;
  if (agreed !== undefined) return agreed;
  for (;;) {
    const line = silent
      ? undefined
      : await answers.next(`${question} [${choices.join("/")}] `, edit ? undefined : patience);
    if (line === undefined) {
      note(`\nNobody answered, so the answer is no; --yes goes on without asking.\n`);
      const none = is("n");
      if (none !== undefined) return none;
      throw new UserError("no_answer", "Nobody answered.", "Run it in a terminal.");
    }
    const answer = line.trim().toLowerCase();
    if (!edit) note(`${line.trim().slice(0, 80)}\n`); // a terminal echoes the input, a pipe doesn't
    const chosen = is(inTable(words, answer) ?? answer);
    if (chosen !== undefined) return chosen;
    note(`Please answer ${listed(choices, "or")}.\n`);
    question = "";
  }
}
