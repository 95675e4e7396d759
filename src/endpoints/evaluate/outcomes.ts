import { args } from "./machine.ts";
import type { Args, ExternalValue, Library, Machine, ObjectValue, Value } from "./types.ts";
import { constant, each, either, external, native, object, propOf, result, unknown } from "./value.ts";

/** Libraries in which a function gives what it has found, or the error in its place. */
const library = /^(?:oxide\.ts|neverthrow|ts-results(?:-es)?)\.(\w+)$/;

interface Outcome {
  readonly isGood: boolean;
  readonly value: Value;
}

/** The error in place of what was asked for is thrown. */
const unwrapped = ({ isGood, value }: Outcome, m: Machine): Value =>
  isGood
    ? value
    : m.raise(each(value).find(({ kind }) => kind === "object") ?? result(external("Error"), args([])));

function member(name: string, outcome: Outcome, self: ObjectValue): Value | undefined {
  const { isGood, value } = outcome;
  const ways = (good: Value | undefined, bad: Value | undefined, m: Machine): Value => {
    const fn = isGood ? good : bad;
    return fn ? m.call(fn, args([value])) : self;
  };
  switch (name) {
    case "isOk":
    case "isErr":
      return native(name, () => constant(isGood === (name === "isOk")));
    case "ok":
    case "err":
      return constant(isGood === (name === "ok"));
    case "value":
    case "val":
    case "error":
      return isGood === (name !== "error") || name === "val" ? value : constant(undefined);
    case "match":
      return native(name, ({ list: [good, bad] }, m) => ways(good, bad, m));
    case "map":
    case "mapErr":
      return native(name, ({ list: [fn] }, m) =>
        fn && isGood === (name === "map") ? outcomeOf({ isGood, value: m.call(fn, args([value])) }) : self,
      );
    case "andThen":
      return native(name, ({ list: [fn] }, m) => ways(fn, undefined, m));
    case "unwrap":
    case "expect":
    case "_unsafeUnwrap":
      return native(name, (_, m) => unwrapped(outcome, m));
    case "unwrapOr":
      return native(name, ({ list: [otherwise] }) => (isGood ? value : (otherwise ?? unknown)));
    case "unwrapErr":
    case "_unsafeUnwrapErr":
      return native(name, () => value);
    default:
      return undefined;
  }
}

const outcomes = new WeakMap<ObjectValue, Outcome>();

function outcomeOf(outcome: Outcome): Value {
  const made: ObjectValue = object([], { type: "outcome", get: (name, self) => member(name, outcome, self) });
  outcomes.set(made, outcome);
  return made;
}

/** `match(result, { Ok, Err })` of oxide.ts: the way that a result takes, or both where only running tells. */
function matched({ list: [of, ways] }: Args, m: Machine): Value {
  const call = (name: string, value: Value) => (): Value => {
    const fn = propOf(ways, name);
    return fn?.kind === "function" ? m.call(fn, args([value])) : (fn ?? unknown);
  };
  const all = each(of ?? unknown).flatMap((one) => {
    const known = one.kind === "object" ? outcomes.get(one) : undefined;
    return known
      ? [call(known.isGood ? "Ok" : "Err", known.value)]
      : [call("Ok", unknown), call("Err", unknown)];
  });
  return either(m.branches(all));
}

/** Results that hold a value or an error. */
export const outcomesLibrary: Library = {
  call({ path }: ExternalValue, given, m) {
    const name = library.exec(path)?.[1];
    if (name === undefined) return undefined;
    const made = /^(ok|err)(?:Async)?$/i.exec(name)?.[1]?.toLowerCase();
    if (made) return outcomeOf({ isGood: made === "ok", value: given.list[0] ?? constant(undefined) });
    return name === "match" && path.startsWith("oxide.ts") ? matched(given, m) : undefined;
  },
};
