const colours = new Set(
  `black white red green blue yellow orange purple violet pink brown grey gray cyan magenta turquoise teal navy maroon
  olive lime indigo gold silver beige ivory crimson scarlet lavender coral salmon khaki azure aqua tan bronze`.split(
    /\s+/,
  ),
);

/** Whether a word names a colour. */
export const isColour = (word: string): boolean => colours.has(word.toLowerCase());
