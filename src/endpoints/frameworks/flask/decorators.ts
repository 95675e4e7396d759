import { partNamed } from "../../schema/kinds.ts";
import type { Args, Machine, Value } from "../../evaluate/types.ts";
import {
  calledName,
  external,
  items,
  native,
  numbers,
  textOf,
  texts,
  truth,
  unknown,
} from "../../evaluate/value.ts";
import { marshmallow } from "../../schema/marshmallow.ts";
import { doubt } from "../../evaluate/uses.ts";
import { answer, credentials } from "../observe.ts";

/** What decorators of libraries add to a view. */
export interface Guard {
  readonly status?: number;
  /** The body that the view's result becomes. */
  readonly body?: Value;
}

interface Asking {
  readonly method: string;
  readonly m: Machine;
  /** Whether Flask-Login redirects to a sign-in page. */
  readonly hasSignInPage: boolean;
}

/** Whether a program configures the sign-in page of Flask-Login. */
export const hasSignInPage = (texts: ReadonlyMap<string, string>): boolean =>
  [...texts].some(
    ([path, text]) => path.endsWith(".py") && /^[ \t]*[\w.]+\.login_view\s*=\s*(?!None\b)/m.test(text),
  );

const required =
  /^(?:jwt_required|fresh_jwt_required|jwt_refresh_token_required|(?:fresh_)?login_required|token_required|auth_required|requires_auth|permission_required|roles_required|roles_accepted|require_oauth|jwt_needed|auth_token_required|http_auth_required)$/;
const optional = /^(?:jwt_optional|optional_auth)$/;

const option = (mark: Value, name: string): Value | undefined =>
  mark.kind === "external" ? mark.args?.named.get(name) : undefined;

/** Whether a request without credentials ends here. */
function guarded(mark: Value, { m, hasSignInPage }: Asking): boolean {
  const name = calledName(mark);
  const path = mark.kind === "external" ? mark.path : "";
  if (name === "authenticate" && mark.kind === "external") {
    const by = mark.args?.list[0];
    credentials(m, by?.kind === "external" && /Basic|Digest/.test(by.path) ? "basic" : "bearer");
    if (truth(option(mark, "optional") ?? unknown) === true) return false;
    answer(m, 401);
    if (option(mark, "role")) answer(m, 403);
    return m.run?.absent === true;
  }
  const isOptional = optional.test(name) || truth(option(mark, "optional") ?? unknown) === true;
  if (!isOptional && !required.test(name)) {
    doubt(mark, m);
    return false;
  }
  const isSession = /^flask_(?:login|security)/.test(path);
  credentials(
    m,
    isSession
      ? "cookie:session"
      : /httpauth|HTTPBasic/i.test(path) && !/HTTPToken/i.test(path)
        ? "basic"
        : "bearer",
  );
  if (isOptional) return false;
  answer(m, hasSignInPage && path.startsWith("flask_login") ? 302 : 401);
  if (/^(?:roles_|permission_)/.test(name) || option(mark, "role")) answer(m, 403);
  return m.run?.absent === true;
}

/** Reads schemas of webargs, flask-apispec, flask-smorest, APIFairy, Flask-RESTX and flask-expects-json. */
function applyMark(mark: Value, { method, m }: Asking): void {
  const name = calledName(mark);
  if (mark.kind !== "external" || !mark.args || !m.run) return;
  const { args } = mark;
  if (/^(?:use_kwargs|use_args|arguments|input)$/.test(name)) {
    const [schema] = args.list;
    const text =
      textOf(args.named.get("location") ?? args.list[1]) ??
      items(args.named.get("locations")).flatMap((item) => texts(item))[0];
    const isPlain = schema?.kind === "object" && !schema.cls && !schema.host;
    const isFairy = mark.path.startsWith("apifairy");
    const part =
      isFairy && text === undefined
        ? "query"
        : text === undefined
          ? isPlain && method === "get"
            ? "query"
            : "body"
          : (partNamed(text) ?? "body");
    if (schema) marshmallow.check(schema, { part, m });
    answer(m, isFairy ? 400 : 422);
  }
  if (name === "expect" && args.list[0]) {
    marshmallow.check(args.list[0], { part: "body", m });
    if (truth(args.named.get("validate") ?? unknown) === true) answer(m, 400);
  }
  if (name === "body" && args.list[0]) {
    marshmallow.check(args.list[0], { part: "body", m });
    answer(m, 400);
  }
}

/** The body that a decorator makes of a view's result: by a schema, or a model of Flask-RESTX. */
function marshalled(mark: Value, m: Machine): Value | undefined {
  if (
    mark.kind !== "external" ||
    !mark.args ||
    !/^(?:marshal\w*|respon(?:se|ds)|output)$/.test(calledName(mark))
  )
    return undefined;
  const { list: values, named } = mark.args;
  const schema =
    named.get("schema") ??
    values.find(({ kind }) => kind === "class" || kind === "object" || kind === "function");
  if (!schema) return undefined;
  const found = marshmallow.dumped(schema, named.get("many") ?? named.get("as_list"), m);
  return found === unknown ? undefined : found;
}

/** A decorator known here, which is stored with the function like those of libraries. */
const markOf = (name: string, args: Args): Value =>
  native(name, ({ list: [fn] }) =>
    fn?.kind === "function"
      ? {
          ...fn,
          decorators: [
            { ...external(`flask.${name}()`), name: "()", of: external(`flask.${name}`), args },
            ...fn.decorators,
          ],
        }
      : (fn ?? unknown),
  );

export const guards = {
  arguments: (args: Args): Value => markOf("arguments", args),
  answering: (name: string, args: Args): Value => markOf(name, args),
  /** Runs decorators before the view; `stopped` if one answers instead. */
  enter(marks: readonly Value[], asking: Asking): Guard | "stopped" {
    let status: number | undefined;
    let body: Value | undefined;
    for (const mark of marks) {
      if (guarded(mark, asking)) return "stopped";
      applyMark(mark, asking);
      if (/^respon(?:se|ds)$/.test(calledName(mark)) && mark.kind === "external")
        status =
          numbers(mark.args?.list[0])[0] ??
          numbers(mark.args?.list[1])[0] ??
          numbers(mark.args?.named.get("status_code") ?? mark.args?.named.get("code"))[0] ??
          status;
      body = marshalled(mark, asking.m) ?? body;
      if (/^(?:admin_required|roles_required)$/.test(calledName(mark))) answer(asking.m, 403);
    }
    return { ...(status !== undefined && { status }), ...(body && { body }) };
  },
};
