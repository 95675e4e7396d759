import pluralize from "pluralize";

/** Same in singular and plural, beyond those that the package knows. */
const uncountable = [
  "data",
  "metadata",
  "media",
  "staff",
  "feedback",
  "stock",
  "analytics",
  "logistics",
  "kudos",
  "luggage",
  "baggage",
  "furniture",
  "homework",
  "knowledge",
  "payroll",
  "weather",
  "content",
  "merchandise",
  "correspondence",
  "goods",
  "sms",
  "gps",
  "money",
];

/** Singular, plural; the package reads these wrong. */
const irregular: readonly (readonly [string, string])[] = [
  ["lens", "lenses"],
  ["canvas", "canvases"],
  ["atlas", "atlases"],
  ["leave", "leaves"],
  ["cookie", "cookies"],
  ["criterion", "criteria"],
  ["curriculum", "curricula"],
  ["cafe", "cafes"],
  ["specimen", "specimens"],
  ["gas", "gases"],
  ["bus", "buses"],
  ["plus", "pluses"],
  ["quiz", "quizzes"],
  ["axis", "axes"],
  ["basis", "bases"],
  ["virus", "viruses"],
  ["cache", "caches"],
  ["focus", "focuses"],
];

for (const word of uncountable) pluralize.addUncountableRule(word);
for (const [one, many] of irregular) pluralize.addIrregularRule(one, many);

/** Singular of one lower-case English word. */
export const singular = (word: string): string => pluralize.singular(word);

/** Plural of one lower-case English word. */
export const plural = (word: string): string => pluralize.plural(word);
