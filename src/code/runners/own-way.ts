import { shellCommands, type ShellCommand, type ShellWord, withAssignments } from "./shell-words.ts";

/** How to recognize a runner in a script, and how to treat its options. */
export interface ScriptForm {
  /** Program names, or a Node option. */
  readonly programs: readonly string[];
  /** Words after the program that aren't targets. */
  readonly subcommands?: readonly string[];
  /** Options whose value is a separate word. */
  readonly valued: readonly string[];
  /** Options that our run overrides: reports, watching, coverage, snapshots. */
  readonly dropped: readonly string[];
}

/** How a project's script calls a runner. */
export interface OwnWay {
  readonly environment: Readonly<Record<string, string>>;
  /** The program and its options. */
  readonly command: readonly [string, ...string[]];
  /** Files and patterns that the script names; requested targets replace them. */
  readonly targets: readonly ShellWord[];
}

type Scripts = Readonly<Record<string, string>>;

/** Returns the scripts that run tests, `test` first. */
const testScripts = (scripts: Scripts): readonly string[] =>
  Object.keys(scripts)
    .filter((name) => /^(?:test|tests|unit|spec)(?:$|[:\-_])/.test(name) && !/watch|debug|update/.test(name))
    .sort((a, b) => Number(b === "test") - Number(a === "test"));

interface Called extends ShellCommand {
  /** The script that a user would start. */
  readonly test: string;
}

/** Returns the commands of scripts, following calls to other scripts. */
function calls(scripts: Scripts, names = testScripts(scripts)): readonly Called[] {
  const seen = new Set<string>();
  const from = (name: string, test: string): readonly Called[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    return shellCommands(scripts[name] ?? "").flatMap((command): readonly Called[] => {
      const commands = scriptsCalledBy(command, scripts);
      return commands.length ? commands.flatMap((item) => from(item, test)) : [{ ...command, test }];
    });
  };
  return names.flatMap((name) => from(name, name));
}

/** Returns the commands that `npm test` runs before, beside and after a runner. */
export const commandsBeside = (scripts: Scripts, form: ScriptForm): readonly string[] =>
  scripts["test"] === undefined
    ? []
    : calls(scripts, ["pretest", "test", "posttest"])
        .filter(({ words }) => !words.some(({ text }) => form.programs.includes(programOf(text))))
        .map(({ words }) => words.map(({ text }) => text).join(" "));

const scriptRunners = /^(?:npm-run-all2?|run-[sp])$/;

/** Returns other scripts of the package that a command runs. */
function scriptsCalledBy({ words }: ShellCommand, scripts: Scripts): readonly string[] {
  const [program = "", ...rest] = words.map(({ text }) => text).filter((text) => !text.startsWith("-"));
  const name = rest[0] === "run" || rest[0] === "run-script" ? rest[1] : rest[0];
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program))
    return name !== undefined && Object.hasOwn(scripts, name) ? [name] : [];
  if (!scriptRunners.test(program)) return [];
  return rest.flatMap((word) =>
    Object.keys(scripts).filter((key) =>
      word.includes("*") ? key.startsWith(word.replace(/\*.*$/, "")) : key === word,
    ),
  );
}

/** Programs that only find or measure another program; the variables they set are kept. */
const leftOut = /^(?:npx|pnpx|bunx|npm|pnpm|yarn|c8|nyc|cross-env|env)$/;
/** Programs that run another, kept with their options. */
const carriers = /^(?:node|tsx|ts-node|ts-node-esm|babel-node|dotenv|dotenvx|env-cmd|xvfb-run)$/;

/** Returns how the scripts call a runner; undefined if none does. */
export function ownWay(scripts: Scripts, form: ScriptForm): OwnWay | undefined {
  const [first, ...others] = calls(scripts).flatMap((call) => wayOf(call, form) ?? []);
  if (!first) return undefined;
  // One test script may call a runner several times, for several files.
  const same = [first, ...others].filter((item) => item.test === first.test && item.key === first.key);
  const { environment, command } = first;
  const all = same.some(({ targets }) => targets.length === 0);
  return { environment, command, targets: all ? [] : same.flatMap(({ targets }) => targets) };
}

function wayOf(
  { test, environment, words }: Called,
  form: ScriptForm,
): (OwnWay & { readonly test: string; readonly key: string }) | undefined {
  const index = words.findIndex(({ text }) => form.programs.includes(programOf(text)));
  if (index < 0) return undefined;
  const before = words.slice(0, index);
  const isLeftOut = leftOut.test(before[0]?.text ?? "");
  if (before[0] && !isLeftOut && !carriers.test(before[0].text)) return undefined;
  const set = { ...environment, ...(isLeftOut && assignmentsIn(before)) };
  const [first, ...options] = isLeftOut ? [] : before.map(({ text }) => text);
  const program = words[index]?.text ?? "";
  const { kept, targets } = sorted(words.slice(index + 1), form);
  const command: OwnWay["command"] =
    first === undefined ? [program, ...kept] : [first, ...options, program, ...kept];
  return { test, environment: set, command, targets, key: JSON.stringify([set, command]) };
}

/** Returns a word's program: `jest` for `node_modules/jest/bin/jest.js`. */
export const programOf = (word: string): string =>
  word.includes("/") ? word.replace(/^.*\/_?|\.[cm]?js$/g, "") : word.replace(/^_/, "");

const assignmentsIn = (words: readonly ShellWord[]): Readonly<Record<string, string>> =>
  Object.assign({}, ...words.map((word) => withAssignments([word]).environment)) as Record<string, string>;

function sorted(
  words: readonly ShellWord[],
  { subcommands = [], valued, dropped }: ScriptForm,
): { readonly kept: readonly string[]; readonly targets: readonly ShellWord[] } {
  const keptOptions: string[] = [];
  const targets: ShellWord[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? { text: "", glob: false };
    if (word.text === "--" || (i === 0 && subcommands.includes(word.text))) continue;
    if (!word.text.startsWith("-")) {
      targets.push(word);
      continue;
    }
    const [option = "", value] = word.text.split("=");
    const next = value === undefined && valued.includes(option) ? words[++i]?.text : undefined;
    if (dropped.includes(option)) continue;
    keptOptions.push(word.text, ...(next === undefined ? [] : [next]));
  }
  return { kept: keptOptions, targets };
}

/** Returns the runners that the scripts call, in order. */
export function runnersCalled(
  scripts: Scripts,
  forms: Readonly<Record<string, ScriptForm>>,
): readonly string[] {
  const all = calls(scripts).map(({ words }) => words.map(({ text }) => programOf(text)));
  const first = (form: ScriptForm): number =>
    all.findIndex((words) => words.some((word) => form.programs.includes(word)));
  return Object.entries(forms)
    .map(([name, form]) => ({ name, index: first(form) }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => a.index - b.index)
    .map(({ name }) => name);
}
