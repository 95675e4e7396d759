import { type Addition, type Declaration, type Entry, isOfBug, type Study } from "../../../code/index.ts";
import { describeCondition } from "../words/conditions.ts";
import { isFlag } from "../words/flags.ts";
import { namesGiven, isOfLookup, known } from "./results.ts";
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
  /** The language's docstrings may name an error without its condition. */
  readonly namesErrors?: boolean;
}

/** Returns the errors that a docstring lacks, with their known conditions. */
export function errorsToTell({
  raises,
  entries,
  declaration,
  study,
  source,
  namesErrors,
}: Telling): Addition["raises"] {
  const names = namesGiven(declaration.parameters, study, source);
  const opening = /^Raises (`[\s\S]*)/.exec(entries[0]?.text ?? "")?.[1] ?? "";
  const first = [...opening.matchAll(/(?:^|;\s+)`([\w.]+)`(?=:\s+"|\s+(?:if|from)\s|;|\.)/g)].map(
    ([, name = ""]) => name,
  );
  const types = new Set(
    [...entries.filter(({ kind }) => kind === "raises").map(({ name }) => name), ...first].map(called),
  );
  const isInProse = proseOn(entries);
  const reportable = ofCallees(raises, names, source).filter(({ type, message, after }) => {
    if (message !== undefined && isOfBug(message)) return false;
    if (protocols.some(([name, error]) => name.test(declaration.name) && error.test(type))) return false;
    // in Go any call may fail, and a failure that is passed on is obvious
    return type !== "error" || after === undefined;
  });
  const byType = Map.groupBy(
    reportable.filter(
      ({ type }) =>
        !types.has(called(type)) && !(types.has("*") && type !== "panic") && !isInProse(lastName(type)),
    ),
    ({ type }) => type,
  );
  return [...byType].flatMap(([type, all]) => {
    const when = conditions({ all, parameters: names, source, study });
    if (when) return [{ type, when }];
    if (exits.test(source)) return []; // some ways out end the process
    const always =
      all.some(({ last, after }) => last && after === undefined) &&
      study.returns.length === 0 &&
      raises.length === 1;
    const beside = study.returns.some(({ when = "" }) => when && known(when, names));
    if (always || (beside && all.some((raise) => raise.last && !raise.after)))
      return [{ type, when: always ? "always" : "in any other case" }];
    // an error the body itself raises is documented even without a condition in words
    return namesErrors ? [{ type, when: "" }] : [];
  });
}

/** Returns an error's last name; Python has two aliases of `OSError`. */
const called = (type: string): string => lastName(type).replace(/^(?:IO|Environment)Error$/, "OSError");

/** Whether a docstring sentence mentions an error by name: "If it is none, a TypeError is raised." */
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

/** Errors that Python's protocols define for methods of a name. */
const protocols: readonly (readonly [name: RegExp, error: RegExp])[] = [
  [/(?:^|\.)__a?next__$/, /^Stop(?:Async)?Iteration$/],
  [/(?:^|\.)__(?:get|set|del)attr(?:ibute)?__$/, /^AttributeError$/],
  [/(?:^|\.)__(?:get|set|del)item__$/, /^(?:Key|Index)Error$/],
];

const exits =
  /\b(?:process\.(?:exit|abort)|Deno\.exit|sys\.exit|os\._exit|System\.exit|os\.Exit|process::exit)\(/;

/** Describes when an error is raised, as far as a caller can see the conditions. */
function conditions(around: Around): string {
  const distinct = [...new Set(around.all.map((raise) => condition(raise, around)).filter(Boolean))];
  const shown = distinct.length > 3 ? distinct.slice(0, 2) : distinct;
  return [...new Set(shown.join("; ").split(/; (?=")/))].filter(Boolean).join("; ");
}

const anything = /^(?:(?:Base)?Exception|Throwable|CloneNotSupportedException)$/;

/**
 * Describes what preceded an error: the caught types (in Python possibly a tuple), or the failed call. A
 * catch-all says nothing.
 */
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

/** Returns the value whose type is tested: `isinstance(key, A)`, `typeof key`, `key instanceof A`. */
const tested = (code: string): string | undefined =>
  /\bisinstance\((\w+),|\btypeof (\w+)\b|\b(\w+) instanceof\b/.exec(code)?.slice(1).find(Boolean);

/** Whether a value of another type was returned before; then failing this test alone isn't the condition. */
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

/** Returns a test for code that names the body's local variables, which callers don't see. */
function localNames(source: string, parameters: ReadonlySet<string>): (code: string) => boolean {
  const body = source.slice(source.indexOf("\n") + 1);
  return (code) =>
    [
      ...code.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, " ").matchAll(/(?<![\w$.#:])[a-z_]\w*/g),
    ].some(
      ([name]) =>
        !parameters.has(name) &&
        new RegExp(
          String.raw`\b(?:let|for|const|var|Some|Ok|Err)\b[ ([&]{1,3}(?:(?:mut|ref|\w+,|\(|&) ?){0,4}${name}\b(?!\.)|\b${name}(?:, \w+){0,4} := |\|&{0,2}${name}\||\b[A-Z]\w*\((?:ref |mut |&){0,2}${name}\)(?: if\b[^\n]*)? =>|^[ \t]*(?:\w+, ){0,4}${name}(?:, \w+){0,4}(?:: [^=\n]{1,60})? = |^[ \t]*(?:final )?(?:[A-Z][\w.<>?]{0,60}|int|long|double|boolean) ${name} = |\b(?:as|for) ${name}\b(?!\.)`,
          "m",
        ).test(body),
    );
}

function condition(
  { type, when, after, message, last }: Raise,
  { all, parameters, source, study }: Around,
): string {
  const text = message
    ? `"${message
        .replaceAll(/\\?[`"]/g, "'")
        .replaceAll(/\.{3}(?: ?\.+)+/g, "...")
        .replace(/(?<!\bnot),? (?:but )?(?:got|received|found)\b.*\.\.\..*$/, "")
        .replace(/[\s:;,]+$/, "")}"`
    : "";
  // if only the body knows the names, a message says more
  const again = after !== undefined && new Set(after.match(/[\w$]+/g)).has(lastName(type)); // only rethrown
  // a condition on another object's or this object's private state, if a message explains it
  const hidden =
    when !== undefined &&
    (/[\w)\]]\.#/.test(when.replaceAll("this.#", "this.")) ||
      (text !== "" && /\b(?:this|self)\??\.[_#]/.test(when)));
  const flag = /^(?:!|not )?(\w+)$/.exec(when ?? "")?.[1] ?? "";
  const noted = isFlag(flag) && !parameters.has(flag); // set by the body itself
  const isLocal = localNames(source, parameters);
  const inside =
    when &&
    (hidden ||
      again ||
      when.includes("cfg!(") ||
      isLeft(when, source, study) ||
      noted ||
      isLocal(when) ||
      (text && !known(when, parameters)));
  const words = when && !inside ? describeCondition(when, (name) => parameters.has(name)) : undefined;
  const whole = words && words.raw < words.parts;
  const isAnswer = whole && text && /\)` is (?:true|false)\b/.test(words.text); // a call may answer with another value
  const conditionText =
    whole && !isAnswer ? words.text : when && !inside && !isAnswer ? code(when, 45) : undefined;
  const isPart = when !== undefined && conditionText === undefined; // something else has to hold, too
  const occasionText = after && !isPart && !isLocal(after) ? occasion(after, type) : undefined;
  // the caught error is the reason, whatever else holds; a message explains it better
  const cause = text && occasionText?.endsWith(" occurs") ? undefined : occasionText;
  const before = occasionText?.endsWith(" occurs")
    ? [conditionText, cause].filter(Boolean).join(" and ")
    : (conditionText ?? cause);
  const why = before ? `if ${before}` : "";
  // a test of the object's state, or by a call, says less than the message
  const isState = /(?<![\w$.])(?:this|self)\b|\w\(/.test(conditionText ?? "");
  const reason = why && text && (!whole || occasionText || isState) ? `${why}: ${text}` : why || text;
  const otherwise = !after && type !== "panic" && last && all.some((raise) => raise.when);
  return otherwise && !reason ? "in any other case" : reason;
}
