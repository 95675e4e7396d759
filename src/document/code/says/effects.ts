import type { Declaration } from "../../../code/index.ts";
import { list } from "../words/actions.ts";
import { bare, type Effect, outside } from "./outside.ts";
import { type IsDeclared, withoutDeclared } from "./declared-names.ts";
import { closing } from "../words/brackets.ts";
import { findEvents, listens } from "./effects/events.ts";
import { guards, statuses } from "./effects/http.ts";
import { matches, type Look, type Seen } from "./effects/seen.ts";
import { migrates, queries } from "./effects/stores.ts";
import { acts, environment, globals, options, variables } from "./effects/system.ts";
import { phrase } from "../words/phrases.ts";
import { code, repeats, some } from "../words/name-words.ts";
import { lastName } from "../../../lib/index.ts";

type Head = Pick<Declaration, "name" | "parameters">;

/** Effects of queried declarations, cached since each is queried several times. */
const known = new WeakMap<Head, readonly Effect[]>();

/** Returns what a body reads and changes outside itself that its head doesn't show. */
export function effectsOf(source: string, declaration: Head, isOwn?: IsDeclared): readonly Effect[] {
  const found = known.get(declaration) ?? find(source, declaration, isOwn);
  known.set(declaration, found);
  return found;
}

/** Leaves out effects that the head already shows: `readFile(path)` reads the file `path`. */
const unsaid =
  (look: Look): Look =>
  (seen) =>
    look(seen).filter(({ does }) => {
      const words = does
        .replace(" in the database", "")
        .replaceAll(/`(\w+)`/g, (whole, one: string) => (seen.names.has(one) ? "" : whole));
      return !repeats(words, seen.name);
    });

/** The kinds of effects, in the order in which they are described. */
const looks: readonly Look[] = [
  variables,
  options,
  unsaid(acts),
  statuses,
  unsaid(({ body }) => outside(body)),
  migrates,
  queries,
  findEvents,
  listens,
  globals,
  guards,
];

function find(source: string, { name, parameters }: Head, isOwn: IsDeclared | undefined): readonly Effect[] {
  const body = withoutDeclared(bare(source), { name, parameters }, isOwn);
  const seen: Seen = {
    body: withoutGiven(body),
    name,
    parameters,
    names: new Set(parameters.map((parameter) => parameter.name)),
  };
  return looks.flatMap((look) => look(seen));
}

/** Returns a body without the object of functions it finally returns, whose effects occur when they are called. */
function withoutGiven(body: string): string {
  for (const { index } of body.matchAll(/\breturn\s*\{/g)) {
    const from = body.indexOf("{", index);
    const to = closing(body, from);
    if (to < 0 || !/^[;\s)}\]]*$/.test(body.slice(to + 1))) continue;
    return /=>|\)\s*(?::[^{}\n]+)?\{|\bfunction\b/.test(body.slice(from, to)) ? body.slice(0, from) : body;
  }
  return body;
}

/** Describes the settings that a class's fields are read from. */
export function settingsRead(values: string): string | undefined {
  const names = matches(values, environment);
  return names.length ? `reads ${some(names, 5)} from the environment` : undefined;
}

/** Describes a function's side effects; undefined if it has none. */
export function effects(body: string, declaration: Declaration, isOwn?: IsDeclared): string | undefined {
  const found = effectsOf(body, declaration, isOwn);
  const text = declaration.getter ? undefined : phrase(lastName(declaration.name));
  // reading alone doesn't say what a function is for
  const reads = /^reads (?:the setting|.* from the environment$)/;
  if (declaration.setter && found.every(({ does }) => does.startsWith("reads "))) return undefined;
  if (found.length === 0 || (!text?.includes(" ") && found.every(({ does }) => reads.test(does))))
    return undefined;
  const same = found.some(
    ({ does, doing }) => doing !== "in the database" && does.split(" ")[0] === text?.split(" ")[0],
  );
  return text?.includes(" ") && !same
    ? `${text}${found[0]?.doing === "in the database" ? " " : ", "}${list(found.map(({ doing }) => doing))}`
    : list(found.map(({ does }) => does));
}

/**
 * Whether a value is a function with parameters before its first `=>`: it is called later, and what it
 * reads says little about its purpose.
 */
function handles(value: string): boolean {
  const [head] = value.split(/=>|\bfunction\b/, 1);
  if (head === undefined || head.length === value.length) return false;
  return value.startsWith("{") || !/\(\s*\)\s*(?::[^()]*)?$/.test(head); // `registerAs("app", () => …)` computes a value
}

/** Describes the environment variable of a constant: `process.env.PORT ?? 3000`. */
export function fromEnvironment(value: string): string | undefined {
  const names = matches(value, environment);
  const [name] = names;
  if (name && (names.length > 1 || value.length > 120 || /^(?:\{|\[|\w+\()/.test(value)))
    return handles(value) ? undefined : `reads ${some(names, 5)} from the environment`;
  if (!name) return undefined;
  const [, otherwise] =
    /(?:\?\?|\|\|)\s*("[^"]*"|'[^']*'|[\d_.]+|true|false)\s*\)?$/.exec(value) ??
    /,\s*("[^"]*"|'[^']*'|\d+)\s*\)+$/.exec(value) ??
    [];
  const fallback = otherwise && code(otherwise, 40);
  return `the environment variable \`${name}\`${fallback ? `; ${fallback} if it isn't set` : ""}`;
}
