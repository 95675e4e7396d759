import { anyOf } from "../lib/index.ts";

const runs = String.raw`(?:run|execut|call|start|install|us)\w*(?: the command)?`;
const negated = anyOf(
  "not",
  "never",
  String.raw`\w+n['’]t`,
  "cannot",
  "nobody",
  "no (?:need|longer|reason)",
  "without",
  String.raw`avoid\w*`,
  String.raw`stop\w*`,
  String.raw`refus\w+`,
  "instead of",
  "rather than",
);
/** Words that begin another clause: "doesn't fail when running". */
const turns = String.raw`(?:when|while|whenever|by|and|but|then|before|after|until|or)\b`;

/** Words directly before code, in its sentence, that say not to run it. */
const forbids = new RegExp(
  String.raw`\b${negated}\b(?:(?:(?!\b${turns})[^:])*\b${runs}:?|(?:\s+(?:ever|just|simply))?:?)\s*$`,
  "i",
);
/** Words that say someone else runs it, or did. */
const reporting = new RegExp(
  String.raw`\b${anyOf("would", "could", "used to", "had to", "how to", "(?:who|users|people)(?: (?:can|may|must|should))?", "(?:before|until) (?:you|we|they)")} ${runs}\s*$`,
  "i",
);
const depends = new RegExp(
  String.raw`^\W*${anyOf(
    "if|unless|otherwise|in case|on (?:failure|error)s?",
    "to (?:roll ?back|undo|revert)",
    String.raw`roll(?:ing)?[ -]?back\b(?= by| with)`,
    String.raw`(?:example|optional|later|not)\b(?=\W*[:)])`,
    "optionally|previously|formerly",
  )}\b`,
  "i",
);
const edited = new RegExp(
  String.raw`\b${anyOf("replace|rename|change|remove|delete|drop", "add|mention|document|put|insert")}\s+(?:${anyOf("the|an?|all|old|new", "commands?|scripts?|lines?|calls?|of|to")}\s+)*$`,
  "i",
);
const replacing = /\b(?:replace|rename|change)\s[^`]*`[^`]*`[^`]*\b(?:with|to|by|into)\s*$/i;
const awaits = /^\s*(?:only\b|if\b|unless\b|in case\b)/i;

/** Why the words around a command say not to run it; undefined if they don't. */
export function reasonAgainst(before: string, after: string): string | undefined {
  const sentence = before.split(/[.!?;](?=\s)/).at(-1) ?? "";
  if (forbids.test(sentence)) return "the plan says not to run it";
  if (reporting.test(sentence)) return "others run it";
  if (depends.test(sentence) || awaits.test(after)) return "it depends on a condition";
  return edited.test(sentence) || replacing.test(sentence) ? "it is only mentioned" : undefined;
}

/** The same for a block of commands, by the line above it. */
export const isUnaskedBlock = (above: string): boolean =>
  reasonAgainst(above, "") !== undefined || /^(?:do not|don['’]t|never|avoid)\b/i.test(above);
