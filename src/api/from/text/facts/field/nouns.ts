import { reworded } from "./step.ts";

/** `is named`. */
export const isNamed = reworded(/^(?:is|are) named$/i, "name");

/** `installed_on: date`. */
export const noted = reworded(
  /^([\w -]+?)\s*:\s*(date|time|text|url|link|number|email|list|array)\b(.*)$/i,
  "$1 ($2) $3",
);

/** `the name of whoever made it`. */
export const ofWhoever = reworded(
  /^(name|e-?mail(?: address)?|phone(?: number)?|address) of (?:whoever|who|the (?:person|one|people) (?:who|that)|somebody who|someone who)\b[^,(]*/i,
  "$1",
);

/** `what happened`. */
export const what = reworded(/^what (?:happened|happens|it is about|it says)$/i, "description");

/** `where it stands`. */
export const where = reworded(/^where (?:it|they|he|she|this) (?:\w+\s*){1,2}$/i, "location");

/** `the date of the last visit`. */
export const ofThe = reworded(
  /^(?:the )?([a-z]+(?: [a-z]+)?) of (?:the|an?|its|their|each|every) ((?:last|next|first|latest) \w+|\w+)(?=$|[\s,(])/i,
  "$2 $1",
);

/** `link to the recording`. */
export const linkTo = reworded(
  /^(link|url|reference|path|pointer) to (?:the|an?|its|their) ([a-z]+)(?=$|[\s,(])/i,
  "$2 $1",
);

/** `is at a fixed price`. */
export const isAt = reworded(/^(?:is|are)\s+(?:at|on|in|from|of)\s+(?:an?|the)\s+/i, "");

/** `with a number of pages`. */
export const withIts = reworded(
  /^(?:on|at|for|in|under|by|with|from)\s+(?:an?|the|some|its)\s+(?=\w+(?: \w+)?$|number of [a-z]+\b)/i,
  "",
);

/** `costs a fee`. */
export const costs = reworded(
  /^(?:pays|costs|shows|stores|keeps|notes|gets|carries|records|covers|charges)\s+(?:an?|the)\s+/i,
  "",
);
