import type { Declared, Symbol } from "../../inspect/index.ts";
import type { Raise } from "./compose.ts";
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
    const name = from === symbol ? {} : { from: from.declaration.name };
    const own = from.declaration.raises.filter((one) => one.type === type);
    if (throws.length === 0)
      return own.length
        ? own.map(({ when }) => ({ type, ...name, ...(when && { when }) }))
        : [{ type, ...name }];
    return throws.map((one) => ({ ...one, ...name, type }));
  });
}

export const callersOf = (symbol: Symbol, index: Declared): readonly string[] =>
  [...new Set(index.callers(symbol).map(({ declaration: { name }, file }) => `\`${name}\` in \`${file}\``))]
    .sort()
    .slice(0, 5);
