export interface ShellWord {
  readonly text: string;
  /** A glob pattern that the shell would expand. */
  readonly glob: boolean;
}

export interface ShellCommand {
  readonly environment: Readonly<Record<string, string>>;
  readonly words: readonly ShellWord[];
}

const parts = [
  String.raw`(?<space>[ \t]+)`,
  String.raw`(?<end>&&|\|\|?|[;&\n])`,
  String.raw`'(?<single>[^']*)'`,
  String.raw`"(?<double>(?:[^"\\]|\\.)*)"`,
  String.raw`\\(?<escaped>.)`,
  String.raw`(?<plain>(?:[<>]&|[^\s'"\\;&|])+)`,
];

/** Syntax that only a running shell can evaluate. */
const dynamic = /[$`]|[<>]\(/;

/** Returns the simple commands of a shell line, in order; those that need a running shell are skipped. */
export function shellCommands(line: string): readonly ShellCommand[] {
  const token = new RegExp(parts.join("|"), "y");
  const commands: ShellCommand[] = [];
  let words: ShellWord[] = [];
  let word: ShellWord | undefined;
  let isClear = true;
  const endWord = (): void => {
    if (word) words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    if (isClear && words.length) commands.push(commandOf(words));
    [words, isClear] = [[], true];
  };
  while (token.lastIndex < line.length) {
    const groups = token.exec(line)?.groups;
    if (!groups) return []; // an unclosed quote
    const { space, end, single, double, escaped, plain } = groups;
    if (space !== undefined) endWord();
    else if (end !== undefined) endCommand();
    else {
      const text = single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped ?? plain ?? "";
      if (dynamic.test(double ?? plain ?? "") || /[()]/.test(plain ?? "")) isClear = false;
      word = {
        text: (word?.text ?? "") + text,
        glob: word?.glob === true || /[*?[]/.test(plain ?? ""),
      };
    }
  }
  endCommand();
  return commands;
}

const commandOf = (all: readonly ShellWord[]): ShellCommand =>
  withAssignments(
    all.filter(({ text }, i) => !/^\d*[<>]/.test(text) && !/^\d*(?:>>?|<)$/.test(all[i - 1]?.text ?? "")),
  );

const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

/** Separates the assignments before a program from its words. */
export function withAssignments(words: readonly ShellWord[]): ShellCommand {
  const end = words.findIndex(({ text }) => !assignment.test(text));
  const count = end < 0 ? words.length : end;
  const pairs = words.slice(0, count).map(({ text }) => assignment.exec(text) ?? []);
  return {
    environment: Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value])),
    words: words.slice(count),
  };
}
