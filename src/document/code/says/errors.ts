import { type Addition, type Declaration, type Entry, isOfBug, type Study } from "../../../code/index.ts";
import { spoken } from "../words/conditions.ts";
import { isFlag } from "../words/flags.ts";
import { given, isOfLookup, known } from "./results.ts";
import { code, withArticle } from "../words/name-words.ts";
import { ofCallees } from "./callees.ts";
import type { Raise } from "./raise.ts";
import { lastName } from "../../../lib/index.ts";

interface Telling {
  readonly declaration: Declaration;
  readonly study: Study;
  readonly source: string;
  readonly entries: readonly Entry[];
  readonly raises: readonly Raise[];
  /** An error may be named without its condition, as the language's docstrings allow. */
  readonly namesErrors?: boolean;
}

/**
 * The errors that a docstring lacks, each with what is known of when it is raised. What comes through a public function is
 * told again where its condition or message means something to this one's callers, and there aren't many errors.
 */
export function errorsToTell({
  raises,
  entries,
  declaration,
  study,
  source,
  namesErrors,
}: Telling): Addition["raises"] {
  const names = given(declaration.parameters, study, source);
  const opening = /^Raises (`[\s\S]*)/.exec(entries[0]?.text ?? "")?.[1] ?? "";
  const first = [...opening.matchAll(/(?:^|; )`([\w.]+)`(?::\s+"|\s+(?:if|from)\s)/g)].map(
    ([, name = ""]) => name,
  );
  const said = new Set(
    [...entries.filter(({ kind }) => kind === "raises").map(({ name }) => name), ...first].map(called),
  );
  const isInProse = proseOn(entries);
  const brief = new Set(raises.map(({ type }) => type)).size > most;
  const told = ofCallees(raises, names, { declaration, study, source }).filter(
    ({ type, from, passed, far, hidden, message, when, after, own }) => {
      if (message !== undefined && isOfBug(message)) return false;
      if (ends.test(type) && nexts.test(declaration.name)) return false;
      // in Go everything may fail, and a failure that is handed on says so by itself
      if (type === "error" && (from !== undefined || after !== undefined)) return false;
      if (from === undefined) return true;
      const means = message !== undefined || when !== undefined;
      if (far && hidden && when === undefined) return false; // a message alone from far behind private functions
      if (type === "panic") return !passed && means; // a caller may well see to it that it never comes
      return passed ? !brief && means : !brief || own === true;
    },
  );
  const byType = Map.groupBy(
    told.filter(
      ({ type }) =>
        !said.has(called(type)) && !(said.has("*") && type !== "panic") && !isInProse(lastName(type)),
    ),
    ({ type }) => type,
  );
  return [...byType].flatMap(([type, all]) => {
    const named = brief && all.every(({ from, hidden }) => from && !hidden);
    const when = named ? fromThose(all) : conditions({ all, parameters: names, source, study });
    if (when) return [{ type, when }];
    if (exits.test(source)) return []; // some of its ways end neither in a result nor in an error
    const always =
      all.some(({ last, after }) => last && after === undefined) &&
      study.returns.length === 0 &&
      raises.length === 1;
    const beside = study.returns.some(({ when = "" }) => when && known(when, names));
    if (always || (beside && all.some((raise) => raise.last && !raise.from && !raise.after)))
      return [{ type, when: always ? "always" : "in any other case" }];
    // what the body itself throws is told, also where its condition can't be put into words
    return namesErrors && all.some(({ from }) => from === undefined) ? [{ type, when: "" }] : [];
  });
}

/** An error by its last name; Python has two more for `OSError`. */
const called = (type: string): string => lastName(type).replace(/^(?:IO|Environment)Error$/, "OSError");

/** Whether a sentence of a docstring tells of an error by its name: "If it is none, a TypeError is raised." */
function proseOn(entries: readonly Entry[]): (type: string) => boolean {
  const sentences = entries
    .flatMap(({ kind, name, text }) =>
      kind === "other" || kind === "returns" || (kind === "raises" && !name)
        ? text.split(/[.!]\s|\n\s*\n/).map((item) => [kind, item])
        : [],
    )
    .flatMap(([kind, one = ""]) =>
      kind === "raises" ||
      /\b(?:rais(?:e|es|ed|ing)|throws?|thrown|throwing|reject(?:s|ed|ing)?)\b/i.test(one)
        ? [new Set(one.match(/[A-Za-z_]\w*/g))]
        : [],
    );
  return (type) => sentences.some((words) => words.has(type));
}

/** How an iterator says that there is nothing more. */
const [nexts, ends] = [/(?:^|\.)__a?next__$/, /^Stop(?:Async)?Iteration$/];

const exits =
  /\b(?:process\.(?:exit|abort)|Deno\.exit|sys\.exit|os\._exit|System\.exit|os\.Exit|process::exit)\(/;

/** Of more errors than that, those of callees are told without their conditions. */
export const most = 4;

/** Those that the body itself calls: what these call in turn means nothing to its readers. */
function fromThose(all: readonly Raise[]): string {
  const names = [...new Set(all.flatMap(({ from = "", near }) => (near && code(from, 60)) || []))];
  if (names.length === 0) return "";
  return `from ${names.slice(0, 2).join(names.length > 2 ? ", " : " and ")}${names.length > 2 ? " and others" : ""}`;
}

/** What the declaration itself raises comes with its condition; of callees one does, several are named. */
function conditions(around: Around): string {
  const { all } = around;
  const own = [
    ...new Set(
      all
        .filter(({ from }) => !from)
        .map((raise) => condition(raise, around))
        .filter(Boolean),
    ),
  ];
  // of those that only the body's own names explain nobody is told, but that there are more
  const rest = all.filter((raise) => !raise.from && !condition(raise, around)).length;
  const callees = all.filter(({ from }) => from);
  // of many only those that the body itself calls
  const others = callees.length < 3 ? callees : callees.filter(({ near }) => near);
  const shown = own.length > 3 ? own.slice(0, 2) : own;
  const more = own.length - shown.length + rest;
  const rests = own.length > 0 && more > 0 ? [`in ${more} more case${more > 1 ? "s" : ""}`] : [];
  const told = rests.length ? [...shown] : [...own];
  const explained = others.filter(({ when, message, after }) => message ?? when ?? after);
  if (others.length && explained.length === others.length && others.length < 3)
    told.push(...explainedBy(others, around));
  else if (others.some(({ own: custom }) => custom) && told.length === 0)
    told.push(fromThose(others.filter(({ hidden }) => !hidden)));
  return [
    ...new Set(
      told
        .filter(Boolean)
        .join("; ")
        .split(/; (?=")/),
    ),
    ...rests,
  ].join("; ");
}

/** What callees say of when, each of those that a reader may know named once. */
function explainedBy(others: readonly Raise[], around: Around): readonly string[] {
  const bySource = Map.groupBy(others, ({ from, hidden }) => (hidden ? "" : (from ?? "")));
  const parts = [...bySource].map(([from, own]) => {
    const said = [...new Set(own.map((raise) => condition(raise, around)).filter(Boolean))];
    return [from && `from ${code(from, 60) ?? "a callee"}`, said.join("; ")].filter(Boolean).join(", ");
  });
  return parts.filter((part) => !parts.some((other) => other !== part && other.endsWith(part)));
}

const anything = /^(?:(?:Base)?Exception|Throwable|CloneNotSupportedException)$/;

/** What went before an error: the types that were caught, in Python a tuple of them, or what failed. That just anything was caught says nothing. */
function occasion(after: string, raised: string): string | undefined {
  const types = /^\(?([\w.]+(?:(?:,\s*| or )[\w.]+)*),?\)?$/.exec(after)?.[1]?.split(/,\s*| or /) ?? [];
  if (!types.every((type) => /^[A-Z]|[eE]rror$/.test(type.replace(/^.*\./, ""))) || types.length === 0) {
    const failed = code(after, 50);
    return failed && `${failed} fails`;
  }
  if (types.some((type) => anything.test(type) || type === raised) || types.every((type) => isOfLookup(type)))
    return undefined;
  return `${withArticle(types[0] ?? "")}${types
    .slice(1)
    .map((type) => ` or \`${type}\``)
    .join("")} occurs`;
}

interface Around {
  readonly all: readonly Raise[];
  readonly parameters: ReadonlySet<string>;
  readonly source: string;
  readonly study: Pick<Study, "returns">;
}

/** What a test of a value's type is about: `isinstance(key, A)`, `typeof key`, `key instanceof A`. */
const tested = (code: string): string | undefined =>
  /\bisinstance\((\w+),|\btypeof (\w+)\b|\b(\w+) instanceof\b/.exec(code)?.slice(1).find(Boolean);

/** Whether a value of another type was given back before: that it is none of these isn't all that has to hold. */
function isLeft(when: string, source: string, { returns }: Pick<Study, "returns">): boolean {
  const about = tested(when);
  const index = source.indexOf(when.replace(/^(?:not |!)\(?/, ""));
  return (
    about !== undefined &&
    returns.some(({ when: before = "" }) => {
      const place = source.indexOf(before);
      return (
        before !== "" && tested(before) === about && !when.includes(before) && place >= 0 && place < index
      );
    })
  );
}

/** Whether source names what a body declares for itself: nobody who calls it sees that. */
function localNames(source: string, parameters: ReadonlySet<string>): (code: string) => boolean {
  const body = source.slice(source.indexOf("\n") + 1);
  return (code) =>
    [
      ...code.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, " ").matchAll(/(?<![\w$.#:])[a-z_]\w*/g),
    ].some(
      ([name]) =>
        !parameters.has(name) &&
        new RegExp(
          String.raw`\b(?:let|for|const|var|Some|Ok|Err)\b[ ([&]{1,3}(?:(?:mut|ref|\w+,|\(|&) ?){0,4}${name}\b|\b${name}(?:, \w+){0,4} := |\|&{0,2}${name}\||\b[A-Z]\w*\((?:ref |mut |&){0,2}${name}\)(?: if\b[^\n]*)? =>|^[ \t]*(?:\w+, ){0,4}${name}(?:, \w+){0,4}(?:: [^=\n]{1,60})? = |^[ \t]*(?:final )?(?:[A-Z][\w.<>?]{0,60}|int|long|double|boolean) ${name} = |\b(?:as|for) ${name}\b`,
          "m",
        ).test(body),
    );
}

function condition(
  { type, from, when, after, message, last }: Raise,
  { all, parameters, source, study }: Around,
): string {
  const text = message
    ? `"${message
        .replaceAll(/\\?[`"]/g, "'")
        .replaceAll(/\.{3}(?: ?\.+)+/g, "...")
        .replace(/(?<!\bnot),? (?:but )?(?:got|received|found)\b.*\.\.\..*$/, "")
        .replace(/[\s:;,]+$/, "")}"`
    : "";
  // of names that only the body has, a message tells more
  const again = after !== undefined && new Set(after.match(/[\w$]+/g)).has(lastName(type)); // only passed on
  // of another object, or of what this one keeps for itself, where a message says it
  const hidden =
    when !== undefined &&
    (/[\w)\]]\.#/.test(when.replaceAll("this.#", "this.")) ||
      (text !== "" && /\b(?:this|self)\??\.[_#]/.test(when)));
  const flag = /^(?:!|not )?(\w+)$/.exec(when ?? "")?.[1] ?? "";
  const noted = isFlag(flag) && !parameters.has(flag); // by the body, for itself
  const isLocal = localNames(source, parameters);
  const inside =
    when &&
    (hidden ||
      again ||
      when.includes("cfg!(") ||
      (!from && isLeft(when, source, study)) ||
      noted ||
      isLocal(when) ||
      (text && ((from !== undefined && !text.includes("...")) || !known(when, parameters))));
  const words = when && !inside ? spoken(when, (name) => parameters.has(name)) : undefined;
  const whole = words && words.raw < words.parts;
  const shown = whole ? words.text : when && !inside ? code(when, 45) : undefined;
  const stands = after && !isLocal(after) ? occasion(after, type) : undefined;
  // what was caught is why, whatever else holds there; a message says so better
  const cause = text && stands?.endsWith(" occurs") ? undefined : stands;
  const before = stands?.endsWith(" occurs")
    ? [shown, cause].filter(Boolean).join(" and ")
    : (shown ?? cause);
  const why = before ? `if ${before}` : "";
  const reason = why && text && (!whole || stands) ? `${why}: ${text}` : why || text;
  const otherwise = !from && !after && type !== "panic" && last && all.some((raise) => raise.when);
  return otherwise && !reason ? "in any other case" : reason;
}
