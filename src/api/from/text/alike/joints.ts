import type { Wording } from "../words/rewrite.ts";

const article = "(?:an?|the|its|their)";

/** What stands between the parts of a list: as commas and `and`. */
export const joints: readonly Wording[] = [
  // `a name as well as a date`, `along with a date`
  [
    new RegExp(
      String.raw`(?<=[\w)]),? (?:as well as|along with|together with|plus|and additionally|and in addition|in addition to|next to|and lastly|and last but not least,?) (?=${article} )`,
      "gi",
    ),
    " and ",
  ],
  // `not only a name but also a date`
  [
    new RegExp(String.raw`\bnot only (?=${article} )([^.;:\n]{3,80}?),? but (?:also )?(?=${article} )`, "gi"),
    "$1 and ",
  ],
  // `both a name and a date`, `first of all a name`
  [
    new RegExp(
      String.raw`(?<=\b(?:has|have|with|needs?|carr(?:y|ies)|stores?|holds?|contains?),? )(?:both|first of all|first|at first|among others|among other things|for example|obviously|naturally|simply),? (?=${article} )`,
      "gi",
    ),
    "",
  ],
  [
    new RegExp(
      String.raw`(?<=[\w)]),? (?:and )?then,? (?=${article} )(?=[^.;\n]*\band\b|[^.;\n]*[.;\n])`,
      "gi",
    ),
    ", ",
  ],
  // `a name of course, a date`
  [/(?<=[\w)]),? (?:of course|obviously|naturally|for sure|for example)(?=,)/gi, ""],
  // `1) a name, 2) a date`, `a) a name`
  [new RegExp(String.raw`(?<=[\w,:;)]\s)\(?(?:\d|[a-h])\) ?(?=${article} )`, "gi"), ""],
];
