import type { Addition } from "../../../code/index.ts";
import type { Known } from "./known.ts";
import { absent } from "./lookups.ts";
import { tuple } from "./made.ts";
import { caught, namesGiven, keys, result } from "./results.ts";
import { tellsMore } from "./summary.ts";

/** A summary that explains both true and false, so that a text about one of them adds nothing. */
const asks =
  /^[\s/*"']*(?:returns?|tells|checks?|determines?|whether|is|are|has|can)\b[^.]*\b(?:true|false|whether|if)\b/i;

const truths = /^`(?:true|false|True|False)` if (?!.*(?:; |, otherwise ))/;

const bothTruths = /^`(?:true|false|True|False)` if .*, otherwise `(?:true|false|True|False)`$/;

/** Joins what is returned with what is returned if nothing is found; for the same value, both conditions. */
function joined(ways: string | undefined, none: string | undefined): string | undefined {
  if (ways === undefined || none === undefined || ways.includes("otherwise")) return ways ?? none;
  const [value = "", when] = none.split(" if ");
  if (
    ways.split("; ").includes(none) ||
    (when !== undefined && ways.startsWith(`${value} if `) && ways.endsWith(when))
  )
    return ways;
  const same = when !== undefined && ways.startsWith(`${value} if `) && !ways.includes(";");
  return same ? `${ways}, or if ${when}` : `${ways}; ${none}`;
}

/** Whether prose already says that a text's leading value is returned: "If there is none, return None." */
function tellsValue(wording: string, text: string): boolean {
  const [, value = ""] = /^`([^`]*)`/.exec(text) ?? [];
  const plain = wording.replaceAll(/[`*]/g, "");
  const returned = [
    ...plain.matchAll(/\breturns? ([^\s.,;:]+)/gi),
    ...plain.matchAll(/\bor ([^\s.,;:]+) (?:if|when|for|unless)\b/gi),
  ];
  return value !== "" && !text.includes("; ") && returned.some(([, item]) => item === value);
}

/** Constructors, comparisons and representations, whose results are obvious. */
const unsaidOf = /(?:^|\.)(?:constructor|__init__|__(?:repr|lt|le|gt|ge|eq|ne)__)$/;

/** Returns the missing description of the result; `written` is the docstring's text. */
export function returnsOf(
  { declaration: { name, returns, parameters }, study, source, file, javascript, python, described }: Known,
  written: string,
): Addition["returns"] {
  const wording = written.replaceAll(/\{@code ([^{}]*)\}/g, "`$1`"); // Javadoc's form
  const silent = unsaidOf.test(name) || study.traits.has("setter");
  if (silent || /^(?:Promise<)?(?:void|never|None)>?$/.test(returns ?? "") || study.traits.has("generator"))
    return undefined;
  const names = namesGiven(parameters, study, source);
  const whole = joined(
    result(study, names, source) ?? (python ? tuple(study, returns, name) : undefined),
    absent(study, names, { source, file }),
  );
  const ways = whole && tellsValue(wording, whole) ? undefined : whole;
  const whenCaught = caught(study, source);
  const failed = whenCaught && tellsValue(wording, whenCaught) ? undefined : whenCaught;
  const isBoth = /\btrue\b/i.test(wording) && /\bfalse\b/i.test(wording);
  const isRepeated =
    ways?.startsWith("whether ") &&
    (isBoth ||
      /\b(?:returns?|tells|checks?|determines?) (?:[`*]*true[`*]* )?(?:whether|if|when)\b|^\W*whether\b/i.test(
        wording,
      ) ||
      !tellsMore(ways, { name, parameters }));
  const text =
    [isRepeated ? undefined : ways, ways?.includes(failed ?? "") ? undefined : failed]
      .filter(Boolean)
      .join("; ") ||
    (keys(study, returns, python ? "dict" : javascript ? "object" : undefined) ?? described?.returns);
  const types = new Set(study.returns.map(({ shape }) => shape.type));
  const [type] = types;
  const wide = type && (study.traits.has("async") ? `Promise<${type}>` : type);
  const typed = javascript && returns === undefined && types.size === 1 && wide ? { type: wide } : {};
  const repeated =
    text !== undefined &&
    wording
      .replaceAll("\\\\", "\\")
      .replaceAll(/[\s*]+/g, " ")
      .includes(text);
  const isSame = isBoth && text !== undefined && bothTruths.test(text);
  if (text === undefined || repeated || isSame || (truths.test(text) && asks.test(wording)))
    return wording && "type" in typed && !wording.startsWith("Tells whether")
      ? { text: "", ...typed }
      : undefined;
  return { text, ...typed };
}
