import type { Declared, Raised, Symbol } from "../../inspect/index.ts";
import { lastName, once, ownerName } from "../../lib/index.ts";
import { extendsIt } from "./never.ts";
import type { Raise } from "./says/raise.ts";
import type { Ground } from "./contract.ts";
import { isTest } from "./skip.ts";

/** How many different errors leave a declaration. */
export const errorsOf = (symbol: Symbol, index: Declared): number =>
  new Set(index.raises(symbol).flatMap((raise) => (isLeftOpen(raise, symbol) ? [] : [raise.type]))).size;

/** A method that is left to those who extend the class raises what says so: the class tells of it, and nobody calls it for that. */
function isLeftOpen(raised: Pick<Raised, "type" | "from">, symbol: Symbol): boolean {
  // what a symbol declares has to be read: it is asked last
  if (raised.type !== "NotImplementedError" || raised.from !== symbol) return false;
  const own = symbol.declaration.raises.filter(({ type }) => type === raised.type);
  return own.length > 0 && own.every(({ local }) => local);
}

/** Of another type that shows where a method does nothing else, and a class here does otherwise. */
function isStub({ type, from }: Error, symbol: Symbol, index: Pick<Declared, "named">): boolean {
  const { kind, raises, calls, name } = symbol.declaration;
  if (from !== symbol || kind !== "method") return false;
  const own = raises.filter((raise) => raise.type === type);
  return (
    own.length > 0 &&
    own.every(({ when }) => when === undefined) &&
    calls.every((call) => lastName(call.name) === lastName(type)) &&
    index.named(lastName(name)).some((item) => item.place !== symbol.place && overrides(item, symbol, index))
  );
}

const keywordsOf = ({ file, declaration: { parameters } }: Symbol): Pick<Raise, "keywords"> => {
  const last = parameters.at(-1);
  const takesAll = file.endsWith(".py") && last?.rest === true && /^(?:kw|opt|extra|attr)/.test(last.name);
  return takesAll ? { keywords: last.name } : {};
};

const defaultsOf = ({ declaration: { parameters } }: Symbol): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parameters.flatMap((parameter) =>
      parameter.default === undefined ? [] : [[parameter.name, parameter.default]],
    ),
  );

const ownerOf = ({ declaration: { name } }: Symbol): string => lastName(ownerName(name));

const overrides = (one: Symbol, symbol: Symbol, index: Pick<Declared, "named">): boolean =>
  one.declaration.kind === "method" &&
  one.declaration.name !== symbol.declaration.name &&
  extendsIt(ownerOf(one), ownerOf(symbol), index);

/** The errors that leave a declaration, each as the source of where it is raised tells of it. */
export function raisesOf(
  symbol: Symbol,
  { index, studies }: Pick<Ground, "index" | "studies">,
): readonly Raise[] {
  const isPassed = passedTo(symbol, index);
  return index.raises(symbol).flatMap(({ type, from, by }) => {
    if (type === "AssertionError" && from.file.endsWith(".java")) return []; // what can't be, as its author is sure
    if (isLeftOpen({ type, from }, symbol) || isStub({ type, from }, symbol, index)) return [];
    const throws = studies.throws(from)?.filter((item) => item.type === (by ?? type)) ?? [];
    const name =
      from === symbol
        ? {}
        : {
            from: from.declaration.name,
            takes: from.declaration.parameters.map((parameter) => parameter.name),
            defaults: defaultsOf(from),
            ...keywordsOf(from),
            ...isPassed({ type, from, ...(by !== undefined && { by }) }),
            ...(!from.declaration.exported && { hidden: true as const }),
            ...(index.named(lastName(type)).length > 0 && { own: true as const }),
          };
    const own = from.declaration.raises.filter((raise) => raise.type === type);
    if (throws.length === 0 && own.length > 0 && own.every(({ local }) => local)) return []; // nobody is to see it
    const again = from.file.endsWith(".py"); // a bare `raise`, whose own reason lies elsewhere
    if (throws.length === 0)
      return own.length
        ? own.map(({ when }) => ({ type, ...name, ...(when && !again && { when }) }))
        : [{ type, ...name }];
    const reached = from === symbol ? throws : throws.filter(({ when }) => !isBarred(when, from));
    return reached.map((item) => ({ ...item, ...name, type }));
  });
}

/** What TypeScript's checker leaves nobody to hand to a function of the project's own: another kind of value, or none. */
function isBarred(when: string | undefined, { file, declaration }: Symbol): boolean {
  if (when === undefined || declaration.exported || !/\.[cm]?tsx?$/.test(file)) return false;
  const [, name = "", nothing = ""] =
    /^typeof ([\w$]+) !==? ["']\w+["']$/.exec(when) ?? /^([\w$]+) ={2,3} (null|undefined)$/.exec(when) ?? [];
  const parameter = declaration.parameters.find((item) => item.name === name);
  if (!parameter?.type || parameter.optional || parameter.default !== undefined) return false;
  // of a name nobody knows here what it stands for: a list is something
  return nothing
    ? /^(?:string|number|boolean)$|^[\w$.]+(?:\[\])+$|^(?:readonly |Array<|Map<|Set<)[\w$.<>[\], ]+$/.test(
        parameter.type,
      )
    : /^[\w$.]+$/.test(parameter.type) && !/^(?:any|unknown|object)$/.test(parameter.type);
}

type Error = Pick<Raised, "type" | "from" | "by">;

/** Tells of an error whether it reaches a declaration through public functions alone, or from far behind others. */
function passedTo(
  symbol: Symbol,
  index: Pick<Declared, "calls" | "raises">,
): (error: Error) => Pick<Raise, "passed" | "far" | "through"> {
  const calls = once(() =>
    index.calls(symbol).map((call) => ({ one: call, raised: new Set(index.raises(call).map(keyOf)) })),
  );
  return (error) => {
    const through = calls().filter(({ one, raised }) => one === error.from || raised.has(keyOf(error)));
    const inner = through.filter(({ one }) => !one.declaration.exported);
    // what many steps lie between is seldom about what was given at the first
    const isNear = inner.some(
      ({ one }) =>
        one === error.from || !error.from.declaration.exported || index.calls(one).includes(error.from),
    );
    const isFar = !through.some(({ one }) => one === error.from || index.calls(one).includes(error.from));
    return {
      ...(!isNear && { passed: true }),
      ...(isFar && { far: true }),
      through: through.map(({ one }) => one.declaration.name),
    };
  };
}

const keyOf = ({ type, from, by }: Error): string => `${from.place} ${by ?? type}`;

export const callersOf = (symbol: Symbol, index: Declared): readonly string[] =>
  [
    ...new Set(
      index
        .callers(symbol)
        .filter((caller) => caller !== symbol && (!isTest(caller.file) || isTest(symbol.file)))
        .map(({ declaration: { name }, file }) => `\`${name}\` in \`${file}\``),
    ),
  ]
    .sort()
    .slice(0, 5);
