import { called, partsOf, type Expression } from "./expression.ts";
import { isIdentifier, literal } from "./typescript-literals.ts";

/** Returns the name of a rule or check in the generated code. */
type Naming = (name: string) => string;

/** The value that a rule is applied to, and the names of what it calls. */
interface On {
  readonly value: string;
  readonly naming: Naming;
}

/** Returns a rule as a function of a value. */
export const asFunction = (rule: Expression, naming: Naming, head = "(v) =>"): Expression => ({
  head,
  body: together(applied(rule, { value: "v", naming })),
});

const together = (every: readonly Expression[]): Expression =>
  every.length === 1 && every[0] !== undefined ? every[0] : { every };

/** Returns the same as a reference, if a name is enough. */
const referred = (rule: Expression, naming: Naming): Expression =>
  typeof rule === "string" ? naming(rule) : asFunction(rule, naming);

/**
 * Applies a rule to a value: `text({ min: 1 })` becomes `text(v.name, 1, Infinity)`. Engines inline such calls, unlike
 * rules created at run time or with default parameters. All returned conditions must hold.
 */
function applied(rule: Expression, on: On): readonly Expression[] {
  if (typeof rule === "string" || !("call" in rule)) return [one(on, String(rule))];
  const { call, args } = rule;
  const [first = "anything", ...more] = args;
  const each = (rules: readonly Expression[]): readonly Expression[] =>
    rules.flatMap((inner) => applied(inner, on));
  const refer = (inner: Expression): Expression => referred(inner, on.naming);
  switch (call) {
    case "all":
      return each(args);
    case "text":
    case "chars":
      return texts(call, boundsOf(first), on);
    case "range":
      return [...each(more), ...Object.entries(boundsOf(first)).map(([name, bound]) => one(on, name, bound))];
    case "count": {
      const { min = "0", max = "Infinity" } = boundsOf(first);
      return [one(on, call, min, max)];
    }
    case "list":
      return [first === "anything" ? one(on, "array") : one(on, call, refer(first)), ...each(more)];
    case "object":
    case "members":
      return [shape(call, args, on)];
    case "kinds":
      return [one(on, call, first, refer(more.length ? called("all", ...more) : "anything"))];
    case "values":
    case "deep":
      return [one(on, call, { list: args })];
    case "choice": {
      const cases = more.flatMap((inner) => membersOf(inner));
      return [one(on, call, first, { members: cases.map(([kind, inner]) => [kind, refer(inner)]) })];
    }
    case "size":
      return [one(on, call, ...args)];
    case "patterned": {
      const [names = "[]", cases] = more;
      const rules = membersOf(cases).map(([pattern, inner]) => [pattern, refer(inner)] as const);
      return [one(on, call, refer(first), names, { members: rules })];
    }
    default:
      return [one(on, call, ...args.map(refer))];
  }
}

const one = ({ value, naming }: On, name: string, ...args: readonly Expression[]): Expression =>
  called(naming(name), value, ...args);

/** Minimum length of a word list that is stored as one text. */
const manyWords = 30;

/** Returns a rule that stores a long list of words as one text; undefined for anything else. */
export function wordsOf(rule: Expression): Expression | undefined {
  if (typeof rule === "string" || !("call" in rule) || rule.call !== "values") return undefined;
  if (rule.args.length < manyWords) return undefined;
  const isWord = (value: Expression): boolean => typeof value === "string" && /^"[^\s"\\]+"$/.test(value);
  const words = rule.args.filter(isWord).map((word) => String(word).slice(1, -1));
  if (words.length < manyWords) return undefined;
  return called("words", literal(words.join(" ")), ...rule.args.filter((value) => !isWord(value)));
}

const membersOf = (expression: Expression | undefined): readonly (readonly [string, Expression])[] =>
  typeof expression === "object" && "members" in expression ? partsOf(expression) : [];

type Bounds = Readonly<Record<string, string>>;

const boundsOf = (expression: Expression): Bounds =>
  Object.fromEntries(membersOf(expression).map(([name, bound]) => [name, String(bound)]));

function texts(call: string, { min, max, pattern, longest }: Bounds, on: On): readonly Expression[] {
  const isSized = min !== undefined || max !== undefined;
  const sized = isSized
    ? [one(on, call, min ?? "0", max ?? "Infinity")]
    : call === "text"
      ? [one(on, "string")]
      : [];
  return pattern === undefined ? sized : [...sized, one(on, "like", pattern, ...[longest ?? []].flat())];
}

/** Returns the name that a member's key represents. */
const nameOf = (key: string): string =>
  isIdentifier(key) ? key : String(JSON.parse(key.startsWith("[") ? key.slice(1, -1) : key));

/** Returns the expression that reads a member; what all objects inherit is no member. */
function read(key: string, naming: Naming): string {
  const name = nameOf(key);
  if (name in {}) return `${naming("own")}(v, ${literal(name)})`;
  return isIdentifier(key) ? `v.${key}` : `v[${key}]`;
}

/** Applies an object's rule: required members, optional members, and what all others must be. */
function shape(call: string, [required, optional, others]: readonly Expression[], on: On): Expression {
  const { naming } = on;
  const must = membersOf(required).flatMap(([key, rule]) => {
    const value = read(key, naming);
    if (rule !== "anything" && typeof rule === "string") return [called(naming("must"), value, naming(rule))];
    return [called(naming("has"), value), ...(rule === "anything" ? [] : applied(rule, { value, naming }))];
  });
  const may = membersOf(optional).flatMap(([key, rule]) =>
    rule === "anything" ? [] : applied(rule, { value: read(key, naming), naming }),
  );
  const every = [...must, ...may];
  const look = every.length ? { head: "(v) =>", body: together(every) } : naming("anything");
  if (others === undefined) return one(on, call, look);
  const known = [...membersOf(required), ...membersOf(optional)].map(([key]) => literal(nameOf(key)));
  return one(on, call === "members" ? "rest" : "record", referred(others, naming), { list: known }, look);
}
