import type { Shown } from "../../study.ts";
import type { Node } from "./grammar.ts";

/** What a statement of a test says that an expression gives. */
export interface Assertion {
  readonly subject: Node;
  /** Its source. */
  readonly value: Node | "true" | "false";
}

/** A name that a statement of a test makes. */
export interface Local {
  readonly name: string;
  /** What it is: the type that is written there, else that of what it is given. */
  readonly owner: string;
  /** Later statements may change it. */
  readonly changes: boolean;
  readonly value?: Node | undefined;
}

interface Method {
  readonly on: Node;
  readonly name: string;
}

/** How the tests of a language are written. */
export interface Tests {
  /** The statements of each test. */
  bodies(root: Node): readonly (readonly Node[])[];
  assertions(statement: Node): readonly Assertion[];
  /** Whether a statement only looks: it asserts or prints. */
  looks(statement: Node): boolean;
  locals(statement: Node, ownerOf: (node: Node) => string): readonly Local[];
  /** The names that an expression takes from around it. */
  free(node: Node): ReadonlySet<string>;
  /** A method's object, and its name; nothing for what is no call of a method. */
  method(node: Node): Method | undefined;
  /** `f` of `f(1)`, `Cart.open` of `Cart::open(1)` or `new Cart(1)`; empty for another expression. */
  called(node: Node): string;
  /** The type of an expression that isn't a call. */
  owner(node: Node): string;
  /** What a call hands on as it is: `x.unwrap()`, `&x`. */
  within(node: Node): Node | undefined;
}

const mostBefore = 4;
const longest = 110;

/** What tests assert about calls, each with the statements before it that its values come from. */
export function slicedFrom(root: Node, tests: Tests): readonly Shown[] {
  return tests
    .bodies(root)
    .flatMap((statements) =>
      statements.flatMap((statement, place) =>
        tests
          .assertions(statement)
          .flatMap((assertion) => slice(assertion, statements.slice(0, place), tests)),
      ),
    );
}

function slice(assertion: Assertion, earlier: readonly Node[], tests: Tests): readonly Shown[] {
  const made = new Map<string, Local>();
  const owner = (node: Node): string => ownerOf(node, tests, made);
  const makes = earlier.map((node) => {
    const own = tests.locals(node, owner);
    for (const local of own) made.set(local.name, local);
    return own;
  });
  const subject = meant(assertion.subject, made);
  const value = typeof assertion.value === "string" ? assertion.value : meant(assertion.value, made);
  const result = typeof value === "string" ? value : written(value);
  const needed = new Set([...tests.free(subject), ...(typeof value === "string" ? [] : tests.free(value))]);
  const before: string[] = [];
  for (const [place, node] of [...earlier.entries()].toReversed()) {
    const all = makes[place] ?? [];
    const own = all.filter(({ name }) => needed.has(name));
    const free = tests.free(node);
    const touches =
      all.length === 0 &&
      !tests.looks(node) &&
      [...free].some((name) => needed.has(name) && made.get(name)?.changes);
    if (own.length === 0 && !touches) continue;
    const line = written(node);
    if (isGivenAgain(node, needed)) return [];
    if (before.length === mostBefore || !isPlain(line)) return [];
    before.unshift(line);
    for (const { name } of own) needed.delete(name);
    for (const name of free) needed.add(name);
  }
  const call = written(subject);
  if (call.length > longest || result.length > longest || `${call}${result}`.includes("\n")) return [];
  return targetsOf(subject, tests, made).map((target) => ({
    target,
    names: [...needed],
    call,
    value: result,
    title: "",
    awaited: false,
    derived: true,
    ...(before.length > 0 && { before }),
  }));
}

/** Whether it gives a name another value. */
function isGivenAgain({ named: [inner] }: Node, names: ReadonlySet<string>): boolean {
  const left = inner?.type === "assignment_expression" ? inner.in("left") : undefined;
  return left?.type === "identifier" && names.has(left.text);
}

/** What a name stands for that is given its value once. */
const meant = (node: Node, made: ReadonlyMap<string, Local>): Node => {
  const { value, changes } = made.get(node.text) ?? {};
  return value && !changes ? value : node;
};

/** On one line, where it may be. */
const written = (node: Node): string =>
  node.text.includes("\n")
    ? node.code.replaceAll(/(?<=[([]) | (?=[)\]])/g, "").replaceAll(/,(?=[)\]])/g, "")
    : node.text;

/** One short statement, with no others in it. */
const isPlain = (line: string): boolean => line.length <= longest && /^[^;]*;$/.test(line);

const mostTargets = 4;

/** What is called to make a value, the last first. */
function targetsOf(subject: Node, tests: Tests, made: ReadonlyMap<string, Local>): readonly string[] {
  const found: string[] = [];
  for (let node: Node | undefined = subject; node && found.length < mostTargets;) {
    const inner: Node | undefined = tests.within(node);
    const method: Method | undefined = inner ? undefined : tests.method(node);
    const target = method ? targetOf(method, tests, made) : inner ? "" : tests.called(node);
    if (target) found.push(target);
    node = inner ?? method?.on;
  }
  return found;
}

const targetOf = ({ on, name }: Method, tests: Tests, made: ReadonlyMap<string, Local>): string => {
  const owner = ownerOf(on, tests, made);
  return owner && `${owner}.${name}`;
};

/** The type of an expression, or `f()` for what a call gives. */
function ownerOf(node: Node, tests: Tests, made: ReadonlyMap<string, Local>): string {
  let at = node;
  for (let inner = tests.within(at); inner; inner = tests.within(at)) at = inner;
  const method = tests.method(at);
  if (method) {
    const target = targetOf(method, tests, made);
    return target && target.length < longest ? `${target}()` : "";
  }
  const called = tests.called(at);
  return called ? `${called}()` : (made.get(at.text)?.owner ?? tests.owner(at));
}
