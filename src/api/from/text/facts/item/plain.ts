/** A part without what only leads to it: `and also keeps its name`, `may jot down remarks`. */
export const plainly = (text: string): string =>
  text
    .replace(/\s(?:it|them)sel(?:f|ves)$/i, "")
    .replace(/^(?:and|also|but|it|they|which|that|who)\s+/i, "")
    .replace(
      /^(?:stores|records|notes?|keeps|says?|shows|tracks|remembers|tells?|states?)\s+(?=(?:when|whether|who|where|how|what|its|their)\b)/i,
      "",
    )
    .replace(/^(?:pay|cost|charge|earn|carry|cover|get)\s+(?=an?\s)/i, "")
    // `judge the temper`, `may jot down remarks`
    .replace(
      /^((?:may|can) )?(?:we |i )?(?:also )?(?:count|judge|measure|rate|weigh|estimate|jot down|write down|enter|log) (?=(?:an?|the|its|their|our|any)\s|(?:remarks|notes|comments)$)/i,
      (_, maybe: string | undefined) => (maybe === undefined ? "" : "optional "),
    )
    .trim();
