import { args } from "../evaluate/machine.ts";
import type { Library, Machine, Value } from "../evaluate/types.ts";
import { each, either, native, object, truth, unknown } from "../evaluate/value.ts";

/** Whether a value fits a pattern of ts-pattern; undefined where only running tells. */
function fits(value: Value, pattern: Value, depth = 0): boolean | undefined {
  if (value.kind === "const" && pattern.kind === "const") return value.value === pattern.value;
  if (value.kind !== "object" || pattern.kind !== "object" || depth > 4) return undefined;
  const members = new Set(
    [...pattern.props].map(([name, one]) => {
      const held = value.props.get(name);
      return held && fits(held, one, depth + 1);
    }),
  );
  return members.has(false) ? false : members.has(undefined) ? undefined : true;
}

interface Matching {
  /** What the value may still be. */
  readonly left: readonly Value[];
  readonly gave: readonly Value[];
}

/** The chain behind `match(value)`: each branch takes what fits it of what those before left. */
function chain({ left, gave }: Matching): Value {
  const next = (
    handler: Value | undefined,
    test: (one: Value) => boolean | undefined,
    m: Machine,
  ): Matching => {
    const taken = left.filter((one) => test(one) !== false);
    const given = taken.length && handler ? call(handler, taken, m) : [];
    return { left: left.filter((one) => test(one) !== true), gave: [...gave, ...given] };
  };
  return object([
    [
      "with",
      native("with", ({ list }, m) => {
        const [handler, guard] = [list.at(-1), list.at(-2)];
        const isGuarded = list.length === 3 && guard?.kind === "function";
        const patterns = isGuarded ? list.slice(0, 1) : list.slice(0, -1);
        const test = (one: Value): boolean | undefined => {
          const all = new Set(patterns.flatMap((pattern) => each(pattern).map((way) => fits(one, way))));
          const is = all.has(true) ? true : all.has(undefined) ? undefined : false;
          return is && isGuarded ? undefined : is;
        };
        return chain(next(handler, test, m));
      }),
    ],
    [
      "when",
      native("when", ({ list: [guard, handler] }, m) =>
        chain(next(handler, (one) => (guard ? truth(m.call(guard, args([one]))) : undefined), m)),
      ),
    ],
    ["otherwise", native("otherwise", ({ list: [handler] }, m) => either(next(handler, () => true, m).gave))],
    ["exhaustive", native("exhaustive", () => either(gave))],
    ["run", native("run", () => either(gave))],
    ["returnType", native("returnType", () => chain({ left, gave }))],
  ]);
}

/** What a branch gives for what it takes; nothing where it throws. */
const call = (handler: Value, taken: readonly Value[], m: Machine): readonly Value[] =>
  m
    .branches([
      () => (handler.kind === "const" ? handler : m.call(handler, args([either(taken)]))),
      () => undefined,
    ])
    .filter((one) => one !== undefined);

/** ts-pattern. */
export const match: Library = {
  call: ({ path }, { list: [value = unknown] }) =>
    path === "ts-pattern.match" ? chain({ left: each(value), gave: [] }) : undefined,
};
