import { distance } from "../../../lib/index.ts";
import { entryFor, lexiconWords } from "../../lexicon/index.ts";

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words of the descriptions' own language, which are mended when misspelt. */
const keywords = list(`
  required unique default optional boolean integer minimum maximum characters between number string
  nullable defaults defaulting positive negative datetime array object minutes seconds username
  attendees attendee available private message messages channel channels member members event events
  recipe recipes difficulty ingredients email title users status description quantity customer customers
  product products address addresses category categories invoice invoices amount currency manage start
  active blocked unblocked false true name room price date night field fields actions belongs cancelled
  published archived approved rejected phone comment comments employee employees student students course
  teacher vehicle appointment patient doctor restaurant booking reservation payment delivery supplier warehouse
  calendar schedule library author publisher language country city receipt balance account
`);

/** Right words that stand near a keyword. */
const right = new Set(
  list(`
  names rooms dates prices fields actions title titles emails phones cities languages tree trees tile tiles rating rate
  rates sender state states start starts end ends stars store stored stores number numbers member remember event even
  room roof door prize nigh light right data rate later made game same came fame dame lame tame nature mature rented
  private privates strings integers booleans defaulted unit units action active activity channel publish published
  quality quantity county country course courses source sources force user users uses used us unused customer custom
  minute minutes second seconds amount amounts count account accounts mount products produce product produced category
  unlock unlocked position positions starting lent event rent freeze
  lent event rent sent spent scent message massage messages orders ordered author authors actor actors fact city cite
  availability stated status statue stats bill billed fill filled filed field yield child shield build trial title
  line lines time times tire tired item items name named fame feel feed fees free tree three there these those
`),
);

/** Words of the lexicon, in their common endings too. */
const known = (word: string): boolean =>
  [
    word,
    word.replace(/s$/, ""),
    word.replace(/es$/, ""),
    word.replace(/e?d$/, ""),
    word.replace(/ed$/, ""),
    word.replace(/ing$/, ""),
    word.replace(/ing$/, "e"),
  ].some(
    (form) =>
      right.has(form) ||
      lexiconWords.has(form) ||
      entryFor(form.slice(0, 1).toUpperCase() + form.slice(1)) !== undefined,
  );

/** Letters of one word next to each other swapped, left out, doubled or wrong. */
function mend(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length < 4 || !/^[a-z]+$/.test(lower) || keywords.includes(lower) || known(lower)) return word;
  const most = lower.length > 5 ? 2 : 1;
  let best: string | undefined;
  let away = most + 1;
  for (const keyword of keywords) {
    const sorted = [...keyword].sort().join("") === [...lower].sort().join("");
    const d = distance(lower, keyword, most);
    const close = d === 1 || (d === 2 && (sorted || lower.length > 7));
    if (
      keyword[0] === lower[0] &&
      (!/(?:ed|ing)$/.test(lower) || /(?:ed|ing)$/.test(keyword)) &&
      close &&
      d < away &&
      keyword !== `${lower}s` &&
      `${keyword}s` !== lower &&
      `${keyword}d` !== lower &&
      keyword !== `${lower}d`
    )
      [best, away] = [keyword, d];
  }
  return best ?? word;
}

/** The text with misspelt words of its own language mended; names that nobody knows stay. */
export const mended = (text: string): string =>
  text.replaceAll(/(?<![\w@./#-])[A-Za-z]{4,}(?![\w@/-])/g, (word) => {
    const right = mend(word);
    return right === word || /[a-z][A-Z]/.test(word) ? word : right;
  });

const irregular: Readonly<Record<string, string>> = {
  sent: "send",
  paid: "pay",
  sold: "sell",
  bought: "buy",
  withdrawn: "withdraw",
  brought: "bring",
  taken: "take",
  given: "give",
  lent: "lend",
  held: "hold",
  put: "put",
  frozen: "freeze",
  freezed: "freeze",
  unfrozen: "unfreeze",
  shut: "shut",
  lost: "lose",
  found: "find",
  made: "make",
  won: "win",
  built: "build",
  begun: "begin",
  rebuilt: "rebuild",
  run: "run",
  rerun: "rerun",
  reset: "reset",
  split: "split",
  read: "read",
  hidden: "hide",
  shown: "show",
  written: "write",
  chosen: "choose",
  driven: "drive",
  spent: "spend",
  left: "leave",
  kept: "keep",
  met: "meet",
  undone: "undo",
  redone: "redo",
  done: "do",
  fed: "feed",
  bid: "bid",
  cut: "cut",
  set: "set",
  void: "void",
  relit: "relight",
  upheld: "uphold",
  overridden: "override",
  resold: "resell",
  resent: "resend",
  repaid: "repay",
};

const eEnding =
  /(?:[^aeiou](?:at|it|ur|in|is|as|ov|iv|us|uc|id|od|ir|ag|ur|al)|[aeiou](?:[cgvzu]|rg|rs|ns|nc)|(?:l|r)(?:v|s)|dg|ng|rg|nc|rc|[aeiou]s|[st]l|bl|pl|gl|dl|kl|fl|zl|iz|is|yz|qu|ut|ot|et|ar|or|ak|ik|ok|op|ip|ap|am|im|om|um|un|on|an)$/;

/** Verbs whose last consonant is no sign of a lost e. */
const bare =
  /(?:[aeiou]{2}[^aeiou]|[^aeiou]{2}|[^aeiou]er|[^aeiou]en|[^aeiou]el|it|[aeiou][wxy]|ish|ack|ock|uck|eck|ick|erm|orm|ress|eal|ain|al|ort|ert|ept|ect|est|end|and|urn|ark|elp|ask|ink|ing|ump|unt|int|ant|ent|ort|arm|rn|rm|rk|rt|ct|pt|st|nd|nt|lt|lp|lk|sk|ss|sh|ch|ck|ff|ll)$/;

const exactE = new Set(
  list(`activat deactivat archiv unarchiv approv renew delet creat updat complet schedul reschedul clos reopen revok
  rotat invit escalat merg resolv reserv releas issu reissu mut unmut subscrib unsubscrib verifi validat restor
  remov mov assign pric promot demot upgrad downgrad shar stor paus resum purchas us reus chang exchang decid
  dispos enabl disabl retir expir hir fir rat dat not vot giv tak mak wak bak tun prun duplicat translat calibrat
  authoriz reconcil terminat inspect renam replac produc charg discharg manag stag unstag recycl terminat relocat
  evaluat cit donat nominat moderat simulat regenerat generat delegat rescu notic servic ignor explor restor
  consum serv observ deserv preserv conserv solv involv devolv prov improv disprov forgiv shelv hous dispens
  advis revis supervis rais prais bas eras leas releas caus clos dos los compos expos propos dispos impos
  queu requeu authoris finaliz finalis recogniz recognis prioritiz categoriz organiz publiciz fre unfre balanc
  juggl toggl sampl handl bundl shuffl scal trac plac mat rot quot vacat allocat reallocat negotiat initiat`),
);

/** The verb of a past participle: `cancelled` → cancel, `retried` → retry, `archived` → archive. */
export function verbOf(participle: string): string {
  const word = participle.toLowerCase();
  const known = irregular[word];
  if (known !== undefined) return known;
  if (!word.endsWith("ed")) return word;
  if (word.endsWith("ied")) return `${word.slice(0, -3)}y`;
  const stem = word.slice(0, -2);
  if (exactE.has(stem)) return `${stem}e`;
  if (/(.)\1$/.test(stem) && !/(?:ss|ll|zz|ff)$/.test(stem)) return stem.slice(0, -1);
  if (
    /[aeiou]ll$/.test(stem) &&
    /(?:cancell|labell|modell|travell|controll|patroll|enroll|fulfill|install)$/.test(stem)
  )
    return /(?:enroll|fulfill|install)$/.test(stem) ? stem : stem.slice(0, -1);
  if (bare.test(stem)) return stem;
  return eEnding.test(stem) ? `${stem}e` : stem;
}

const abbreviations: Readonly<Record<string, string>> = {
  emp: "employee",
  dept: "department",
  veh: "vehicle",
  org: "organization",
  usr: "user",
  srv: "server",
  pwd: "password",
  pw: "password",
  yr: "year",
  qty: "quantity",
  cust: "customer",
  prod: "product",
  cat: "category",
  addr: "address",
  inv: "invoice",
  acct: "account",
  txn: "transaction",
  msg: "message",
  desc: "description",
  amt: "amount",
  lang: "language",
  appt: "appointment",
  pt: "patient",
  dr: "doctor",
  proj: "project",
  mgr: "manager",
  cfg: "config",
  img: "image",
  loc: "location",
  ord: "order",
  pkg: "package",
  env: "environment",
  num: "number",
  tel: "phone",
  sub: "subscription",
  subs: "subscriptions",
  evt: "event",
  grp: "group",
  perm: "permission",
  resv: "reservation",
  wh: "warehouse",
  stu: "student",
  mon: "monitoring",
  mgmt: "management",
};

/** A word in full; unknown ones as they are. */
export const inFull = (word: string): string =>
  Object.hasOwn(abbreviations, word.toLowerCase()) ? (abbreviations[word.toLowerCase()] ?? word) : word;
