import { inTable, wordTable } from "../../../lib/index.ts";
import { lexiconWords } from "../../lexicon/index.ts";
import { isWord } from "../../../language/index.ts";
import { fieldNouns, kinds, singularPlurals, units } from "./kinds.ts";

/** Abbreviations with one meaning everywhere, grouped by what most of them name. */
const plain = {
  people: `emp employee, empl employee, cust customer, usr user, mbr member, mgr manager, stu student, stud student,
    pt patient, dr doctor, supp supplier, vend vendor, addr address, contr contractor, tchr teacher, instr instructor,
    drv driver, ppl people, appl applicant, cand candidate, recip recipient, acct account, org organization,
    cmp company, dept department, grp group, crs course`,
  things: `prod product, prods products, inv invoice, ord order, itm item, proj project, tsk task, evt event, evnt event,
    tkt ticket, txn transaction, trx transaction, pmt payment, pymt payment, subs subscriptions, resv reservation,
    bkg booking, bk book, appt appointment, msg message, msgs messages, notif notification, cmt comment, img image, imgs images,
    pic picture, pkg package, shpmt shipment, veh vehicle, srv server, svr server, cfg config, env environment,
    whse warehouse, wh warehouse, perm permission, bldg building, rm room, flr floor, apt apartment, loc location, sess session,
    tmpl template, cert certificate, lic licence, mtg meeting, rx prescription, sched schedule,
    equip equipment, eqpt equipment, ingr ingredient, ques question, mgmt management, mon monitoring, opp opportunity,
    opps opportunities, amnt amount, subj subject, maint maintenance`,
  fields: `nm name, uname username, usrname username, pwd password, pw password, passwd password, em email, tel phone, mob mobile,
    ctry country, cntry country, dt date, yr year, yrs years, mth month, wk week, qty quantity, amt amount,
    bal balance, tot total, cnt count, num number, nr number, desc description, descr description,
    txt text, lang language, lvl level, prio priority, sev severity, ccy currency, curr currency, prc price,
    sal salary, perc percent, pct percent, dest destination, dur duration, wgt weight, wt weight, avail available,
    appr approved, pg pages, ctr center, mfr manufacturer, clr color, trk tracking, dob dob, bday birthday, rcvd received, canc cancelled, cncl cancelled, cd code, intvl interval, freq frequency, cntr counter, grd grade, nbr number, chk check, insp inspection, nxt next, prev previous, lbl label, calib calibration, strt start, addrs addresses, upd updated, var variable, vars variables,
    sched schedule, exp expiry, catg category, ctgry category, stat status, sts status`,
};

/** Abbreviations that are also words: they count only in a text with many abbreviations. */
const ambiguous = `cat category, cats categories, sub subscription, st status, ref reference, rep representative,
  prof professor, temp temperature, pos position, hum humidity, cur currency, disc discount, med medication,
  meds medications, doc document, docs documents, reg registration, resp respondent, comp company, pri priority, tix tickets, dist distance,
  div division, auth author, dev device, ver version, prop property, ans answer, inc incident, rel release, ht height, hrs hours`;

export const abbreviations = wordTable(Object.values(plain).join(","));
const inContext = wordTable(ambiguous);

/** Returns a word without its vowels: `reason` → rsn, `delivery` → dlvry. */
const skeleton = (word: string): string =>
  word.slice(0, 1) +
  word
    .slice(1)
    .replaceAll(/[aeiou]/g, "")
    .replaceAll(/(.)\1/g, "$1");

let bySkeleton: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the one domain word that a word without vowels abbreviates. */
function unvowelled(word: string): string | undefined {
  if (!/^[b-df-hj-np-tv-z]{3,}$/.test(word) || singularPlurals.has(word) || units.has(word) || isWord(word))
    return undefined;
  if (kinds.some(({ last }) => last?.has(word))) return undefined;
  bySkeleton ??= Map.groupBy(
    new Set(
      [...fieldNouns, ...lexiconWords, ...Object.values(abbreviations)].filter((full) => full.length > 4),
    ),
    skeleton,
  );
  const [only, other] = bySkeleton.get(word) ?? [];
  // Three letters are mostly an acronym (`crm`), unless they abbreviate a field name.
  if (word.length === 3 && !fieldNouns.includes(only ?? "")) return undefined;
  return other === undefined || word.length > 4 ? only : undefined;
}

/** Returns the full form of a word; unknown words are returned unchanged. */
export const inFull = (word: string): string => {
  const lower = word.toLowerCase();
  return (
    inTable(abbreviations, lower) ?? (word === word.toUpperCase() ? undefined : unvowelled(lower)) ?? word
  );
};

const notation =
  /^(?:req|uniq|dflt|def|opt|fk|int|str|num|bool|dt|dec|flt|chars|w\/|svc|sys|db|mgmt|api|crm|erp)$/;

/** Whether a text consists mostly of abbreviations. */
function isShort(text: string): boolean {
  const words = text.toLowerCase().match(/[a-z]+\/?/g) ?? [];
  const short = words.filter((word) => notation.test(word) || Object.hasOwn(abbreviations, word));
  return short.length > 3 && short.length * 6 > words.length;
}

/** Whether `ref` in `firmware ref` is a key rather than a reference: `firmware` has its own list in the text. */
function isKey(text: string, index: number): boolean {
  const noun = /([a-z]+) $/.exec(text.slice(Math.max(0, index - 40), index))?.[1];
  return noun !== undefined && ["\n", "; ", ". "].some((sign) => `\n${text}`.includes(`${sign}${noun}:`));
}

/** Expands ambiguous abbreviations in a text that has many others. */
export const lengthened = (text: string): string =>
  isShort(text)
    ? text.replaceAll(
        /(?<![\w.|/(,-]|default |= ?)[a-z]{2,4}(?![\w.|/)-]| (?:to )?usr\b)/g,
        (word, index: number) =>
          (word === "ref" && isKey(text, index) ? undefined : inTable(inContext, word)) ?? word,
      )
    : text;
