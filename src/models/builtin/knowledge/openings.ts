import { anyOf, wordSet } from "../../../lib/index.ts";
const phrases = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split(/\s*\n\s*|\s*;\s*/)
    .map((phrase) => phrase.split(" "))
    .toSorted((a, b) => b.length - a.length);

/** Words before the verb of a request that don't change its meaning. English function words, by hand. */
export const openings = phrases(`
  please; pls; plz; kindly; then; and; also; so; now; first; next; finally; lastly; ok; okay; yes; yeah; yep; sure; hi
  hello; hey; thanks; thank you; well; actually; great; perfect; just; simply; instead; afterwards; after that; again
  alright; all right; oh; ugh; sorry; asap; immediately; right now; right away; quickly; go ahead and; go on and; go and; go ahead; go on; do me a favor; do me a favour; try
  can you; could you; will you; would you; can u; could u; you can; you should; you must; you need to; you have to
  i want; i want you to; i want to; i need; i need you to; i need to; i would like; i would like to; i would like you to
  i'd like; i'd like to; i'd like you to; i have to; i must; i wanna; i'd love to; i wish to; i like to; i'd prefer to; i'm looking to
  i am looking to; looking to; i'm trying to; i am trying to; trying to; i'm hoping to; hoping to; i'll need to; i will need to
  we want; we want to; we want you to; we need; we need to; we need you to; we would like to; we'd like to; we'd like; we have to
  we must; let's; let us; help me; help me to; help us; help us to; make sure to; make sure you; make sure that you
  be sure to; be so kind as to; feel free to; try to; try and; it's time to; time to; do me a favor and
  do me a favour and; i'd appreciate it if you could; i would appreciate it if you could; want to; need to; would like to; need; want
  is it possible for you to; are you able to; by the way; in addition; one more thing; if possible; if you can
  if you could; if you would; if you don't mind; when you can; when you get a chance; when you have a moment; i'm going to need you to
  i was hoping you could; i was wondering if you could; i wonder if you could; could i ask you to; may i ask you to; second; third
`);

/** The same before a participle: `would you mind cancelling`. */
export const minding = phrases(
  "would you mind; do you mind; mind; assist me in; assist me with; help me with; help me in; help us with; i need help with",
);

/** Verbs without meaning of their own: `make a payment`. */
export const light: ReadonlySet<string> = wordSet(`
  make do place issue process file submit request get give initiate put perform start arrange have want
  need like create
`);

/** Phrases that retract a request. */
export const retracts = new RegExp(
  String.raw`\b${anyOf(
    String.raw`never ?mind|scratch that|forget (?:about )?(?:it|that)|on second thoughts?|(?:actually|wait|ah|oh|hm+|er),? no`,
    String.raw`no,? (?:wait|don't)|hang on|hold on|hold off|my mind|(?<!no |not )(?:kidding|joking)`,
    String.raw`(?:just|only) (?:wondering|asking|curious)`,
    "not that (?:i|we)|not really|not seriously",
    String.raw`no need (?:to do (?:it|that|this|so)|for (?:it|that))`,
    String.raw`(?:don['’]t|do not|not) (?:actually )?do (?:it|that|this|so)`,
    String.raw`(?:actually|please|rather|better),? (?:don['’]t|do not)(?=\W*$)`,
  )}\b`,
  "i",
);

/** Beginnings of hypothetical sentences; `*` is any word except `you`. */
export const suppositions = phrases(`
  what if; what happens; what would; what will; what could; what exactly; would *; could *; might *; should; can *; may *
  is it safe; is it possible; is it ok; is it okay; is it wise; is it worth; is it better; is it allowed; is it necessary
  is it a good; is it a bad; is this safe; is that safe; are we; how; why; suppose; supposing; imagine; hypothetically; in theory
  theoretically; let's say; say i; do i; do you think; do we; does; who can; who may
`);

/** Requests for permission: for acts that are easily reverted they are requests, for others they are questions. */
export const permissions = phrases("can i; can we; could i; could we; may i; may we; might i");

/** Beginnings of questions about facts. */
export const factual = phrases(`
  did; have; has; had; was; were; is; are; do; what; which; when; where; who; whose
`);

/** Words anywhere in a sentence that make it hypothetical. */
export const wondering = [
  /\b(?:hypothetically|theoretically|in theory|if i were|i (?:might|may|could|should|almost|nearly|would(?! (?:like|love|appreciate))))\b/i,
  /\b(?:thinking (?:of|about)|(?:i'm|i am|we're|are) considering|not sure (?:if|whether)|wonder(?:ing)? (?:if|whether|what|how) (?!you\b))/i,
];

/** Requests for no change: `leave the lid shut`, `keep it as it is`. */
export const holding =
  /^(?:leave|keep|let) (?:\S+ ){0,6}(?:be|alone|shut|open|opened|closed|locked|unlocked|on|off|is|are|running|there|unchanged|untouched|as)$|^(?:leave|keep) (?:it|them|this|that)$/;

/** Verbs that attribute a statement, opinion or wish to somebody, in the forms that follow a subject. */
export const attributing: ReadonlySet<string> = wordSet(`
  say says said think thinks thought believe believes claim claims claimed insist insists insisted suggest suggests
  suggested demand demands demanded request requests requested want wants wanted wish wishes recommend recommends
  recommended tell tells told ask asks asked write writes wrote put puts order orders ordered advise advises advised
  propose proposes proposed expect expects expected argue argues shouted joked swears swore decide decides decided
  report reports reported announce announces announced reckon reckons hope hopes hoped reads
`);

const praise = anyOf(
  "great",
  "good",
  "brilliant",
  "genius",
  "lovely",
  "wonderful",
  "fantastic",
  "clever",
  "smart",
);
const mockery = new RegExp(`^(?:(?:what|such) an? )?${praise} ${anyOf("idea", "plan", "move", "thinking")}$`);

/** Whether a sentence ends with words that mark it as ironic. */
export const mocks = (words: string): boolean =>
  mockery.test(words) ||
  /^(?:ha|haha|lol|yeah right|as if|not|(?:oh|yeah) sure|what could (?:possibly )?go wrong)$/.test(words);

/** Phrases that postpone an act. */
export const later =
  /\b(?:later|not now|not yet|eventually|some ?day|one day|next time|at some point|sometime)\b/i;

/** Words before a colon that announce a quotation or a text. */
export const reports: ReadonlySet<string> = wordSet(`
  say says said saying write writes wrote written read reads text texts texted e-mail emails emailed email
  mail mails mailed message messages messaged note notes letter letters comment comments commented prompt
  instruction instructions review reviews transcript log logs ticket tickets content body subject title
  reply replies replied answer answered ask asks asked told tells quote quotes sentence phrase summarize
  summarise translate proofread remind reminder todo description state states stated this following page
  website document doc readme article output result response post snippet chat thread example examples dry
  simulation hypothetical explain define compare discuss rewrite rephrase paraphrase proofread evaluate
  contract report code pasted below here quoted forwarded found got received
`);

const negators: ReadonlySet<string> = wordSet(`
  not no never dont cannot without avoid refrain nor neither
`);

/** Whether a word, in lower case, negates: `never`, `don't`. */
export const isNegation = (word: string): boolean => negators.has(word) || word.endsWith("n't");

/** Conjunctions that begin a clause. */
export const joints: ReadonlySet<string> = wordSet(`
  and but or nor so because since if when whenever unless until till before after once while although
  though then otherwise else except whether
`);
/** Conjunctions that introduce a condition. */
export const conditional = wordSet("if when whenever unless once");
