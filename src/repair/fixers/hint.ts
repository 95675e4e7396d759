import type { Fixer } from "../contract.ts";
import { edited, onLine, replaced } from "../edits.ts";
import { wordsOf } from "../error-messages.ts";

/** Applies the suggestion in the error message. */
const hint: Fixer = {
  async candidates(problem, ground) {
    const { word, meant } = wordsOf(problem);
    if (!word || !meant || !problem.file || !problem.line) return [];
    return edited(ground, problem.file, {
      what: `${word} was to be ${meant}`,
      edit: (text) => onLine(text, problem.line, (line) => replaced(line, [word, meant], problem.column)),
    });
  },
};
export default hint;
