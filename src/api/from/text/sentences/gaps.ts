import { capital } from "../../../../lib/index.ts";
import { clauseOf, holding } from "../words/clause.ts";

/** `stages a name and a capacity`, `an author many papers`: a subject and a list without the verb between them. */
const gap =
  /^(?:and |but |while )?((?:(?:an?|each|every|the) )?[a-z-]+(?: [a-z-]+)?) ((?:an?|the|its|their|only an?|also an?|many|several) [^]+)$/i;

const isPlural = (subject: string): boolean => /s$/i.test(subject) && !/^(?:an?|each|every) /i.test(subject);

/** Where a sentence is parted into what is said of one record each. */
const parts =
  /(;\s+|,\s+(?:and|while|whereas|but)\s+|,\s+(?=(?:the [a-z]+|[a-z]+s) (?:an?|its|their) )|\s+and\s+(?=(?:an?|each|every) [a-z]+ many\b))/i;

/** The verb that a list goes on with: `festivals have a name; stages a name` lets stages have one. */
function completed(sentence: string, kept: ReadonlySet<string>): string {
  const pieces = sentence.split(parts);
  let verb: string | undefined;
  return pieces
    .map((piece, i) => {
      if (i % 2 === 1) return piece;
      const found = clauseOf(piece);
      // `stages a name` stages nothing.
      const clause = found?.subject === "" && verb !== undefined ? undefined : found;
      const isHolding = clause !== undefined && holding.has(clause.verb) && clause.subject !== "";
      if (clause) {
        verb = isHolding && clause.modal === undefined && !clause.negated ? clause.verb : undefined;
        return piece;
      }
      const [, subject = "", list = ""] = gap.exec(piece) ?? [];
      const several = isPlural(subject);
      const isOne = !several && /^(?:an?|each|every|the) /i.test(subject);
      if (verb === undefined || subject === "" || (!several && !isOne)) return piece;
      // `and gets a grade` goes on with what was spoken of.
      const isRow = pieces[i - 1]?.startsWith(",") === true;
      const isKept = kept.has(subject.toLowerCase().replace(/s$/, ""));
      if (several && isRow && !isKept && clauseOf(`it ${piece}`)) return piece;
      // In a row of commas only `a name, and artists a genre` goes on with another record.
      if (isRow && !/\b(?:an?|the|its|their) /.test(list)) return piece;
      return `⟪${capital(subject)} ${several ? "have" : "has"} ${list}`;
    })
    .join("")
    .replaceAll(/(?:;\s+|,\s+(?:(?:and|while|whereas|but)\s+)?|\s+and\s+)⟪/g, ". ")
    .replaceAll("⟪", "");
}

/** `Bookings for a room store a name`: whose a record is, in a sentence of its own. */
const placed =
  /(^|[.;\n]\s*)((?:an?|each|every) [a-z]+|[a-z]+s) (for|of|in|on|at|by|from|to|about|within) (an?|one|each|every) ([a-z]+) ((?:has|have|needs?|stores?|holds?|keeps?|records?|contains?|carry|carries|notes?|consists? of|comes? with|includes?|shows?) [^.;\n]+)/gi;

/** `Courses consist of modules and modules of lessons`. */
const chained =
  /\b((?:consists?|(?:are|is) (?:made(?: up)?|composed))(?: of)|contains?|have|hold) ([a-z]+s),? and (?:the |these )?\2 (?:again )?(?:(?:consist |are made up )?of )?([a-z]+s)(?=[.,;\n]|$)/gi;

/** Words that a text has more than once: `books a title` goes on with books where it speaks of them elsewhere. */
function things(text: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    const stem = word.replace(/s$/, "");
    (seen.has(stem) ? again : seen).add(stem);
  }
  return again;
}

/** A text whose lists each have a subject and a verb. */
export function filled(text: string): string {
  const kept = things(text);
  return text
    .replaceAll(chained, (_, verb: string, middle: string, last: string) => {
      const plural = /^(?:contains|consists|is )/.test(verb) ? "have" : verb;
      return `${verb} ${middle}. ${capital(middle)} ${plural} ${last}`;
    })
    .replaceAll(
      placed,
      (_, start: string, subject: string, _by: string, article: string, noun: string, said: string) =>
        `${start}${subject} ${said}. ${capital(subject)} ${/s$/i.test(subject) && !/^an? /i.test(subject) ? "belong" : "belongs"} to ${/^(?:each|every)$/i.test(article) ? "a" : article} ${noun}`,
    )
    .split(/(\n|\.\s+)/)
    .map((one, i) => (i % 2 === 1 ? one : completed(one, kept)))
    .join("");
}
