/** Descriptions generated from a seed, in forms that people use, with known and invented words. */

const nouns =
  "order book pet invoice ship greenhouse sensor recipe ticket crew zorgle snivet quandary ledger kiln lease".split(
    " ",
  );
const fields = [
  ..."title price colour frobnication note".split(" "),
  "due date",
  "weight in kg",
  "status (open, held or closed)",
  "serial number",
];
const verbs = "cancel approve archive glaze zap ship return renew".split(" ");
const remarks = [
  "must be unique",
  "is optional",
  "is required and between 3 and 80 characters",
  "is calculated from the entries",
  "can't be negative",
  "starts as blorgish",
];
const rules = [
  "Two #s cannot overlap.",
  "Only wardens may #v a #n.",
  "Send an email when a #n is late.",
  "Every change to a #n is logged for seven years.",
  "No #n without a licence!",
  "The quux of a #n depends on the moonphase.",
];
const forms = [
  "A #n has a #f, a #f and a #f.",
  "#n: #f, #f, #f",
  "Each #n belongs to a #n.",
  "We keep #s with #f and #f.",
  "#s have many #s.",
  "The #f of a #n #r.",
  "A #n can be #vd or #vd.",
  "As a keeper I want to #v a #n so that the drumble stops.",
  "- #n (#f, #f)",
  "When a #n is #vd, its #f changes to wumpus.",
  "Members who #v #s write a #f.",
  "There are #s in every #n, each with a #f.",
  "| field | type |\n|---|---|\n| #f | text |",
  "I need an app for #s and #s, pls",
  "## #n\n* #f\n* #f: integer",
  "#n 1-n #n",
  "perhaps a #f, some #f; maybe even #s?",
  "api for #s - #n: #f, #f - #n: #f, #f",
  "Whenever I #v a #n I jot down the #f and a #f.",
  "It should be possible to #v a #n and to #v it.",
  "A #n must have a #f and a #f that #r.",
  "Only the plumber may #v a #n.",
  "A #n can only be #vd before it is #vd.",
  "#n API: #s (#f, #f)",
  "Could you make me an api for our #n club?",
  "There should be a flag for wumpus.",
  "A #n says which #n has which #n.",
  "Every piece of #n has a #f and up to 10 #s.",
  "Each #n is #vd by the plumber.",
  "The #s are red, green or #f.",
];

/** Pseudo-random numbers from a seed (Park–Miller generator). */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
}

/** Generates one to six sentences. */
export function generatedText(next: (below: number) => number): string {
  const draw = (from: readonly string[]): string => from[next(from.length)] ?? "";
  const sentence = (): string =>
    (next(4) === 0 ? draw(rules) : draw(forms)).replaceAll(/#[nsfvr]/g, (slot) =>
      slot === "#n"
        ? draw(nouns)
        : slot === "#s"
          ? `${draw(nouns)}s`
          : slot === "#f"
            ? draw(fields)
            : slot === "#v"
              ? draw(verbs)
              : draw(remarks),
    );
  return Array.from({ length: 1 + next(6) }, sentence).join(next(3) === 0 ? "\n" : " ");
}

const things = "depot barrel ferry orchard turbine harness parcel lantern".split(" ");
const adjectives = "molten brittle glazed rusty hollow faded woven striped dusty crisp".split(" ");
const properties = "hue mileage span motto caliber girth torque acreage lumen wattage".split(" ");
const doings = "seal inspect weld polish rinse".split(" ");
const roles = "warden porter steward".split(" ");

/** A text about facts of random kinds, in which no word of a fact occurs for another. */
export function generatedFacts(next: (below: number) => number): string {
  const take = (from: string[]): string => from.splice(next(from.length), 1)[0] ?? "oddment";
  const [names, values, fieldNames, verbs] = [things, adjectives, properties, doings].map((pool) => [
    ...pool,
  ]);
  let number = 11;
  const bound = (): number => (number += 1 + next(40));
  const draws: readonly (() => string)[] = [
    () => take(fieldNames ?? []),
    () => `${take(fieldNames ?? [])} ${next(2) ? "required" : "(unique)"}`,
    () => `${take(fieldNames ?? [])} ${bound()} to ${bound()}`,
    () => `${take(fieldNames ?? [])} (at most ${bound()} characters)`,
    () => `${take(fieldNames ?? [])} a multiple of ${bound()}`,
    () => `${take(fieldNames ?? [])}, unique per ${take(fieldNames ?? [])}`,
    () => `belongs to a ${take(names ?? [])}${next(2) ? " (optional)" : ""}`,
    () => `${take(fieldNames ?? [])}: ${take(values ?? [])}, ${take(values ?? [])} or ${take(values ?? [])}`,
    () => `${take(fieldNames ?? [])} which is ${take(values ?? [])}`,
  ];
  const sentences: readonly ((name: string) => string)[] = [
    (name) => `Only ${roles[next(3)]}s may ${take(verbs ?? [])} ${name}s.`,
    (name) => `The ${roles[next(3)]} can ${take(verbs ?? [])} ${name}s.`,
    (name) => `${name}s can be ${take(verbs ?? [])}ed.`,
    (name) => `No ${name} without a ${take(fieldNames ?? [])}.`,
    (name) => `A ${name} is ${take(values ?? [])}, ${take(values ?? [])} or ${take(values ?? [])}.`,
    (name) => `${roles[next(3)]}s who ${take(verbs ?? [])} a ${name} note the ${take(fieldNames ?? [])}.`,
  ];
  const lines = Array.from({ length: 1 + next(2) }, (): string => {
    const name = take(names ?? []);
    const facts = Array.from({ length: 1 + next(3) }, () => draws[next(draws.length)]?.() ?? "");
    const list = [
      `${name}: ${facts.join(", ")}`,
      `A ${name} has a ${take(fieldNames ?? []) || "trait"}, ${facts.join(", ").replace("belongs", "and belongs")}.`,
      `${name}s:\n${facts.map((fact) => `- ${fact}`).join("\n")}`,
    ][next(3)];
    return next(2) ? `${list}\n${sentences[next(sentences.length)]?.(name)}` : `${list}`;
  });
  return lines.join("\n");
}
