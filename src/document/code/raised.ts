import type { Declared, Raised, Symbol } from "../../inspect/index.ts";
import { lastName, ownerName } from "../../lib/index.ts";
import { extendsIt } from "./never.ts";
import type { Raise } from "./says/raise.ts";
import type { Ground } from "./contract.ts";
import { isTest } from "./skip.ts";

/** Counts the different errors that leave a declaration. */
export const errorsOf = (symbol: Symbol, index: Declared): number =>
  new Set(index.raises(symbol).flatMap((raise) => (isLeftOpen(raise, symbol) ? [] : [raise.type]))).size;

/** Whether an error only marks an abstract method: the class documents that, and callers don't expect it. */
function isLeftOpen(raised: Pick<Raised, "type" | "from">, symbol: Symbol): boolean {
  // reading a symbol's declaration is expensive, so it comes last
  if (raised.type !== "NotImplementedError" || raised.from !== symbol) return false;
  const raises = symbol.declaration.raises.filter(({ type }) => type === raised.type);
  return raises.length > 0 && raises.every(({ local }) => local);
}

/** Whether an error only marks a method without an implementation that a class here overrides. */
function isStub({ type, from }: Error, symbol: Symbol, index: Pick<Declared, "named">): boolean {
  const { kind, raises, calls, name } = symbol.declaration;
  if (from !== symbol || kind !== "method") return false;
  const sameRaises = raises.filter((raise) => raise.type === type);
  return (
    sameRaises.length > 0 &&
    sameRaises.every(({ when }) => when === undefined) &&
    calls.every((call) => lastName(call.name) === lastName(type)) &&
    index.named(lastName(name)).some((item) => item.place !== symbol.place && overrides(item, symbol, index))
  );
}

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

/** Returns the errors that leave a declaration, each with details from where it is raised. */
export function raisesOf(
  symbol: Symbol,
  { index, studies }: Pick<Ground, "index" | "studies">,
): readonly Raise[] {
  return index.raises(symbol).flatMap(({ type, from, by }) => {
    if (type === "AssertionError" && from.file.endsWith(".java")) return []; // its author is sure that it can't happen
    if (isLeftOpen({ type, from }, symbol) || isStub({ type, from }, symbol, index)) return [];
    const throws = studies.throws(from)?.filter((item) => item.type === (by ?? type)) ?? [];
    const name =
      from === symbol
        ? {}
        : {
            from: from.declaration.name,
            takes: from.declaration.parameters.map((parameter) => parameter.name),
            defaults: defaultsOf(from),
            ...(!from.declaration.exported && { hidden: true as const }),
          };
    const ownRaises = from.declaration.raises.filter((raise) => raise.type === type);
    if (throws.length === 0 && ownRaises.length > 0 && ownRaises.every(({ local }) => local)) return []; // not meant to be documented
    const again = from.file.endsWith(".py"); // a bare `raise`, whose reason is elsewhere
    if (throws.length === 0)
      return ownRaises.length
        ? ownRaises.map(({ when }) => ({ type, ...name, ...(when && !again && { when }) }))
        : [{ type, ...name }];
    const reached = from === symbol ? throws : throws.filter(({ when }) => !isBarred(when, from));
    return reached.map((item) => ({ ...item, ...name, type }));
  });
}

/** Whether TypeScript's checker excludes an error inside the project: a value of another type, or null. */
function isBarred(when: string | undefined, { file, declaration }: Symbol): boolean {
  if (when === undefined || declaration.exported || !/\.[cm]?tsx?$/.test(file)) return false;
  const [, name = "", nothing = ""] =
    /^typeof ([\w$]+) !==? ["']\w+["']$/.exec(when) ?? /^([\w$]+) ={2,3} (null|undefined)$/.exec(when) ?? [];
  const parameter = declaration.parameters.find((item) => item.name === name);
  if (!parameter?.type || parameter.optional || parameter.default !== undefined) return false;
  // an unknown type name could mean anything; a list is certainly a value
  return nothing
    ? /^(?:string|number|boolean)$|^[\w$.]+(?:\[\])+$|^(?:readonly |Array<|Map<|Set<)[\w$.<>[\], ]+$/.test(
        parameter.type,
      )
    : /^[\w$.]+$/.test(parameter.type) && !/^(?:any|unknown|object)$/.test(parameter.type);
}

type Error = Pick<Raised, "type" | "from">;

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
