import type { Thrown } from "../../study.ts";
import { closures, isInner, isNested, whenOf } from "../tree/conditions.ts";
import { Book, type Facts } from "../tree/facts.ts";
import type { Node } from "../tree/grammar.ts";
import { path } from "../tree/type-names.ts";
import { messageOf } from "../tree/shape.ts";

export interface RustFunction {
  readonly body: Node;
  /** The error type of its `Result`; undefined if it returns none. */
  readonly error: string | undefined;
  /** The type that `Self` refers to. */
  readonly owner: string;
  readonly types: ReadonlyMap<string, string>;
  readonly endings: readonly Node[];
}

/** Handlers that catch everything except a panic. */
const dropped = ["!panic"];
const none = { catches: [] };

/** Returns the errors that leave a function, its panics, and its calls. */
export function factsOf(fn: RustFunction): Facts {
  const { body, types } = fn;
  const book = new Book();
  for (const node of body.below()) {
    const nested = isNested(node, body);
    if (node.type === "macro_invocation" && !nested) macro(node, fn, book);
    if (node.type !== "call_expression") continue;
    const of = node.in("function");
    const method = of?.type === "field_expression" ? (of.in("field")?.text ?? "") : "";
    if (!nested && of?.text === "Err") addError(node.in("arguments")?.named[0], node, { fn, book });
    if (!nested && /^(?:ok_or|ok_or_else|map_err)$/.test(method)) replaced(node, { fn, book });
    if (!nested && /^(?:unwrap|expect)$/.test(method)) unwrapped(node, body, book);
    const name = dotted(path(of)).replace(/^Self\b/, "this") || (method && `().${method}`);
    if (!name || /^(?:Ok|Err|Some)$/.test(name)) continue;
    const [owner = "", ...rest] = name.split(".");
    book.call(name, {
      catches: nested ? ["*"] : fate(node, fn),
      on: rest.length === 1 ? types.get(owner) : undefined,
    });
  }
  return book.facts;
}

function circumstance(node: Node, body: Node): Pick<Thrown, "when" | "last"> {
  const when = whenOf(node, body);
  return { ...(when && { when }), ...(!isInner(node, body) && { last: true as const }) };
}

/** Records `panic!`, `assert!` and macros that return an error. */
function macro(node: Node, { body, error }: RustFunction, book: Book): void {
  const name = node.in("macro")?.text.split("::").at(-1) ?? "";
  const tree = node.one("token_tree");
  const message = tree && messageOf([tree]);
  const found = { ...circumstance(node, body), ...(message && { message }) };
  const [test, other] = argumentsOf(tree);
  const outer = found.when ? `${found.when} && ` : "";
  if (/^(?:panic|todo|unimplemented)$/.test(name)) book.raise({ type: "panic", ...found }, none);
  else if (name === "assert" && test)
    book.raise({ type: "panic", ...found, when: `${outer}!(${test})` }, none);
  else if (/^assert_(?:eq|ne)$/.test(name) && test && other)
    book.raise(
      { type: "panic", ...found, when: `${outer}${test} ${name === "assert_eq" ? "!=" : "=="} ${other}` },
      none,
    );
  else if (name === "bail" && error) book.raise({ type: error, ...found }, none);
  else if (name === "ensure" && error && test)
    book.raise({ type: error, ...found, when: `${outer}!(${test})` }, none);
}

/** Returns the source of a macro's arguments. */
function argumentsOf(tree: Node | undefined): readonly string[] {
  const inner = tree?.all.slice(1, -1) ?? [];
  const parts: Node[][] = [[]];
  for (const node of inner)
    if (node.type === ",") parts.push([]);
    else parts.at(-1)?.push(node);
  return parts.map((part) => {
    const [first, end] = [part[0], part.at(-1)];
    return first && end && tree
      ? tree.text.slice(first.start - tree.start, end.end - tree.start).replaceAll(/\s+/g, " ")
      : "";
  });
}

interface Into {
  readonly fn: RustFunction;
  readonly book: Book;
}

/** Records an error created there, with its message. */
function addError(
  value: Node | undefined,
  place: Node,
  { fn, book, after }: Into & { readonly after?: string },
): void {
  const errorType = value && errorOf(value, fn);
  if (!errorType) return;
  const type = after === undefined ? errorType : passed(errorType, fn);
  const message = isOfParts(value) ? undefined : messageOf([value]);
  book.raise(
    { type, ...circumstance(place, fn.body), ...(after && { after }), ...(message && { message }) },
    none,
  );
}

/**
 * Whether a function builds the error from several arguments: in `E::wrong_type(value, "a number")` no text
 * is the whole message.
 */
function isOfParts(value: Node): boolean {
  if (value.type !== "call_expression") return false;
  const name = path(value.in("function")).split("::").at(-1) ?? "";
  return /^[a-z]/.test(name) && name !== "new" && (value.in("arguments")?.named.length ?? 0) > 1;
}

/** Returns an error's class: `E::Gone`, `E::new(…)`, `E { … }`; empty for a variable. */
function errorOf(value: Node, fn: RustFunction): string {
  const node = value;
  if (node.type === "macro_invocation" || node.type.endsWith("string_literal")) return fn.error ?? "";
  if (node.type === "call_expression") {
    const of = node.in("function");
    const [first] = node.in("arguments")?.named ?? [];
    if (of?.type === "field_expression") {
      const receiver = of.in("value");
      const method = of.in("field")?.text ?? "";
      if (method === "into" && receiver) return passed(errorOf(receiver, fn), fn);
      return receiver && /^(?:into|to_string|to_owned|context|clone)$/.test(method)
        ? errorOf(receiver, fn)
        : "";
    }
    if (/(?:^|::)(?:Box::new|from)$/.test(of?.text ?? "") && first && !/^[A-Z]\w*Err/.test(of?.text ?? ""))
      return errorOf(first, fn) || named(path(of), fn);
    return named(path(of), fn);
  }
  if (node.type === "struct_expression") return named(path(node.in("name")), fn);
  return named(path(node), fn);
}

/** Returns what `?` and `into` convert an error to: the declared error, if there is one. */
function passed(type: string, { error = "" }: RustFunction): string {
  const named = /^[A-Z]\w+$/.test(error) && !/^Err(?:or)?$/.test(error);
  return type && named && !type.startsWith(`${error}::`) ? error : type;
}

/** Returns a path as the project's index writes it. */
const dotted = (name: string): string => name.replaceAll("::", ".");

/** Resolves `Self.Gone` and `E.new` to the type. */
function named(name: string, { owner }: RustFunction): string {
  const parts = dotted(name)
    .replace(/^Self\b/, owner)
    .split(".")
    .filter(Boolean);
  if (/^(?:into|to|as)_/.test(parts.at(-1) ?? "")) return ""; // a conversion to something else
  while (parts.length && !/^[A-Z]/.test(parts.at(-1) ?? "")) parts.pop();
  const from = parts.findIndex((part) => /^[A-Z]/.test(part));
  if (from < 0) return "";
  const module = parts[from] === "Error" && /^(?:io|fmt)$/.test(parts[from - 1] ?? "") ? 1 : 0; // a bare `Error` says too little
  return parts.slice(from - module).join("::");
}

/** Records the errors of `x.ok_or(E)` and `f().map_err(E)` that leave the function. */
function replaced(call: Node, { fn, book }: Into): void {
  if (!fn.error || fate(call, fn).length) return;
  const [first] = call.in("arguments")?.named ?? [];
  const inner = first?.type === "closure_expression" ? first.in("body") : first;
  const tail = inner?.type === "block" ? inner.named.at(-1) : inner;
  const receiver = call.in("function")?.in("value")?.code ?? "";
  addError(tail, call, { fn, book, ...(receiver && receiver.length <= 50 && { after: receiver }) });
}

/** Messages that state why a failure is impossible. */
const assured =
  /\b(?:checked|validated|infallible|unreachable|never|guaranteed|always|impossible|(?:is|are) (?:bounded|in range|known|valid)|(?:can|should)(?:not| not|n't| never) (?:fail|happen))\b/i;

function unwrapped(call: Node, body: Node, book: Book): void {
  const receiver = call.in("function")?.in("value");
  const code = receiver?.code ?? "";
  if (/\.(?:lock|read|write|borrow|borrow_mut|join)\(\)$|^(?:Regex|Selector)::/.test(code)) return;
  if (/\[\d*\.\.=?\d*\]\.try_into\(\)$/.test(code)) return; // as long as the target array
  const message = messageOf(call.in("arguments")?.named ?? []);
  if (message !== undefined && assured.test(message)) return;
  const after = code.length <= 50 && code;
  book.raise(
    { type: "panic", ...circumstance(call, body), ...(after && { after }), ...(message && { message }) },
    { ...none, local: true },
  );
}

const replacing = /^(?:map_err|ok_or|ok_or_else)$/;
const ending =
  /^(?:ok|err|unwrap|expect|unwrap_or|unwrap_or_else|unwrap_or_default|unwrap_err|is_ok|is_err|is_some|is_none|map_or|map_or_else|or_else|or)$/;

/** Returns the handlers around a call: none if its error is passed on. */
function fate(call: Node, fn: RustFunction): readonly string[] {
  if (!fn.error) return dropped;
  for (let node = call; node !== fn.body && node.parent; node = node.parent) {
    const { parent } = node;
    if (parent.type === "try_expression" || parent.type === "return_expression" || fn.endings.includes(node))
      return [];
    if (parent.type === "field_expression" && parent.parent?.type === "call_expression") {
      const method = parent.in("field")?.text ?? "";
      if (ending.test(method) || replacing.test(method)) return dropped;
    } else if (parent.type === "match_expression" && node.field === "value")
      return passesOn(parent) ? [] : dropped;
    else if (parent.type === "let_declaration") return usedLater(parent, fn) ? [] : dropped;
    else if (parent.type === "arguments" || parent.type === "block" || closures.has(parent.type))
      return dropped;
  }
  return fn.endings.includes(fn.body) ? [] : dropped;
}

/** Whether a match passes the error on: `Err(e) => return Err(e.into())`. */
const passesOn = (match: Node): boolean =>
  (match.in("body")?.of("match_arm") ?? []).some((arm) => {
    const [, name] = /^Err\((\w+)\)/.exec(arm.in("pattern")?.text ?? "") ?? [];
    return (
      name !== undefined && new RegExp(`\\bErr\\([\\w:(]*\\b${name}\\b`).test(arm.in("value")?.text ?? "")
    );
  });

/** Whether the variable is returned or tried later: `let r = f(); …; r` and `r?`. */
function usedLater(statement: Node, { body, endings }: RustFunction): boolean {
  const name = statement.in("pattern")?.text ?? "";
  if (!/^\w+$/.test(name)) return false;
  if (endings.some((ending) => ending.text === name)) return true;
  for (const node of body.below())
    if (
      /^(?:try|return)_expression$/.test(node.type) &&
      node.start > statement.end &&
      node.named[0]?.text === name
    )
      return true;
  return false;
}
