import { wholly } from "../lib/index.ts";
import { fieldNouns, lexiconNames, spell } from "../api/index.ts";

const programs = "apis?|apps?|application|system|backend|website|crud|database|db|we|i|you|us|it";

/** Words that always mean the program that is described, and pronouns for its makers and users. */
export const isProgram = wholly(programs);

/** Words for software in general, some of which also name what is stored: `a tool has a name`. */
export const software = wholly(programs, "platform|site|tool|software|program|server");

/** Nouns for applications and their owners. */
export const appNouns = wholly(
  "apis?|apps?|application|system|backend|service|server|platform|site|website|tool|program",
  "software|manager|management|tracker|planner|board|marketplace|portal|solution|clone|crud",
  "database|db|product|mvp|project|thing|company|firm|studio|practice|foundation|organi[sz]ation",
  "business|startup|association|charity|club|school|university|hospital|clinic|library|shop|store",
  "blog|forum|gym|cinema|museum|restaurant|hotel|farm|zoo|garden|dealer|agency|network|crm|erp|cms",
  "lms|wiki|we|i|hackathon|interview",
);

const scalars = new Set([
  ...fieldNouns,
  ..."name title email address phone price text body content description bio note comment username password avatar color colour color label code url link location city country website reason topic avatar picture photo image logo icon isbn sku vin plan level condition gender nickname summary cover letter remark unit size make model village breed species chip subject initials status type kind rating score seat deadline amount date time number colour quantity stock currency zip street state priority due total".split(
    " ",
  ),
]);
const lexicon = new Set(lexiconNames);

export const isScalar = (words: readonly string[]): boolean => scalars.has(words.at(-1) ?? "");
export const isKnownResource = (words: readonly string[]): boolean => lexicon.has(spell(words).pascal);

/** The name of a type at the beginning of a text. */
export const typeWord =
  /^(?:enum|string|str|int|integer|number|bool|boolean|date|datetime|timestamp|decimal|numeric|float|uuid)\b/i;
