export { frequency, frequent, isActor, isWord, tagger } from "./dictionary.ts";
export { plural, singular } from "./inflection.ts";
export { stem } from "./stem.ts";
export { doubles, irregularVerbs, isIrregularPast, participleOf, verbOf } from "./verbs.ts";
export { stemOf, stemsOf, wordsIn } from "./word-stems.ts";
