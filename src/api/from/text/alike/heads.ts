import type { Wording } from "../words/rewrite.ts";

const head = String.raw`([A-Za-z]\w*(?: [A-Za-z]\w*){0,2})`;

/** How notes set off what a record has: as `record: name, name`. */
export const heads: readonly Wording[] = [
  // `entity book: title, year`
  [
    /^([ \t]*)(?:entity|resource|model|table|record|object|collection|type) (?=[a-z]\w*(?: [a-z]\w*)?[ \t]*[:({[][^\n]*,)/gim,
    "$1",
  ],
  // `book [title, year]`
  [
    new RegExp(String.raw`^([ \t]*)${head} ?\[([^[\]\n]*,(?:[^[\]\n]|\[[^[\]\n]*\])*)\][ \t]*$`, "gm"),
    "$1$2: $3",
  ],
];
