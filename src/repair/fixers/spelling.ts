import { distance } from "../../lib/index.ts";
import type { Fixer, Ground, Problem } from "../contract.ts";
import { edited, onLine, replaced, wordOf } from "../edits.ts";
import { wordsOf } from "../error-messages.ts";

const most = 3;

/** Names built into JavaScript. */
const keywords = [
  Array.prototype,
  String.prototype,
  Map.prototype,
  Set.prototype,
  Promise.prototype,
  Number.prototype,
  RegExp.prototype,
  Object,
  Array,
  Math,
  JSON,
  Promise,
  Number,
  Date,
  Date.prototype,
]
  .flatMap((item) => Object.getOwnPropertyNames(item))
  .filter((name) => /^[a-z]\w{2,}$/i.test(name));
const python =
  "append extend insert remove pop clear index count sort reverse copy keys values items get update setdefault popitem split rsplit splitlines strip lstrip rstrip join replace startswith endswith upper lower title format encode decode find rfind isdigit isalpha add discard union intersection difference read write readline readlines close print range enumerate sorted reversed isinstance issubclass len sum min max zip map filter any all open list dict set tuple str int float bool object super property staticmethod classmethod getattr setattr hasattr None True False self".split(
    " ",
  );

/** Suggests the nearest name in the file, the project or the language. */
const spelling: Fixer = {
  async candidates(problem, ground) {
    const { word } = wordsOf(problem);
    if (!word || !/^[\w$]{3,}$/.test(word) || !problem.file) return [];
    const text = await ground.text(problem.file);
    const lines = text.split("\n");
    const line = lines[problem.line - 1]?.match(wordOf(word))
      ? problem.line
      : lines.findIndex((line) => wordOf(word).test(line)) + 1;
    if (line === 0) return [];
    const found = [];
    for (const meant of await near(word, { problem, ground, text }))
      found.push(
        ...(await edited(ground, problem.file, {
          what: `${word} was to be ${meant}`,
          edit: (all) =>
            onLine(all, line, (one) =>
              replaced(one, [word, meant], line === problem.line ? problem.column : undefined),
            ),
        })),
      );
    return found;
  },
};
export default spelling;

async function near(
  word: string,
  { problem, ground, text }: { readonly problem: Problem; readonly ground: Ground; readonly text: string },
): Promise<readonly string[]> {
  const inFile = text.match(/[\w$]+/g) ?? [];
  const index = await ground.index();
  const inProject = index.symbols.map(({ declaration }) => declaration.name.split(".").at(-1) ?? "");
  const language = problem.file.endsWith(".py") ? python : keywords;
  const known = new Map<string, number>();
  for (const [rank, names] of [inFile, inProject, language].entries())
    for (const name of names)
      if (name !== word && /^[A-Za-z_$]/.test(name) && !known.has(name)) known.set(name, rank);
  const limit = Math.max(1, Math.min(3, Math.floor(word.length / 3)));
  // Among equally similar names, prefers the one used nearest.
  const lines = text.split("\n");
  const apart = (name: string): number =>
    lines.reduce(
      (best, one, i) => (wordOf(name).test(one) ? Math.min(best, Math.abs(i + 1 - problem.line)) : best),
      Number.MAX_SAFE_INTEGER,
    );
  return [...known]
    .map(([name, rank]) => ({ name, away: distance(word, name, limit) + rank / 10 }))
    .filter(({ away }) => away < limit + 0.5)
    .sort((a, b) => a.away - b.away || apart(a.name) - apart(b.name))
    .slice(0, most)
    .map(({ name }) => name);
}
