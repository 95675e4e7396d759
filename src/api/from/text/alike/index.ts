import { type Wording, rewritten } from "../words/rewrite.ts";
import { apart } from "./apart.ts";
import { asked } from "./asked.ts";
import { blocks } from "./blocks.ts";
import { courses } from "./courses.ts";
import { framed } from "./framed.ts";
import { deeds } from "./deeds.ts";
import { heads } from "./heads.ts";
import { joints } from "./joints.ts";
import { keeping } from "./keeping.ts";
import { keptBy } from "./kept-by.ts";
import { occasions } from "./occasions.ts";
import { people } from "./people.ts";
import { told } from "./told.ts";
import { truths } from "./truths.ts";
import { values } from "./values.ts";
import { whole } from "./whole.ts";

const ways: readonly Wording[] = [
  ...heads,
  ...people,
  ...occasions,
  ...courses,
  ...keptBy,
  ...told,
  ...keeping,
  ...deeds,
  ...values,
  ...truths,
  ...joints,
  ...asked,
  ...whole,
];

/**
 * A description whose frame, lists, values and verbs stand in the one way that all else reads: many ways of saying the
 * same are told apart here, in tables of words, and nowhere else.
 */
export const alike = (text: string): string => apart(rewritten(blocks(framed(text)), ways));
