import type { Fixer } from "../contract.ts";
import { edited } from "../edits.ts";
import { wordsOf } from "../error-messages.ts";

/** Fixes uses of a declaration's old name after it was renamed. */
const rename: Fixer = {
  async candidates(problem, ground) {
    const { word } = wordsOf(problem);
    const to = word === undefined ? undefined : (await ground.renames()).get(word);
    if (word === undefined || to === undefined || !problem.file) return [];
    return edited(ground, problem.file, {
      what: `${word} is called ${to} now`,
      // Skips paths and members of something else, such as Math.round.
      edit: (text) =>
        text.replaceAll(
          new RegExp(`(?<![\\w$./"'-])${word.replaceAll("$", "\\$")}(?![\\w$/-])`, "g"),
          () => to,
        ),
    });
  },
};
export default rename;
