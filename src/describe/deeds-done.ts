import { baseVerb } from "./actions.ts";
import type { Clause } from "./clauses.ts";
import type { Drafts } from "./drafts.ts";
import { prepositions } from "./grammar.ts";
import { nounAt } from "./nouns.ts";

/** Adds what can be done to something: `a lot can be archived or marked as sold`. */
export function addDeedsDone(drafts: Drafts, owner: string, clause: Clause): void {
  const { rest } = clause;
  const doer = rest[0]?.low === "by" ? nounAt(rest, 1) : undefined;
  const actor = drafts.find(doer);
  if (doer?.many && actor) return drafts.hasMany(owner, actor);
  if (addJoined(drafts, owner, clause)) return;
  const text = rest.map((token) => token.text).join(" ");
  drafts.act(owner, markedAs(clause.verb.name, text) ?? clause.verb.name);
  for (const deed of furtherDeeds(text)) drafts.act(owner, deed);
}

/** Reads `tags can be assigned to tasks`, `mechanics are assigned to orders`. */
export function addJoined(drafts: Drafts, owner: string, { verb, rest }: Clause): boolean {
  const noun = nounAt(rest, 1);
  const target = drafts.find(noun);
  const record = drafts.recordOf(verb.name);
  if (record && target && ![owner, target].includes(record)) {
    for (const party of [owner, target]) drafts.belongs(record, party);
    return true;
  }
  if (!/^(?:added|assigned|linked|attached|put|tagged|booked|applied)$/.test(verb.word)) return false;
  if (!target || (!noun?.plural && verb.modal === undefined)) return false;
  if (noun?.plural) drafts.manyToMany(owner, target);
  else drafts.belongs(owner, target, true);
  return true;
}

/** What something is marked as, with the verb: `mark it as spam` → mark as spam; undefined for other verbs. */
export function markedAs(verb: string, behind: string): string | undefined {
  const [, as = "", what = ""] = /^(?:(?:it|them) )?(as )?(?:an? )?([\w-]+)/.exec(behind) ?? [];
  const isMark = /^(?:mark|flag|declare)$/.test(verb) && !/^(?:and|or|if|when|)$/.test(what);
  return isMark && !prepositions.has(what) ? `${verb} ${as}${what}` : undefined;
}

/** The acts after the first: `confirmed by us or cancelled by the band`. */
function furtherDeeds(text: string): readonly string[] {
  const [actionList = ""] = text
    .replaceAll(/\([^)]*\)/g, "")
    .split(/\b(?:until|when|if|only|within|unless|but|before|after)\b/);
  return actionList.split(/,|\band\b|\bor\b/).flatMap((whole) => {
    const part = whole.trim();
    const [first = "", ...more] = part.split(" ");
    const marking = markedAs(baseVerb(first), more.join(" "));
    if (marking) return [marking];
    const deed = part.replace(/^(?:then|later|also|again) /, "").trim();
    const words = deed.split(/\s+/);
    const isParticiple = /(?:ed|en|wn|un|id|ld|ut|nt|lit)$/.test(words[0] ?? "");
    return isParticiple ? [baseVerb(deed)] : [];
  });
}
