import { frequency } from "./dictionary.ts";

export const irregular: Readonly<Record<string, string>> = {
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

/**
 * The verb of a past participle: `cancelled` → cancel, `retried` → retry, `archived` → archive. Of the forms that the
 * spelling allows the most frequent one is it.
 */
export function verbOf(participle: string): string {
  const word = participle.toLowerCase();
  const known = irregular[word];
  if (known !== undefined) return known;
  if (!word.endsWith("ed")) return word;
  if (word.endsWith("ied")) return `${word.slice(0, -3)}y`;
  const stem = word.slice(0, -2);
  const forms = [stem, `${stem}e`, ...(/(.)\1$/.test(stem) ? [stem.slice(0, -1)] : [])];
  const best = forms.reduce((one, other) => (frequency(other) > frequency(one) ? other : one));
  if (frequency(best) > 0) return best;
  // `reopened`, `unsubscribed`: the verb without what stands before it.
  const prefix = /^(?:un|re|de|dis|pre|over|out|up|down)(?=\w{4})/.exec(word)?.[0];
  return prefix ? prefix + verbOf(word.slice(prefix.length)) : stem;
}

export const abbreviations: Readonly<Record<string, string>> = {
  emp: "employee",
  nm: "name",
  dt: "date",
  em: "email",
  mbr: "member",
  bk: "book",
  sal: "salary",
  appr: "approved",
  avail: "available",
  ctr: "center",
  tot: "total",
  pg: "pages",
  uname: "username",
  lvl: "level",
  nr: "number",
  trk: "tracking",
  dest: "destination",
  dur: "duration",
  bal: "balance",
  cnt: "count",
  lic: "licence",
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
