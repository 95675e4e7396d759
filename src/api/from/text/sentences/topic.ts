import { frequency } from "../words/dictionary.ts";
import { isOrder, termsOf } from "../words/grammar.ts";
import { nameOf } from "../state.ts";
import { irregular } from "../words/words.ts";

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words before what a description is about: who asks, for what kind of program, to do what with it. */
const asking = set(
  "please can could you building making creating writing developing designing i we i'd we'd i'm we're us me my our their would like want wants need needs to have having build create make define design provide develop generate write give set up get think of a an the some small simple basic new full little tiny complete rest restful crud json http something somewhere anything place thing way software stuff with for that which who and lets let let's let’s help helps data about used using everything all each every here is there are",
);
const programs = set(
  "api apis service services svc system systems sys app application platform backend endpoint endpoints resource resources tool server website site portal database db model models entity entities table tables crud tracker program solution",
);
const purposes = set(
  "manages stores tracks handles keeps records organises organizes holds lists manage managing catalog catalogue cataloguing mange track tracking store storing handle handling record recording organise organize organising organizing maintain maintaining keep keeping log logging save saving list listing book booking hold holding register registering collect collecting administer administering follow following plan planning schedule scheduling run running serve serving model modelling modeling crud-ing",
);
const kept = set(
  "track record records list lists log logs catalogue catalog collection registry directory inventory register overview set vault ledger database",
);
/** What ends the name of the topic. */
const ends = set(
  "that which who where when whose with having in at on from by between across per so has have is are can may must should will i we they it needs need without including containing holding inside online together",
);
const trailing = set(
  "api apis rest service services svc system systems sys app application platform backend mgmt management mgr monitoring mon tracker tracking list lists collection database db endpoints endpoint resource resources table crud validation registration stuff software portal site website keeper log register handling sending processing info information details data fields attributes properties columns schema vault catalogue catalog",
);

/** What stands before the noun of a heading: `Fields of an event`, `Resource: VM`, `Entity Ferry`. */
export const container =
  /^(?:[Tt]he )?(?:(?:[Ff]ields?|[Aa]ttributes?|[Cc]olumns?|[Ss]chema|[Dd]ata model|[Rr]ecord type)\s+(?:for|of)\s+(?:an? |[Tt]he |each |every |our |my )?|(?:[Ff]ields?|[Aa]ttributes?|[Pp]roperties|[Cc]olumns?|[Ss]chema|[Ss]tructure|[Ss]hape|[Dd]efinition|[Mm]odel|[Rr]esource|[Ee]ntity|[Tt]able|[Cc]ollection)(?:\s*[:=]\s*|\s+(?:for|of|called|named)\s+(?:(?:an? |[Tt]he |each |every |our |my )|(?=["“'A-Z]))|\s+(?=["“'A-Z][a-z])))(?=\S)/;

/** Whether people rather write of what was done (`collected`) than of several (`boats`). */
export function isVerb(word: string): boolean {
  const done = [`${word}ed`, `${word}d`, word.replace(/y$/, "ied")].filter((one) => one !== word);
  const odd = Object.keys(irregular).filter((one) => irregular[one] === word);
  const most = Math.max(...[...done, ...odd].map((one) => frequency(one)));
  return most > Math.max(frequency(`${word}s`), frequency(`${word}es`));
}

/** `Collect parking fines`: an order rather than a name of several nouns. */
function commands(words: readonly string[]): boolean {
  if (words.length < 3 || !/[^s]s$/i.test(words.slice(0, 4).at(-1) ?? "")) return false;
  const [verb = ""] = words;
  const [first] = termsOf(words.slice(0, 4).join(" "));
  return first?.tags.has("Infinitive") === true && first.text === verb && isVerb(verb.toLowerCase());
}

/** `to note down wines`, `we lend out tools`: a verb with what it is done to, whatever the verb. */
function doing(words: readonly string[], at: number): boolean {
  const low = (i: number): string => (words[i] ?? "").toLowerCase();
  if (!/^(?:to|i|we|us|me|and|you|that|them|they|can|could|helps?)$/.test(low(at - 1))) return false;
  const word = low(at);
  if (!/^[a-z]{3,}$/.test(word) || /^(?:book|list|plan|log|model|do)$/.test(word) || word.endsWith("s"))
    return false;
  const opens = /^(?:down|up|out|off|about|every|each|all|any|which|what|whose|how|the|my|our)$/.test(
    low(at + 1),
  );
  const several = words.slice(at + 1, at + 4).some((one) => /[a-z]{2}s[:,.;]?$/i.test(one));
  const isPhrasal = /^(?:down|up|out|off)$/.test(low(at + 1));
  return (opens || several) && isOrder(word) && (isPhrasal || isVerb(word));
}

/** The noun of `I want to track expenses`, `an API for managing movies`, `hotel rooms api`, `something to log my runs`. */
export function introduced(text: string): string | undefined {
  const words = text.trim().replace(container, "").replaceAll(/["“”]/g, "").split(/\s+/).filter(Boolean);
  let from = commands(words) ? 1 : 0;
  const low = (at: number): string => (words[at] ?? "").toLowerCase().replace(/[,:;.]$/, "");
  for (; from < words.length - 1; from++) {
    const [word, before, next] = [low(from), low(from - 1), low(from + 1)];
    const isFirst = from === 0;
    if (asking.has(word)) continue;
    if (programs.has(word) && kept.has(next) && /^(?:for|of|to|that)$/.test(low(from + 2))) {
      from += 1;
      continue;
    }
    if (programs.has(word) && /^(?:for|to|that|which|of|called|named|about|where)$/.test(next)) continue;
    if (/^(?:for|to|of|called|named)$/.test(word) && from > 0) continue;
    if (kept.has(word) && next === "of") continue;
    if (
      purposes.has(word) &&
      (word.endsWith("ing")
        ? isFirst || asking.has(before)
        : /^(?:to|i|we|us|me|and|you|that|them|they|people|users|helps?|let['’]?s?)$/.test(before) || isFirst)
    )
      if (
        word.endsWith("ing") ||
        from > 0 ||
        /^(?:an?|the|my|our|track|all|each|every)$/.test(next) ||
        // `Manage feedback` is no name
        /^(?:manage|handle|maintain|keep|save|administer|organi[sz]e)$/.test(word) ||
        // `Manage cheese wheels`, `Store webhooks`
        (!/^(?:book|list|plan|log|model|model?ling)$/.test(word) &&
          words.slice(from + 1, from + 4).some((one) => /s[:,.;]?$/i.test(one)))
      )
        continue;
    if (from > 0 && doing(words, from)) {
      while (
        /^(?:down|up|out|off|about|after|on|to|know|every|each|all|any|which|what|whose|how|many|much|the|my|our|these|those|of)$/.test(
          low(from + 1),
        )
      )
        from += 1;
      continue;
    }
    break;
  }
  // `A/B experiments`
  const left = words.slice(from).filter((word) => !/^\w\/\w$/.test(word));
  const end = left.findIndex(
    (word, i) => i > 0 && (ends.has(word.toLowerCase()) || /^(?:for|of)$/i.test(word)),
  );
  const noun = end < 0 ? left : left.slice(0, end);
  const isFiled = left.length === 2 && from === 0 && /^applications?$/i.test(left[1] ?? "");
  const trails = (): boolean =>
    noun.length > 1 && !isFiled && trailing.has((noun.at(-1) ?? "").toLowerCase());
  // `shopping list` is no shopping
  while (trails() && !(noun.length === 2 && /ing$/i.test(noun[0] ?? "") && /^list$/i.test(noun[1] ?? "")))
    noun.pop();
  const bare = noun.join(" ").replace(/[,:;.]$/, "");
  return /^[A-Za-z][\w-]*(?:,?\s[\w-]+){0,3}$/.test(bare) &&
    !programs.has(bare.toLowerCase()) &&
    !asking.has(bare.toLowerCase()) &&
    !/^(?:who|what|which|how|it|this|that|entities|fields|where|when)\b/i.test(bare)
    ? bare
    : undefined;
}

/** What a sentence above a list is about: `every coffee I drink`, `My club wants to rate movies`, `For a shop I need articles`. */
export function objectOf(sentence: string, sure?: "sure"): string | undefined {
  const terms = termsOf(sentence).map(({ text, tags }) => ({ text: text.replaceAll(/[^\w-]/g, ""), tags }));
  const verb = terms.findIndex(({ tags }, i) => i > 0 && tags.has("Verb"));
  if (verb < 0 && sure) return undefined;
  const behind = terms.slice(verb + 1);
  const isNoun = (at: number): boolean =>
    behind[at]?.tags.has("Noun") === true && behind[at]?.tags.has("Pronoun") !== true;
  const at = behind.findIndex(
    ({ text, tags }, i) =>
      isNoun(i) &&
      !isNoun(i + 1) &&
      (tags.has("Plural") ||
        /[^s]s$/.test(text) ||
        /^(?:every|each|an?|any|my|our|the)$/i.test(behind[i - 1]?.text ?? "") ||
        /^(?:every|each|an?|any|my|our|the)$/i.test(behind[i - 2]?.text ?? "")),
  );
  const any = terms.findLast(({ tags }) => tags.has("Noun") && !tags.has("Pronoun"));
  const noun = at < 0 && sure === undefined ? any?.text : behind[at]?.text;
  if (
    noun === undefined ||
    /^(?:list|lists|things?|data|stuff|track|record|records|overview|people|lot|lots)$/i.test(noun)
  )
    return undefined;
  const before = behind[at - 1];
  return before?.tags.has("Noun") && !before.tags.has("Pronoun") ? `${before.text} ${noun}` : noun;
}

/** Kinds of places and firms: what stands behind one is what it keeps, `barber shop appointments`. */
const places = set(
  "shop store studio clinic office school salon club center centre garage station park hall bank library market farm agency company department museum restaurant kitchen ward lab yard works service",
);

/** What a head of three words is about, where two of them name the place. */
export function keptBy(noun: string): string {
  const words = noun.split(/\s+/);
  const [, place = "", last = ""] = words;
  return words.length === 3 && places.has(place.toLowerCase()) && /[^s]s$/i.test(last) ? last : noun;
}

/** `attend` as a head is an attendance: the most frequent noun of a word that is a verb alone. */
export function deedNamed(head: string): string {
  const verb = head.toLowerCase();
  if (!/^[a-z]{4,}$/.test(verb) || termsOf(verb)[0]?.tags.has("Verb") !== true) return head;
  const stem = verb.replace(/e$/, "");
  const nouns = ["ance", "ence", "ation", "ion", "ment", "al"].map((end) => `${stem}${end}`);
  const best = nouns.reduce((one, other) => (frequency(other) > frequency(one) ? other : one));
  return frequency(best) > Math.max(20, frequency(`${verb}s`)) ? best : head;
}

/** What `they` are behind a sentence that keeps nothing yet: `Our theatre has a cupboard full of props`. */
export function shown(scene: string): string | undefined {
  const plurals = termsOf(scene).filter(
    ({ text, tags }) =>
      tags.has("Plural") &&
      tags.has("Noun") &&
      !/^(?:people|days|weeks|months|years|times|things)\W*$/i.test(text),
  );
  const single = /\ban? ([a-z]+)$/i.exec(scene)?.[1];
  const first = /^([A-Z][a-z]+s) [a-z]+ /.exec(scene)?.[1];
  const noun = plurals.at(0)?.text.replaceAll(/\W/g, "") ?? single ?? first;
  return noun === undefined ? undefined : nameOf(noun);
}

/** Each noun of a topic: `surveys and their questions` → Survey, Question. */
export const topics = (text: string): readonly string[] =>
  (introduced(text) ?? "")
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/)
    .flatMap((one) => nameOf(one.replace(/^(?:their|its|our)\s+/i, "")) ?? []);
