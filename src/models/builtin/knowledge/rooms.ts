const names =
  "kitchen|bedroom|bathroom|hallway|hall|corridor|garage|office|study|nursery|attic|basement|cellar|porch|patio|garden|backyard|yard|balcony|terrace|lounge|den|pantry|lobby|foyer|closet|studio|loft|conservatory|workshop|library";
const kinds =
  "living|dining|bath|bed|guest|kids?|children's|master|meeting|conference|laundry|utility|storage|play|game|server|waiting|family";

const room = new RegExp(
  `(?<![\\p{L}-])(?:(?:master|guest|main|upstairs|downstairs|front|back|kids?|children's)\\s)?(?:(?:${kinds})\\s?room|${names})(?:\\s\\d+)?(?![\\p{L}-])`,
  "giu",
);

/** The rooms of a house in a text, with their places. */
export const roomsIn = (text: string): readonly { readonly start: number; readonly end: number }[] =>
  [...text.matchAll(room)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));

/** Whether a text is the name of a room. */
export const isRoom = (text: string): boolean =>
  roomsIn(text).some(({ start, end }) => start === 0 && end === text.length);
