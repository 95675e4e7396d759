import { isInner, isNested, whenOf } from "../tree/conditions.ts";
import { Book, type Facts } from "../tree/facts.ts";
import type { Node } from "../tree/grammar.ts";
import { path } from "../tree/type-names.ts";
import { calledBy, messageOf } from "../tree/shape.ts";

export interface JavaMethod {
  readonly body: Node;
  /** Exceptions of its `throws` clause. */
  readonly declared: readonly string[];
  /** The types of parameters and variables. */
  readonly types: ReadonlyMap<string, string>;
  /** Fields of the enclosing class. */
  readonly fields: ReadonlySet<string>;
}

/** Returns the exceptions that leave a method, and its calls. */
export function factsOf({ body, declared, types, fields }: JavaMethod): Facts {
  const book = new Book();
  for (const node of body.below()) {
    const nested = isNested(node, body);
    const catches = handlers(node, body);
    if (node.type === "throw_statement" && (!nested || runsNow(node, body)))
      thrown(node, { body, book, catches });
    const call = calledBy(node, undefined);
    const otherwise = call?.name?.endsWith("orElseThrow") && !nested ? supplied(node) : undefined;
    if (otherwise) book.raise({ type: otherwise }, { catches });
    if (!call?.name) continue;
    if (call.name.startsWith(".")) {
      book.call(`()${call.name}`, { catches }); // called on another call's result: the owner is unknown
      continue;
    }
    const [owner = "", ...rest] = call.name.split(".");
    const local = types.get(owner);
    const field = !local && fields.has(owner);
    const bare = rest.length === 0 && call.kind === "call" && owner !== "super" && owner !== "this";
    const name = field || bare ? `this.${call.name}` : call.name;
    book.call(name, {
      catches: nested && !runsNow(node, body) ? ["*"] : catches,
      on: rest.length === 1 ? local : undefined,
    });
  }
  const facts = book.facts;
  for (const type of declared)
    if (!facts.raises.some((raise) => raise.type === type)) book.raise({ type }, { catches: [] });
  return book.facts;
}

/** Returns the exception of `orElseThrow(() -> new NotFound())` and `orElseThrow(NotFound::new)`. */
function supplied(call: Node): string | undefined {
  const [node] = call.in("arguments")?.named ?? [];
  if (node?.type === "method_reference" && /::\s*new$/.test(node.text)) return node.named[0]?.text;
  const value = node?.type === "lambda_expression" ? node.in("body") : undefined;
  return value?.type === "object_creation_expression" ? path(value.in("type")) : undefined;
}

function thrown(
  statement: Node,
  { body, book, catches }: { body: Node; book: Book; catches: readonly string[] },
): void {
  const [value] = statement.named;
  const type = value?.type === "object_creation_expression" ? path(value.in("type")) : factory(value);
  if (!type) return; // an error from elsewhere is rethrown
  const when = whenOf(statement, body);
  const handler = enclosing(statement, "catch_clause", body);
  const after = handler && caughtBy(handler).join(" or ");
  const message = messageOf(value?.in("arguments")?.named ?? []);
  book.raise(
    {
      type,
      ...(when && { when }),
      ...(after && { after }),
      ...(message && { message }),
      ...(!isInner(statement, body) && { last: true as const }),
    },
    { catches, never: bugs.test(type) && isOfCompleteSwitch(statement, body) },
  );
}

/** Errors thrown by the default of a switch over all constants of an enum: reached only by constants added later. */
const bugs =
  /^(?:IllegalState|IllegalArgument|UnsupportedOperation|EnumConstantNotPresent|Runtime)Exception$|^(?:Assertion|IncompatibleClassChange)?Error$/;

/** Whether a statement is the default of a switch whose other cases appear to be all constants of an enum. */
function isOfCompleteSwitch(statement: Node, body: Node): boolean {
  const group =
    enclosing(statement, "switch_block_statement_group", body) ?? enclosing(statement, "switch_rule", body);
  const labels = (node: Node): readonly Node[] => node.of("switch_label").flatMap(({ named }) => named);
  if (!group?.parent || group.one("switch_label")?.text !== "default" || labels(group).length) return false;
  const others = group.parent.all.filter((node) => node !== group).flatMap(labels);
  return others.length > 1 && others.every(({ text }) => /^[A-Z][A-Z\d_]*$/.test(text));
}

/** Returns the class of a factory call: `Errors.notFound()`. */
function factory(value: Node | undefined): string {
  const { name = "" } = (value && calledBy(value, undefined)) ?? {};
  const [owner = ""] = name.split(".");
  return /^[A-Z]\w*(?:Exception|Error)$/.test(owner) ? owner : "";
}

/** Whether a lambda runs before the call it is passed to returns. */
function runsNow(node: Node, body: Node): boolean {
  for (let at = node.parent; at && at !== body; at = at.parent) {
    if (at.type === "class_body") return false;
    if (at.type !== "lambda_expression") continue;
    const call = at.parent?.parent;
    const { name = "" } = (call && calledBy(call, undefined)) ?? {};
    if (
      !/(?:^|\.)(?:forEach|map|filter|flatMap|orElseThrow|orElseGet|computeIfAbsent|ifPresent|reduce|anyMatch|allMatch|removeIf|run|execute)$/.test(
        name,
      )
    )
      return false;
  }
  return true;
}

function enclosing(node: Node, type: string, body: Node): Node | undefined {
  for (let at = node.parent; at && at !== body.parent; at = at.parent) if (at.type === type) return at;
  return undefined;
}

const caughtBy = (clause: Node): readonly string[] =>
  clause
    .one("catch_formal_parameter")
    ?.one("catch_type")
    ?.named.map((node) => path(node)) ?? [];

/** Returns the classes that the `catch`es around a node catch and don't rethrow. */
function handlers(node: Node, body: Node): readonly string[] {
  const found: string[] = [];
  for (let at = node; at !== body && at.parent; at = at.parent) {
    const { parent } = at;
    if (!parent.type.startsWith("try_") || (at.field !== "body" && at.field !== "resources")) continue;
    for (const clause of parent.of("catch_clause")) {
      const name = clause.one("catch_formal_parameter")?.in("name")?.text ?? "";
      const again = [...clause.below()].some(
        (node) => node.type === "throw_statement" && node.named[0]?.text === name,
      );
      if (!again)
        found.push(
          ...caughtBy(clause).map((item) => (item === "Throwable" || item === "Exception" ? "*" : item)),
        );
    }
  }
  return found;
}
