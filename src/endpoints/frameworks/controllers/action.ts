import { args } from "../../evaluate/machine.ts";
import { typed } from "../../evaluate/typed.ts";
import type { ClassValue, Machine, Part, Value } from "../../evaluate/types.ts";
import {
  each,
  external,
  isMissing,
  items,
  native,
  nothing,
  numbers,
  object,
  propOf,
  texts,
  truth,
  unknown,
  type ObjectValue,
} from "../../evaluate/value.ts";
import type { Fn, Parameter } from "../../program/ir.ts";
import { inTable } from "../../../lib/index.ts";
import { givenTo, marksIn, type Mark } from "../marks.ts";
import { answer, input } from "../observe.ts";
import { httpError, statusNamed } from "../statuses.ts";
import { thrownStatus } from "../thrown.ts";

/** A controller's method that serves requests. */
export interface Action {
  readonly controller: ClassValue;
  /** The class that declares the method. */
  readonly cls: ClassValue;
  readonly fn: Fn;
  readonly marks: readonly Mark[];
  readonly outer: readonly Mark[];
}

export interface Around {
  readonly options: Value | undefined;
  /** Returns an instance of a class of the program. */
  readonly made: (cls: ClassValue, m: Machine) => Value;
}

/** The arguments that the framework passes to a handler. */
export interface Asked {
  readonly request: Value;
  readonly response: Value;
  readonly context: Value;
}

export const library = "routing-controllers";
export const isOurs = (value: Value): boolean =>
  value.kind === "external" && value.path.startsWith(`${library}.`);

/** An error of the library, by its class name. */
export function failure(name: string, value?: Value): ObjectValue {
  const error = httpError(value ?? statusNamed(name) ?? 500, external(`${library}.${name}`));
  error.props.set("httpCode", error.props.get("status") ?? unknown);
  return error;
}

/** Calls the program's own authorization checker for an action. */
export const authorized =
  (action: Action, { options }: Around, exchange: Asked) =>
  (m: Machine): void => {
    const mark = [...action.marks, ...action.outer].find(({ name }) => name === "Authorized");
    const checker = propOf(options, "authorizationChecker");
    if (!mark || !checker) return;
    const roles = (mark.args?.list ?? []).flatMap((value) => items(value));
    const allowed = truth(m.call(checker, args([actionOf(exchange), { kind: "list", items: roles }])));
    const refusal = failure(roles.length ? "ForbiddenError" : "UnauthorizedError");
    if (allowed === false) m.raise(refusal);
    if (allowed === undefined) m.throws.push(refusal);
  };

const actionOf = ({ request, response, context }: Asked): Value =>
  object([
    ["request", request],
    ["response", response],
    ["context", context],
    ["next", native("next", () => nothing)],
  ]);

const parts: Readonly<Record<string, Part>> = {
  Body: "body",
  BodyParam: "body",
  QueryParam: "query",
  QueryParams: "query",
  Param: "path",
  Params: "path",
  HeaderParam: "header",
  HeaderParams: "header",
  CookieParam: "cookie",
  CookieParams: "cookie",
};

/** A part of the request, validated by its declared class unless the program disables that. */
function part(of: Part, mark: Mark, { param, action, around, m, asked }: Giving): Value {
  const [name] = mark.args?.list ?? [];
  const key = texts(name)[0];
  const options = key === undefined ? name : mark.args?.list[1];
  const whole = of === "header" || of === "cookie" ? m.get(asked.request, `${of}s`) : input(of);
  const value = key === undefined ? whole : m.get(whole, key);
  if (truth(propOf(options, "required") ?? unknown) === true && of !== "path")
    m.throws.push(failure("BadRequestError"));
  const type = param.type && m.evaluate(param.type, action.cls.scope);
  if (type?.kind === "class" && value.kind === "input") {
    m.run?.checked.push({ part: of, path: value.path, schema: type });
    const isChecked = [propOf(options, "validate"), propOf(around.options, "validation")].every(
      (value) => !value || truth(value) !== false,
    );
    if (isChecked) m.throws.push(failure("BadRequestError"));
  } else if (param.type) typed(value, param.type, { scope: action.cls.scope, m });
  return value;
}

interface Giving {
  readonly param: Parameter;
  readonly action: Action;
  readonly around: Around;
  readonly asked: Asked;
  readonly m: Machine;
}

/** The current user, as the program's own checker returns it. */
function current(mark: Mark, { around, asked, m }: Giving): Value {
  const checker = propOf(around.options, "currentUserChecker");
  const user = checker ? m.call(checker, args([actionOf(asked)])) : m.get(asked.request, "user");
  if (truth(propOf(mark.args?.list[0], "required") ?? unknown) !== true) return user;
  const refusal = failure("UnauthorizedError");
  if (each(user).every((value) => truth(value) === false)) m.raise(refusal);
  m.throws.push(refusal);
  return user;
}

function argument(giving: Giving, marks: readonly Mark[]): Value {
  const { asked, m } = giving;
  for (const mark of marks) {
    const found = inTable(parts, mark.name);
    if (found) return part(found, mark, giving);
    const key = texts(mark.args?.list[0])[0];
    switch (mark.name) {
      case "Req":
        return asked.request;
      case "Res":
        return asked.response;
      case "Ctx":
        return asked.context;
      case "CurrentUser":
        return current(mark, giving);
      case "Session":
      case "SessionParam": {
        const session = m.get(asked.request, "session");
        return key === undefined ? session : m.get(session, key);
      }
      case "State":
        return m.get(asked.context, "state");
      case "UploadedFile":
      case "UploadedFiles":
        m.read({ kind: "input", part: "file", path: [key ?? "file"] });
        return unknown;
    }
  }
  return unknown;
}

/** The status of a decorator: a number, or that of an error class. */
function statusesOf(value: Value | undefined, m: Machine): readonly number[] {
  if (!value) return [];
  return value.kind === "class" ? thrownStatus(m.construct(value, args([]))) : numbers(value);
}

/** Answers with a method's result as the library does: undefined means not found, null no content. */
function answered(value: Value, { marks }: Action, m: Machine): void {
  const set = givenTo("HttpCode", marks)[0];
  const usual = numbers(set)[0] ?? 200;
  const redirect = givenTo("Redirect", marks)[0];
  if (redirect) return answer(m, 302);
  const [none] = givenTo("OnUndefined", marks);
  const [empty] = givenTo("OnNull", marks);
  for (const item of each(value)) {
    const isUndefined = item.kind === "const" && item.value === undefined;
    if (isUndefined) for (const status of none ? statusesOf(none, m) : [404]) answer(m, status);
    else if (isMissing(item)) for (const status of empty ? statusesOf(empty, m) : [204]) answer(m, status);
    else answer(m, usual, item.kind === "const" ? undefined : item);
    // an unknown result may be undefined or null, which then means something else
    if (item.kind === "unknown" || item.kind === "external")
      for (const status of statusesOf(none, m)) answer(m, status);
  }
}

/** Calls a controller's method with the arguments that its parameters declare, and answers with its result. */
export const perform =
  (action: Action, around: Around, exchange: Asked) =>
  (m: Machine): void => {
    const { cls, fn, controller } = action;
    const argumentValues = fn.params.map((param) => {
      const marks = param.decorators.flatMap((decorator) => marksIn(m.evaluate(decorator, cls.scope)));
      return argument({ param, action, around, asked: exchange, m }, marks);
    });
    const self = around.made(controller, m);
    const before = m.run?.answers.length ?? 0;
    const value = m.call(
      { kind: "function", fn, scope: cls.scope, self, owner: cls, decorators: [], props: new Map() },
      args(argumentValues),
    );
    // a method that has already sent the response returns that
    const isSent = (m.run?.answers.length ?? 0) > before;
    if (!isSent) answered(value, action, m);
  };
