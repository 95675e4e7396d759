import { leanings, type RuleKind, signs } from "./rule-signs.ts";
import { wordingOf } from "./wording.ts";

export type { RuleKind } from "./rule-signs.ts";

export interface Rule {
  readonly kind: RuleKind;
  /** As worded in the description. */
  readonly text: string;
}

/** The kind of rule that a clause states; undefined for one that states facts. */
export function ruleKind(clause: string): RuleKind | undefined {
  const wording = wordingOf(clause);
  return signs.find(([, sign]) => sign(wording))?.[0];
}

/** What speaks of a field's form, or of what something has. */
const ofForm =
  / (?:have|note|require|optional|valid|unique|default|fill|empty|tell otherwise|if there|if any|if know) /;

/** The kind of rule that a clause probably states if many of its words aren't understood as facts. */
export function leaningOf(clause: string): RuleKind | undefined {
  const wording = wordingOf(clause);
  if (wording.isList || wording.verbs.size === 0 || ofForm.test(wording.text)) return undefined;
  return leanings.find(([, sign]) => sign(wording))?.[0];
}

/** The headings under which rules of each kind are reported, and what to do about them. */
export const headings: Readonly<Record<RuleKind, { readonly title: string; readonly todo: string }>> = {
  rule: { title: "Rules to write yourself", todo: "check it in the resource's controller" },
  permission: {
    title: "Roles and permissions",
    todo: "with --auth, `owner: <relation>`, `read: public|account|owner` and (of accounts) `register: closed` in api.yaml say who changes, reads and creates records; check all else in the resource's controller",
  },
  computed: { title: "Computed values", todo: "compute it where the resource's controller answers" },
  upload: { title: "Uploads", todo: "store the file elsewhere and keep its URL in the field" },
  notification: { title: "Notifications", todo: "send it in the resource's controller, once it is stored" },
  tenancy: { title: "Tenancy", todo: "limit every query to the caller's organization" },
  report: { title: "Reports and exports", todo: "add an endpoint that reads the stored records" },
  retention: { title: "Logging and retention", todo: "add it to the controllers, or a scheduled job" },
  integration: { title: "Other systems", todo: "call the other system from the resource's controller" },
  scope: { title: "Left out, as described", todo: "nothing to do" },
};

/** Courtesies and requests about the work: they state nothing that is stored. */
const isPolite = new RegExp(
  String.raw`^(?:please (?:include|make sure|use|provide|write|submit|keep|don't)` +
    String.raw`|(?:many |best )?(?:thanks|thank you|thx|wishes|regards|cheers)\b)`,
  "i",
);

const isDropped = (text: string): boolean => {
  if (isPolite.test(text)) return true;
  const kind = ruleKind(text);
  if (!kind) return false;
  if (kind === "scope" || kind === "rule" || kind === "permission")
    return !/\b(?:has|have)\b.*,.*,/.test(text);
  return !/[,(].*,|\b(?:has|have) an? /.test(text);
};

/** What only some may do, or only then: `only clerks may ship it`, `it can only be shipped on Mondays`. */
const [who, when] = [
  /^only (.{2,40}?) (?:can|may|should be able to|(?:are|is) allowed to) (?!see\b|view|read|look)/i,
  /\b(?:can|may) only be (\w+)\b(?! once).*$/i,
];

const joint = /(,? (?:and|but|or) |, )(?![^(]*\))/;

/**
 * What a clause states besides a rule: `a visit costs some amount and can't overlap` → a visit costs some amount;
 * undefined for nothing.
 */
export function besideRules(clause: string): string | undefined {
  if (!isDropped(clause)) return clause;
  const open = clause.replace(who, "$1 can ").replace(when, "can be $1");
  if (open !== clause && !isDropped(open)) return open;
  const pieces = clause.split(joint);
  let rest = "";
  for (let index = 0; index < pieces.length; index += 2) {
    const piece = pieces[index] ?? "";
    if (isDropped(piece)) continue;
    if (/^(?:if|when|unless|until|after|before|once|so)\b/i.test(piece)) return undefined;
    rest += `${rest && (pieces[index - 1] ?? "")}${piece}`;
  }
  return rest && !isDropped(rest) ? rest : undefined;
}
