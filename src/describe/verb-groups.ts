import {
  adverbs,
  baseOf,
  beings,
  determiners,
  doings,
  havings,
  modals,
  negations,
  prepositions,
} from "./grammar.ts";
import { verbOf } from "../language/index.ts";
import { isActive } from "./active-verbs.ts";
import { particleAt } from "./phrasal-verbs.ts";
import type { Token } from "./tokens.ts";
import { isHelper, isParticiple, isPast } from "./verb-forms.ts";

/** A verb with its auxiliaries. */
export interface VerbGroup {
  readonly from: number;
  /** The index after it. */
  readonly to: number;
  /** The main verb as written, in lower case. */
  readonly word: string;
  /** Base form of an active verb, or of one that means the same: `hands in` → submit. */
  readonly base: string;
  /** Its base form as an action is called: `hands in` → hand in. */
  readonly name: string;
  readonly modal: string | undefined;
  readonly negated: boolean;
  readonly passive: boolean;
  /** Only a form of `be`: no verb follows. */
  readonly copula: boolean;
}

/** The auxiliaries and adverbs at the beginning of a verb group. */
interface Helpers {
  /** The index after them. */
  readonly to: number;
  readonly last: string | undefined;
  readonly modal: string | undefined;
  readonly negated: boolean;
  /** `has to`, `are to`. */
  readonly isObliged: boolean;
}

function helpersAt(tokens: readonly Token[], index: number): Helpers {
  let to = index;
  let last: string | undefined;
  let modal: string | undefined;
  let [negated, isObliged] = [false, false];
  for (; tokens[to]?.kind === "word"; to += 1) {
    const { low } = tokens[to] as Token; // checked above
    if (isHelper(low)) {
      if (modals.has(low)) modal = low;
      if (/n't$|cannot/.test(low)) negated = true;
      last = low;
    } else if (low === "to" && last) {
      [modal, isObliged] = ["must", true];
    } else if (to > index && (negations.has(low) || adverbs.has(low))) {
      if (low === "no" || (low === "first" && !modal)) break;
      if (low !== "also" && negations.has(low)) negated = true;
    } else break;
  }
  return { to, last, modal, negated, isObliged };
}

/** The verb group that begins at a word. */
export function verbAt(tokens: readonly Token[], index: number): VerbGroup | undefined {
  const [first, second] = tokens.slice(index, index + 2);
  if (first?.kind !== "word") return undefined;
  const helpers = helpersAt(tokens, index);
  const { modal, negated } = helpers;
  const built = (to: number, word: string, rest: Partial<VerbGroup> = {}): VerbGroup => {
    const base = baseOf(word);
    const particle = rest.copula || base === "have" ? undefined : particleAt(tokens, to, verbOf(base));
    const name = [verbOf(base), particle?.low].filter(Boolean).join(" ");
    return {
      from: index,
      to: particle ? to + 1 : to,
      word: particle ? `${word} ${particle.low}` : word,
      base: particle ? (particle.meaning ?? name) : base,
      name,
      modal,
      negated,
      passive: false,
      copula: particle?.meaning === "be",
      ...rest,
    };
  };
  if (helpers.last !== undefined) {
    const found = helped(tokens, helpers);
    return found && built(...found);
  }
  // `orders get shipped`
  if (/^(?:gets?|got)$/.test(first.low) && second?.kind === "word" && isPast(second))
    return built(index + 2, second.low, { passive: true, modal: "can" });
  return isActive(tokens, index) ? built(index + 1, first.low) : undefined;
}

/** The main verb after auxiliaries: its end, the verb, and what the auxiliaries make of it. */
function helped(
  tokens: readonly Token[],
  { to, last = "", isObliged }: Helpers,
): readonly [to: number, word: string, rest?: Partial<VerbGroup>] | undefined {
  const main = tokens[to];
  const isBe = beings.has(last);
  const mayBeVerb = modals.has(last) || !prepositions.has(main?.low ?? "");
  if (main?.kind === "word" && !determiners.has(main.low) && mayBeVerb) {
    const of = tokens[to + 1]?.low === "up" ? to + 2 : to + 1;
    if (isBe && /^(?:made|composed|comprised)$/.test(main.low) && tokens[of]?.low === "of")
      return [of, "consist"];
    if (isBe && isParticiple(main)) return [to + 1, main.low, { passive: true }];
    // `technicians do inspections`
    if (!isBe && (modals.has(last) || doings.has(last) || isObliged)) return [to + 1, main.low];
  }
  if (isBe) return [to, "be", { copula: true }];
  if (doings.has(last) && determiners.has(main?.low ?? "")) return [to, last];
  return havings.has(last) ? [to, "have"] : undefined;
}
