import type { Declared, Symbol } from "../../inspect/index.ts";
import type { Raise } from "./says/errors.ts";
import type { Ground } from "./contract.ts";

/** How many different errors leave a declaration. */
export const errorsOf = (symbol: Symbol, index: Declared): number =>
  new Set(index.raises(symbol).map(({ type }) => type)).size;

/** The errors that leave a declaration, each as the source of where it is raised tells of it. */
export function raisesOf(
  symbol: Symbol,
  { index, studies }: Pick<Ground, "index" | "studies">,
): readonly Raise[] {
  return index.raises(symbol).flatMap(({ type, from, by }) => {
    const throws = studies.throws(from)?.filter((one) => one.type === (by ?? type)) ?? [];
    const name =
      from === symbol
        ? {}
        : {
            from: from.declaration.name,
            ...(isPassed(symbol, { type, from }, index) && { passed: true as const }),
          };
    const own = from.declaration.raises.filter((one) => one.type === type);
    if (throws.length === 0)
      return own.length
        ? own.map(({ when }) => ({ type, ...name, ...(when && { when }) }))
        : [{ type, ...name }];
    return throws.map((one) => ({ ...one, ...name, type }));
  });
}

/** Whether an error reaches a declaration through public functions alone. */
function isPassed(
  symbol: Symbol,
  { type, from }: { readonly type: string; readonly from: Symbol },
  index: Pick<Declared, "calls" | "raises">,
): boolean {
  const through = index
    .calls(symbol)
    .filter(
      (one) => one === from || index.raises(one).some((each) => each.type === type && each.from === from),
    );
  return through.length > 0 && through.every(({ declaration }) => declaration.exported);
}

export const callersOf = (symbol: Symbol, index: Declared): readonly string[] =>
  [...new Set(index.callers(symbol).map(({ declaration: { name }, file }) => `\`${name}\` in \`${file}\``))]
    .sort()
    .slice(0, 5);
