import type { State } from "../state.ts";
import { type Headed, type Rule, headingOf } from "./heading.ts";
import { byName } from "./named.ts";
import { fieldsHead, insideOf, kindOfName, oneBelow, outline, recordsBelow } from "./outlines.ts";
import {
  countedPairs,
  listOfRelations,
  manyToMany,
  relationHead,
  severalInHead,
  twoInHead,
} from "./pairs.ts";
import { ofEach, ofSubject, ofWhatIsMade } from "./spoken.ts";
import { aboveEach, aboveHead, aboveSentence, aboveStory, systemNames } from "./titles.ts";

/** The kinds of heads, in the order in which they are tried; what none of them takes is the name of a record. */
const rules: readonly Rule[] = [
  aboveStory,
  countedPairs,
  systemNames,
  kindOfName,
  fieldsHead,
  outline,
  recordsBelow,
  relationHead,
  manyToMany,
  aboveHead,
  ofWhatIsMade,
  ofEach,
  ofSubject,
  aboveEach,
  aboveSentence,
  oneBelow,
  listOfRelations,
  severalInHead,
  twoInHead,
  insideOf,
  byName,
];

/** `Room: name, theme`, `Nurses take readings from patients: pulse`: a head, and what stands behind its colon; `read` reads a statement. */
export function headed(state: State, given: Headed, read: (text: string) => void): void {
  const heading = headingOf(given, read);
  rules.some((rule) => rule(state, heading));
}
