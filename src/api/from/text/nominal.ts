import { clauseOf } from "./clause.ts";
import { type State, knownIn, nameOf, relate } from "./state.ts";

/** What a deed is called where its name is not made of the verb. */
const called: Readonly<Record<string, readonly string[]>> = {
  borrow: ["loan", "lending"],
  lend: ["loan"],
  buy: ["purchase", "order", "sale"],
  sell: ["sale"],
  apply: ["application"],
  subscribe: ["subscription"],
  join: ["membership"],
  attend: ["attendance", "registration"],
  sign: ["signup", "registration", "enrollment", "enrolment"],
  pay: ["payment"],
  ask: ["question"],
  choose: ["choice"],
  receive: ["receipt"],
  complain: ["complaint"],
  describe: ["description"],
  give: ["gift", "donation"],
  hire: ["rental"],
};

/** Whether a noun names what a verb does: `rental` and rent, `reservation` and reserve. */
function names(noun: string, verb: string): boolean {
  if (called[verb]?.includes(noun)) return true;
  const stem = verb.replace(/[ey]$/, "");
  return (
    noun === verb ||
    (stem.length > 2 &&
      noun.startsWith(stem) &&
      /^(?:ing|al|ation|ition|ion|tion|ment|ance|ence|ery|y|sion|iption|ption|lment|ration)$/.test(
        noun.slice(stem.length),
      ))
  );
}

/**
 * `Students rent a locker; a rental has a deposit`: the record of a deed belongs to what it is done to, and to who does
 * it, where both are records with fields of their own.
 */
export function nominal(state: State, statements: readonly string[]): void {
  for (const one of statements.map((text) => text.split(":")[0] ?? "")) {
    const clause = clauseOf(one);
    if (!clause || clause.negated || !/^(?:the |an? )?[a-z]+s?$/i.test(clause.subject)) continue;
    const deed = [...state.resources.values()].find(({ name }) =>
      names(name.toLowerCase(), clause.verb.toLowerCase()),
    );
    if (!deed || !/^(?:for |in )?(?:an?|the|their|one|several|many|[a-z]+s\b)/i.test(clause.rest)) continue;
    const nouns = [
      clause.subject,
      ...clause.rest.split(/,|\s(?:for|in|on|at|with|from|to|and|of)\s/).map((noun) => noun.trim()),
    ];
    for (const noun of nouns) {
      const target = nameOf(noun) === undefined ? undefined : knownIn(state, noun);
      const other = target === undefined ? undefined : state.resources.get(target);
      if (!other || other === deed || other.fields.length === 0) continue;
      const lower = other.name.toLowerCase();
      if (deed.fields.some(({ name }) => name.toLowerCase().startsWith(lower))) continue;
      if (deed.relations.some(({ target: there }) => there === other.name)) continue;
      if (other.relations.some(({ target: there }) => there === deed.name)) continue;
      relate(deed, { kind: "belongsTo", target: other.name });
    }
  }
}
