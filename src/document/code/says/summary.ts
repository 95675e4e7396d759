import type { Declaration, Study } from "../../../code/index.ts";
import { list, shorthand } from "../words/actions.ts";
import { answered, described, wholePaths } from "./served.ts";
import { effects, effectsOf, fromEnvironment, settingsRead } from "./effects.ts";
import { truth } from "./results.ts";
import { requestOf, routerOf, stated, tableOf } from "./stated.ts";
import { standing } from "./standing.ts";
import type { Subject } from "./subject.ts";
import { repeats } from "../words/name-words.ts";
import { capital, lastName } from "../../../lib/index.ts";

/** Describes what a declaration is or does; undefined if the source shows nothing that isn't obvious. */
export function summaryOf(subject: Subject): string | undefined {
  const { kind, name } = subject.declaration;
  const text = subject.pageSentence ?? stated(subject.source, subject.declaration) ?? kinds[kind](subject);
  const wording = text && (text === subject.pageSentence || !repeats(text, name)) ? text : undefined;
  const more = standing(subject);
  const sentences = [...(wording ? [`${capital(wording).replace(/[.:;]+$/, "")}.`] : []), ...more];
  return sentences.length ? sentences.join(" ") : undefined;
}

/**
 * Handlers of requests or commands: frameworks show their docstrings to users, and the decorator already
 * describes them.
 */
const served =
  /(?:^|\.)(?:get|post|put|patch|delete|head|options|command|group|callback|websocket|cli_command)\(|(?:^|\.)command$|^(?:ns|api|namespace)\.route\(/;

export const isServed = ({ decorators }: Study): boolean =>
  decorators.some((decorator) => served.test(decorator));

function ofFunction(subject: Subject): string | undefined {
  const { declaration, study } = subject;
  if (isServed(study) || study.traits.has("abstract")) return undefined;
  const last = lastName(declaration.name);
  if (
    last === "constructor" ||
    /^test(?:_|$)/.test(last) ||
    /^__\w+__$/.test(last) ||
    declaration.name.endsWith(`${last}.${last}`)
  )
    return undefined;
  const request = requestText(subject);
  if (request) return request;
  const names = declaration.parameters.map(({ name }) => name);
  const parameters = new Set(names);
  const [only] = study.returns;
  const whether = only && study.returns.length === 1 ? truth(only.shape, parameters) : undefined;
  if (whether && tellsMore(whether, subject.declaration)) return whether.replace(/^whether/, "tells whether");
  const short = shorthand(study, names);
  // `deepMergeInternal` says no more than `deepMerge`
  const isInner = lastName(only?.shape.name ?? "")
    .toLowerCase()
    .includes(last.toLowerCase());
  if (short && !isInner) return short;
  if (isComponent(subject)) return undefined; // a component acts later, on user input
  return effects(subject.source, declaration, subject.isDeclared);
}

/** Whether a text says more than the name: not `isString(x)`, whether x is a string. */
export function tellsMore(
  whether: string,
  { name, parameters }: Pick<Declaration, "name" | "parameters">,
): boolean {
  const names = new Set(parameters.map((parameter) => parameter.name));
  if (/`(?:this|self)\.(?:[_#]|\w+\()/.test(whether)) return false; // private state, or another method by its name
  const words = whether.replaceAll(/`[^`]*`/g, (one) =>
    names.has(one.slice(1, -1)) || /^`(?:this|self)\.[\w.]+`$/.test(one) ? "" : one,
  );
  return !repeats(words, lastName(name));
}

/** Describes the request a function handles, and what it does for it. */
function requestText(subject: Subject): string | undefined {
  const { requests, study, owner, source, declaration, isDeclared } = subject;
  const does = effectsOf(source, declaration, isDeclared)
    .map((effect) => effect.does)
    .filter((item) => !/^(?:looks up|reads|commits) /.test(item));
  if (requests?.answers.some(({ path }) => isAbove(path, subject))) return undefined;
  const status = does.find((doe) => doe.startsWith("answers with "))?.slice("answers".length);
  const request = (requests && answered(requests, status)) ?? requestOf(study, owner);
  if (!request) return undefined;
  const more = does.filter((doe) => !(status && request.includes(status) && doe === `answers${status}`));
  return more.length ? `${request}. ${capital(list(more))}` : request;
}

/** Whether the comment above a declaration already states a path. */
function isAbove(path: string, { file, declaration: { range } }: Subject): boolean {
  const lines = file
    .slice(Math.max(0, range.start - 1000), range.start)
    .split("\n")
    .slice(0, -1);
  const first = lines.findLastIndex((line) => !/^\s*(?:\/\/|#|\*|\/\*)/.test(line)) + 1;
  const text = lines
    .slice(first)
    .join(" ")
    .replaceAll(/:(\w+)|<(?:\w+:)?(\w+)>/g, "{$1$2}");
  return text.includes(path) || text.includes(path.replace(/^\/api\b/, ""));
}

/** Whether it is a component of React or the like, whose name says what it shows, not what it does. */
const isComponent = ({ declaration: { name }, study }: Subject): boolean =>
  /^[A-Z]/.test(lastName(name)) && study.returns.some(({ shape }) => shape.kind === "markup");

function ofClass({ declaration, study, source, requests }: Subject): string | undefined {
  return (
    (requests && described(requests)) ??
    tableOf(source, study, declaration.name) ??
    settingsRead(study.members.map(({ value = "" }) => value).join("\n"))
  );
}

const ofType = ({ requests }: Subject): string | undefined => requests && described(requests);

/** Describes a constant: what it answers or describes, or its environment variable. */
function ofConstant(subject: Subject): string | undefined {
  const { declaration, study, file, requests } = subject;
  const { value } = study;
  return (
    (requests?.answers.length ? requestText(subject) : undefined) ??
    (requests && described(requests)) ??
    routerOf(declaration.name, value, { file, paths: requests && wholePaths(requests) }) ??
    (value && fromEnvironment(value.code))
  );
}

const kinds: Readonly<Record<Declaration["kind"], (subject: Subject) => string | undefined>> = {
  class: ofClass,
  type: ofType,
  constant: ofConstant,
  function: ofFunction,
  method: ofFunction,
};
