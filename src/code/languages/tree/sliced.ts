import type { Shown } from "../../study.ts";
import type { Node } from "./grammar.ts";

/** An assertion of a test statement about an expression. */
export interface Assertion {
  readonly subject: Node;
  /** The expected value's node, or the literal that the assertion's name states. */
  readonly value: Node | "true" | "false";
}

/** A variable that a test statement creates. */
export interface Local {
  readonly name: string;
  /** Its declared type, else the type of its value. */
  readonly owner: string;
  /** Whether later statements may change it. */
  readonly changes: boolean;
  readonly value?: Node | undefined;
}

interface Method {
  readonly on: Node;
  readonly name: string;
}

/** The syntax of a language's tests. */
export interface Tests {
  /** Returns the statements of each test. */
  bodies(root: Node): readonly (readonly Node[])[];
  assertions(statement: Node): readonly Assertion[];
  /** Whether a statement has no effect on values: it asserts or prints. */
  looks(statement: Node): boolean;
  locals(statement: Node, ownerOf: (node: Node) => string): readonly Local[];
  /** Returns the free names of an expression. */
  free(node: Node): ReadonlySet<string>;
  /** Returns a method call's receiver and name; undefined for any other node. */
  method(node: Node): Method | undefined;
  /**
   * Returns the called name: `f` for `f(1)`, `Cart.open` for `Cart::open(1)` or `new Cart(1)`; empty for
   * another expression.
   */
  called(node: Node): string;
  /** Returns the type of an expression that isn't a call. */
  owner(node: Node): string;
  /** Returns the operand of an expression that only passes it on: `x.unwrap()`, `&x`. */
  within(node: Node): Node | undefined;
}

const mostBefore = 4;
const longest = 110;

/** Returns what tests assert about calls, each with the preceding statements that its values depend on. */
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
  const localsByName = new Map<string, Local>();
  const owner = (node: Node): string => ownerOf(node, tests, localsByName);
  const makes = earlier.map((node) => {
    const locals = tests.locals(node, owner);
    for (const local of locals) localsByName.set(local.name, local);
    return locals;
  });
  const subject = meant(assertion.subject, localsByName);
  const value = typeof assertion.value === "string" ? assertion.value : meant(assertion.value, localsByName);
  const result = typeof value === "string" ? value : written(value);
  const needed = new Set([...tests.free(subject), ...(typeof value === "string" ? [] : tests.free(value))]);
  const before: string[] = [];
  for (const [place, node] of [...earlier.entries()].toReversed()) {
    const all = makes[place] ?? [];
    const neededLocals = all.filter(({ name }) => needed.has(name));
    const free = tests.free(node);
    const touches =
      all.length === 0 &&
      !tests.looks(node) &&
      [...free].some((name) => needed.has(name) && localsByName.get(name)?.changes);
    if (neededLocals.length === 0 && !touches) continue;
    const line = written(node);
    if (isGivenAgain(node, needed)) return [];
    if (before.length === mostBefore || !isPlain(line)) return [];
    before.unshift(line);
    for (const { name } of neededLocals) needed.delete(name);
    for (const name of free) needed.add(name);
  }
  const call = written(subject);
  if (call.length > longest || result.length > longest || `${call}${result}`.includes("\n")) return [];
  return targetsOf(subject, tests, localsByName).map((target) => ({
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

/** Whether a statement reassigns one of the names. */
function isGivenAgain({ named: [inner] }: Node, names: ReadonlySet<string>): boolean {
  const left = inner?.type === "assignment_expression" ? inner.in("left") : undefined;
  return left?.type === "identifier" && names.has(left.text);
}

/** Follows a name that is assigned once to its value. */
const meant = (node: Node, locals: ReadonlyMap<string, Local>): Node => {
  const { value, changes } = locals.get(node.text) ?? {};
  return value && !changes ? value : node;
};

/** Returns a node's source, on one line if possible. */
const written = (node: Node): string =>
  node.text.includes("\n")
    ? node.code.replaceAll(/(?<=[([]) | (?=[)\]])/g, "").replaceAll(/,(?=[)\]])/g, "")
    : node.text;

/** Whether a line is one short statement. */
const isPlain = (line: string): boolean => line.length <= longest && /^[^;]*;$/.test(line);

const mostTargets = 4;

/** Returns the calls that create a value, the last first. */
function targetsOf(subject: Node, tests: Tests, locals: ReadonlyMap<string, Local>): readonly string[] {
  const found: string[] = [];
  for (let node: Node | undefined = subject; node && found.length < mostTargets;) {
    const inner: Node | undefined = tests.within(node);
    const method: Method | undefined = inner ? undefined : tests.method(node);
    const target = method ? targetOf(method, tests, locals) : inner ? "" : tests.called(node);
    if (target) found.push(target);
    node = inner ?? method?.on;
  }
  return found;
}

const targetOf = ({ on, name }: Method, tests: Tests, locals: ReadonlyMap<string, Local>): string => {
  const owner = ownerOf(on, tests, locals);
  return owner && `${owner}.${name}`;
};

/** Returns the type of an expression, or `f()` for a call's result. */
function ownerOf(node: Node, tests: Tests, locals: ReadonlyMap<string, Local>): string {
  let at = node;
  for (let inner = tests.within(at); inner; inner = tests.within(at)) at = inner;
  const method = tests.method(at);
  if (method) {
    const target = targetOf(method, tests, locals);
    return target && target.length < longest ? `${target}()` : "";
  }
  const called = tests.called(at);
  return called ? `${called}()` : (locals.get(at.text)?.owner ?? tests.owner(at));
}
