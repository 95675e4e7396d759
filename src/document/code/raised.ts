import type { Declared, Raised, Symbol } from "../../inspect/index.ts";
import { lastName, once } from "../../lib/index.ts";
import type { Raise } from "./says/raise.ts";
import type { Ground } from "./contract.ts";

/** How many different errors leave a declaration. */
export const errorsOf = (symbol: Symbol, index: Declared): number =>
  new Set(index.raises(symbol).flatMap((one) => (isLeftOpen(one, symbol) ? [] : [one.type]))).size;

/** A method that is left to those who extend the class raises what says so: the class tells of it, and nobody calls it for that. */
function isLeftOpen(raised: Pick<Raised, "type" | "from">, symbol: Symbol): boolean {
  // what a symbol declares has to be read: it is asked last
  if (raised.type !== "NotImplementedError" || raised.from !== symbol) return false;
  const own = symbol.declaration.raises.filter(({ type }) => type === raised.type);
  return own.length > 0 && own.every(({ local }) => local);
}

/** The errors that leave a declaration, each as the source of where it is raised tells of it. */
export function raisesOf(
  symbol: Symbol,
  { index, studies }: Pick<Ground, "index" | "studies">,
): readonly Raise[] {
  const isPassed = passedTo(symbol, index);
  return index.raises(symbol).flatMap(({ type, from, by }) => {
    if (isLeftOpen({ type, from }, symbol)) return [];
    const throws = studies.throws(from)?.filter((one) => one.type === (by ?? type)) ?? [];
    const name =
      from === symbol
        ? {}
        : {
            from: from.declaration.name,
            ...(isPassed({ type, from }) && { passed: true as const }),
            ...(!from.declaration.exported && { hidden: true as const }),
            ...(index.named(lastName(type)).length > 0 && { own: true as const }),
          };
    const own = from.declaration.raises.filter((one) => one.type === type);
    if (throws.length === 0)
      return own.length
        ? own.map(({ when }) => ({ type, ...name, ...(when && { when }) }))
        : [{ type, ...name }];
    return throws.map((one) => ({ ...one, ...name, type }));
  });
}

type Error = Pick<Raised, "type" | "from">;

/** Tells of an error whether it reaches a declaration through public functions alone. */
function passedTo(symbol: Symbol, index: Pick<Declared, "calls" | "raises">): (error: Error) => boolean {
  const calls = once(() =>
    index.calls(symbol).map((one) => ({ one, raised: new Set(index.raises(one).map(keyOf)) })),
  );
  return (error) => {
    const through = calls().filter(({ one, raised }) => one === error.from || raised.has(keyOf(error)));
    return through.length > 0 && through.every(({ one }) => one.declaration.exported);
  };
}

const keyOf = ({ type, from }: Error): string => `${from.place} ${type}`;

export const callersOf = (symbol: Symbol, index: Declared): readonly string[] =>
  [...new Set(index.callers(symbol).map(({ declaration: { name }, file }) => `\`${name}\` in \`${file}\``))]
    .sort()
    .slice(0, 5);
