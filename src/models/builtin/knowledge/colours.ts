import { wordSet } from "../../../lib/index.ts";
const colours = wordSet(`
  black white red green blue yellow orange purple violet pink brown grey gray cyan magenta turquoise teal
  navy maroon olive lime indigo gold silver beige ivory crimson scarlet lavender coral salmon khaki azure
  aqua tan bronze
`);

/** Whether a word names a colour. */
export const isColour = (word: string): boolean => colours.has(word.toLowerCase());
