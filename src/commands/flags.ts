import { inTable, listed, nearest, type UserError, usageError } from "../lib/index.ts";
import type { Argument, Flag, Flags, Input } from "./command.ts";
import { line, type Word } from "./command-words.ts";

/** What a line is parsed by. `prefix`: the text before the name in suggested lines, `/` or `antiphon `. */
export interface Grammar {
  readonly prefix: string;
  readonly name: string;
  readonly argument?: Argument | undefined;
  readonly flags: Flags;
  /** Valid flags that are parsed elsewhere; only used for suggestions. */
  readonly others?: readonly string[];
}

export type FlagValues = { [name: string]: string | number | boolean | undefined };

const pattern = /^--([a-z][a-z0-9-]*)(?:=([\s\S]*))?$/;

/** Returns a flag's name and inline value; `undefined` for any other word. */
function flagOf({
  text,
  quoted,
}: Word): { readonly name: string; readonly value: string | undefined } | undefined {
  const match = quoted ? null : pattern.exec(text);
  return match ? { name: match[1] ?? "", value: match[2] } : undefined;
}

/** Takes the flags in `flags` out of `all`; other words stay in `rest`, in order. */
export function take(
  all: readonly Word[],
  grammar: Grammar,
): { readonly values: FlagValues; readonly rest: readonly Word[] } {
  const values: FlagValues = {};
  const rest: Word[] = [];
  for (let i = 0; i < all.length; i++) {
    const word = all[i];
    if (word === undefined) break;
    if (word.text === "--" && !word.quoted) {
      rest.push(...all.slice(i));
      break;
    }
    const found = flagOf(word);
    const flag = found && inTable(grammar.flags, found.name);
    if (!found || !flag) {
      rest.push(word);
      continue;
    }
    const next = all[i + 1];
    const bare = "bare" in flag ? flag.bare : undefined;
    const apart =
      flag.type !== "boolean" && found.value === undefined && next !== undefined && !flagOf(next) && !bare;
    const correct = (text: string): string =>
      corrected(grammar, [
        ...all.slice(0, i),
        ...text
          .split(" ")
          .filter(Boolean)
          .map((t) => ({ text: t, gap: " ", quoted: false })),
        ...all.slice(apart ? i + 2 : i + 1),
      ]);
    values[found.name] = valueOf(found.name, flag, apart ? next.text : (found.value ?? bare), correct);
    if (apart) i++;
  }
  return { values, rest };
}

function valueOf(
  name: string,
  flag: Flag,
  value: string | undefined,
  correct: (text: string) => string,
): string | number | boolean {
  if (flag.type === "boolean") {
    if (value === undefined) return true;
    throw usage("flag_value", `--${name} takes no value.`, correct(`--${name}`));
  }
  const example = flag.type === "choice" ? (flag.choices[0] ?? "") : (flag.example ?? "VALUE");
  if (value === undefined || value === "")
    throw usage(
      "flag_value",
      flag.type === "choice"
        ? `--${name} needs a value: ${listed(flag.choices, "or")}.`
        : `--${name} needs a value (${flag.summary}).`,
      correct(`--${name}=${example}`),
    );
  if (flag.type === "number") {
    const number = Number(value);
    if (Number.isInteger(number) && number >= flag.least && number <= flag.most) return number;
    throw usage(
      "flag_value",
      `--${name} can't be ${quoteValue(value)}; it is a whole number from ${flag.least} to ${flag.most}.`,
      correct(`--${name}=${nearestIn(flag, number)}`),
    );
  }
  if (flag.type === "string" || flag.choices.includes(value)) return value;
  const meant = nearest(value, flag.choices);
  const hint = meant ? `; did you mean ${meant}?` : `; it is ${listed(flag.choices, "or")}.`;
  throw usage(
    "flag_value",
    `--${name} can't be ${quoteValue(value)}${hint}${!meant && flag.mixup ? ` (${flag.mixup})` : ""}`,
    correct(`--${name}=${meant ?? example}`),
  );
}

const nearestIn = (
  { least, most, example }: Flag & { readonly type: "number" },
  value: number,
): string | number => (Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : example);

/** Parses everything after a command's name. Throws UserError (usage) with the correct spelling. */
export function parse(all: readonly Word[], grammar: Grammar): Input<never> {
  const { values, rest } = take(all, grammar);
  const end = rest.findIndex(({ text, quoted }) => text === "--" && !quoted);
  const before = end < 0 ? rest : rest.slice(0, end);
  const unknown = before.find((word) => flagOf(word));
  if (unknown) throw unknownFlag(unknown, all, grammar);
  const text = [...before, ...(end < 0 ? [] : rest.slice(end + 1))]
    .map((word, i) => (i ? word.gap : "") + word.text)
    .join("");
  checkArgument(text, grammar);
  for (const [name, flag] of Object.entries(grammar.flags)) {
    if (flag.type === "boolean") values[name] ??= false;
  }
  return { argument: text, flags: values as never }; // by the flag table, as Values<F> states
}

function checkArgument(text: string, grammar: Grammar): void {
  const { argument, prefix, name } = grammar;
  if (argument?.required && text.trim() === "")
    throw usage(
      "argument_missing",
      `${prefix}${name} needs ${argument.name}: ${argument.summary}.`,
      `${prefix}${name} ${argument.example ?? `<${argument.name}>`}`,
    );
  if (!argument && text !== "")
    throw usage(
      "argument_unwanted",
      `${prefix}${name} takes no argument, and ${quoteValue(text)} is one.`,
      `${prefix}${name}`,
    );
}

function unknownFlag(unknown: Word, all: readonly Word[], grammar: Grammar): UserError {
  const { name = "", value } = flagOf(unknown) ?? {};
  const known = [...Object.keys(grammar.flags), ...(grammar.others ?? [])];
  const meant = nearest(name, known) ?? known.find((item) => shortens(item, name));
  const right =
    meant === undefined ? [] : [{ ...unknown, text: `--${meant}${value === undefined ? "" : `=${value}`}` }];
  const words = all.flatMap((word) => (word === unknown ? right : [word]));
  return usage(
    "unknown_flag",
    `${grammar.prefix}${grammar.name} has no flag --${quoteValue(name)}${
      meant
        ? `; did you mean --${meant}?`
        : known.length
          ? `; it has ${listed(known.map((k) => `--${k}`))}.`
          : "."
    }`,
    corrected(grammar, words),
  );
}

/** Whether a word abbreviates another: the first letter and some later ones in order, like `db` for `database`. */
function shortens(short: string, long: string): boolean {
  let index = 0;
  for (const letter of long) if (letter === short[index]) index += 1;
  return short[0] === long[0] && short.length > 1 && index === short.length;
}

export const corrected = ({ prefix, name }: Pick<Grammar, "prefix" | "name">, all: readonly Word[]): string =>
  `${prefix}${name}${all.length ? ` ${line(all)}` : ""}`;

/** Shortens untrusted text for a message: on one line, without control characters. */
export const quoteValue = (text: string): string => {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "�");
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
};

export const usage = (code: string, message: string, correctedLine: string): UserError =>
  usageError(
    code,
    message,
    `Try: ${correctedLine.length > 300 ? `${correctedLine.slice(0, 299)}…` : correctedLine}`,
  );
