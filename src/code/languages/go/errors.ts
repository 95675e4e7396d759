import type { Thrown } from "../../study.ts";
import { closures, isNested, isInner, whenOf } from "../tree/conditions.ts";
import { Book, type Facts } from "../tree/facts.ts";
import type { Node } from "../tree/grammar.ts";
import { last, path } from "../tree/type-names.ts";
import { calledBy, messageOf } from "../tree/shape.ts";

export interface GoFunction {
  readonly body: Node;
  readonly self: string | undefined;
  /** Whether its last result is an error. */
  readonly fails: boolean;
  readonly named: ReadonlySet<string>;
  /** The types of names in its body. */
  readonly types: ReadonlyMap<string, string>;
}

/** Handlers of code that inspects an error without passing it on: they catch everything except a panic. */
const dropped = ["!panic"];

/** Returns the errors a function returns, its panics, and its calls. */
export function factsOf(fn: GoFunction): Facts {
  const { body, self, types } = fn;
  const book = new Book();
  const recovers = recoversIn(body) ? ["panic"] : [];
  for (const node of body.below()) {
    const nested = isNested(node, body);
    if (node.type === "return_statement" && fn.fails && !nested) returned(node, fn, book);
    if (node.type !== "call_expression") continue;
    const { name = "", argNodes: args = [] } = calledBy(node, self) ?? {};
    if (name === "panic" && !nested) {
      const message = messageOf(args);
      if (recovers.length === 0)
        book.raise({ type: "panic", ...circumstance(node, body), ...(message && { message }) }, none);
    } else if (name && !name.startsWith(".")) {
      const [owner = "", ...rest] = name.split(".");
      const catches = nested ? ["*"] : [...fate(node, fn), ...recovers];
      book.call(name, { catches, on: rest.length === 1 ? types.get(owner) : undefined });
    } else if (name) book.call(`()${name}`, { catches: nested ? ["*"] : [...fate(node, fn), ...recovers] });
  }
  return book.facts;
}

const none = { catches: [] };

function circumstance(node: Node, body: Node): Pick<Thrown, "when" | "after" | "last"> {
  const when = whenOf(node, body);
  const failed = /^(\w+) != nil$/.exec(when ?? "")?.[1];
  const after = failed && failedCall(node, failed);
  return {
    ...(after === undefined ? when && { when } : after && { after }),
    ...(!isInner(node, body) && { last: true as const }),
  };
}

/** Returns the call whose error a surrounding `if` checks; empty if the call has no name. */
function failedCall(node: Node, variable: string): string | undefined {
  let test = node.parent;
  while (test && test.type !== "if_statement") test = test.parent;
  const list = test?.parent?.named ?? [];
  const before = test
    ? list.slice(0, list.indexOf(test)).findLast((node) => assigns(node, variable))
    : undefined;
  const statement = test?.in("initializer") ?? before;
  const call = statement && assigns(statement, variable) ? statement.in("right")?.named[0] : undefined;
  if (call?.type !== "call_expression") return undefined;
  const name = path(call.in("function"));
  if (!name) return "";
  return call.code.length <= 50 ? call.code : `${name}()`;
}

const recoversIn = (body: Node): boolean =>
  body
    .of("statement_list")
    .flatMap((list) => list.of("defer_statement"))
    .some((item) =>
      [...item.below()].some(
        (node) => node.type === "call_expression" && node.in("function")?.text === "recover",
      ),
    );

/** Records the error of a `return` if it is created or named there. */
function returned(statement: Node, fn: GoFunction, book: Book): void {
  const values = statement.one("expression_list")?.named ?? [];
  const value = values.at(-1);
  if (!value) return;
  const found = circumstance(statement, fn.body);
  for (const item of errorsIn(value, fn)) book.raise({ ...item, ...found }, none);
}

interface Made {
  readonly type: string;
  readonly message?: string;
}

const makers =
  /^(?:fmt\.Errorf|errors\.(?:New|Errorf|Wrap|Wrapf|WithMessage)|xerrors\.(?:New|Errorf)|status\.Errorf?)$/;

function errorsIn(value: Node, fn: GoFunction): readonly Made[] {
  const node = value.type === "unary_expression" ? (value.in("operand") ?? value) : value;
  if (node.type === "composite_literal") return [{ type: path(node.in("type")) || "error" }];
  const name = path(node, fn.self);
  if (name) return isSentinel(name, fn) ? [{ type: name }] : [];
  if (node.type !== "call_expression") return [];
  const call = calledBy(node, fn.self);
  if (!call) return [];
  const within = call.argNodes.flatMap((node) => errorsIn(node, fn));
  if (call.name === "errors.Join") return within;
  if (makers.test(call.name)) {
    const message = messageOf(call.argNodes);
    return within.length
      ? within.map((item) => ({ ...item, ...(message && { message }) }))
      : [{ type: "error", ...(message && { message }) }];
  }
  const [, type] = /^(?:\w+\.)?[Nn]ew(\w*(?:Error|Err))$/.exec(call.name) ?? [];
  return type ? [{ type }] : [];
}

/** Whether a name is a sentinel error: `ErrGone`, `io.EOF`, `errClosed`. */
function isSentinel(name: string, { types }: GoFunction): boolean {
  if (types.has(name)) return false;
  return name.includes(".")
    ? /^[a-z]\w*\.(?:Err[A-Z]\w*|E[A-Z]+|EOF|\w*Err(?:or)?)$/.test(name) && !name.startsWith("this.")
    : /^[eE]rr[A-Z]\w*$/.test(name);
}

/** Returns the handlers around a call: none if its error is passed on. */
function fate(call: Node, fn: GoFunction): readonly string[] {
  if (!fn.fails) return dropped;
  for (let node = call; node !== fn.body && node.parent; node = node.parent) {
    const { parent } = node;
    if (parent.type === "return_statement") return [];
    if (parent.type === "expression_list" && parent.field === "right") {
      const statement = parent.parent;
      const left = statement?.in("left")?.named.at(-1);
      return statement && left?.type === "identifier" && left.text !== "_"
        ? handled(statement, left.text, fn)
        : dropped;
    }
    if (
      parent.type === "statement_list" ||
      parent.type === "expression_statement" ||
      closures.has(parent.type)
    )
      return dropped;
  }
  return dropped;
}

/** Returns the handlers of an error that a statement stores in a variable. */
function handled(statement: Node, variable: string, fn: GoFunction): readonly string[] {
  const sentinels: string[] = [];
  const owner = statement.parent;
  const here = statement.field === "initializer" && owner ? [owner] : [];
  const list = here[0]?.parent ?? owner;
  const after = list?.named.slice(list.named.indexOf(here[0] ?? statement) + (here[0] ? 0 : 1)) ?? [];
  for (const node of after) {
    if (node !== here[0] && assigns(node, variable)) break;
    const passes = passesOn(node, variable, fn);
    if (passes) return sentinels;
    sentinels.push(...sentinelsIn(node, variable));
  }
  return dropped;
}

const assigns = (node: Node, variable: string): boolean =>
  /^(?:short_var_declaration|assignment_statement)$/.test(node.type) &&
  node.in("left")?.named.some((node) => node.text === variable) === true;

/** Whether a `return` below returns the variable, alone or wrapped. */
function passesOn(node: Node, variable: string, fn: GoFunction): boolean {
  for (const item of node.below(({ type }) => !closures.has(type))) {
    if (item.type !== "return_statement") continue;
    const value = item.one("expression_list")?.named.at(-1);
    if (!value && fn.named.has(variable)) return true;
    if (value && [...value.below()].some((each) => each.type === "identifier" && each.text === variable))
      return true;
  }
  return false;
}

/** Returns the errors that an `if` tests for and doesn't pass on. */
function sentinelsIn(node: Node, variable: string): readonly string[] {
  const condition = node.type === "if_statement" ? (node.in("condition")?.code ?? "") : "";
  const found = [
    ...condition.matchAll(new RegExp(`errors\\.(?:Is|As)\\(${variable}, &?([\\w.]+)\\)`, "g")),
    ...condition.matchAll(new RegExp(`\\b${variable} == ([\\w.]+)`, "g")),
  ].flatMap(([, name = ""]) => (name && name !== "nil" ? [last(name)] : []));
  return found;
}
