import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  constant,
  each,
  either,
  external,
  native,
  numbers,
  object,
  propOf,
  textOf,
  unknown,
} from "../../evaluate/value.ts";
import { does, formOf, known, membersOf, method, named, path } from "../facts.ts";
import {
  cookies,
  credentials,
  environ,
  file,
  headers,
  holding,
  hosted,
  input,
  page,
  sendOn,
  session,
} from "../observe.ts";
import { pythonResponse } from "../pythonic.ts";
import { httpError } from "../statuses.ts";
import type { Anonymous } from "./anonymous.ts";

/** A part of the request whose members can also be read by methods. */
const mapping = (part: "query" | "body"): ObjectValue =>
  hosted(`flask.${part}`, (name, _self, m) => {
    if (/^(?:get|getlist|pop|get_json)$/.test(name))
      return native(name, ({ list: [key] }) => {
        const known = textOf(key);
        return known === undefined ? (key ? unknown : input(part)) : m.get(input(part), known);
      });
    if (name === "to_dict" || name === "items" || name === "keys") return native(name, () => input(part));
    return m.get(input(part), name);
  });

const endpointOf = ({ run }: Machine): string | undefined => run?.endpoint;

const request: ObjectValue = hosted(
  "flask.request",
  membersOf({
    ...named("json data", input("body")),
    get_json: does(() => input("body")),
    form: formOf("application/x-www-form-urlencoded", mapping("body")),
    values: ({ m }) => mapping(m.run?.method === "get" ? "query" : "body"),
    args: mapping("query"),
    method,
    path,
    endpoint: ({ m }) => known(endpointOf(m)),
    blueprint: ({ m }) =>
      endpointOf(m) === undefined
        ? unknown
        : constant(/^(?:(.*)\.)?[^.]*$/.exec(endpointOf(m) ?? "")?.[1] ?? null),
    files: { kind: "input", part: "file", path: [] },
    headers,
    environ,
    cookies,
    authorization: ({ m }) => credentials(m, "basic"),
  }),
);

const isUser = /^(?:user|current_user|user_id|auth|account|token|identity)$/;
const ofRuns = new WeakMap<object, ObjectValue>();

/** `g` of one request. */
function globals({ run }: Machine): ObjectValue {
  const known = run && ofRuns.get(run);
  const g = known ?? newGlobals();
  if (run) ofRuns.set(run, g);
  return g;
}

const newGlobals = (): ObjectValue =>
  holding("flask.g", ["get", "pop"], (name, m) => (isUser.test(name) ? credentials(m) : unknown));

function currentUser(anonymous: Anonymous): ObjectValue {
  const found = hosted("flask_login.current_user", (name, _self, m) => {
    const user = credentials(m, "cookie:session");
    const value = m.run?.absent ? anonymous.get(name, m) : undefined;
    if (value) return value;
    if (name === "is_authenticated") return m.run?.absent ? constant(false) : unknown;
    if (name === "is_anonymous") return m.run?.absent ? constant(true) : unknown;
    return user;
  });
  const compared = (m: Machine): void => void credentials(m, "cookie:session");
  return { ...found, host: { type: "flask_login.current_user", ...found.host, compared } };
}

/** The names of the request and the current user in Flask and its extensions. */
export function flaskNames(name: string, anonymous: Anonymous, m: Machine): Value | undefined {
  switch (name) {
    case "flask.request":
    case "quart.request":
      return request;
    case "flask.g":
      return globals(m);
    case "flask.session":
      return session({ hasId: true });
    case "flask_login.current_user":
    case "flask_security.current_user":
      return currentUser(anonymous);
    case "flask_jwt_extended.current_user":
    case "flask_jwt.current_identity":
      return m.run ? credentials(m, "bearer") : unknown;
    default:
      return undefined;
  }
}

const makeResponse = (status: Value, body: Value | undefined): ObjectValue =>
  pythonResponse("flask", status, body);

/** The statuses of values that may already be responses. */
function heldStatus(value: Value | undefined): Value | undefined {
  const statuses = (value ? each(value) : []).map((value) => propOf(value, "status_code"));
  return statuses.some((value) => value)
    ? either(statuses.map((value) => value ?? constant(200)))
    : undefined;
}

/** Functions that create a response or read credentials. */
export function responseOf(callee: ExternalValue, args: Args, m: Machine): Value | undefined {
  const [first, second] = args.list;
  switch (callee.path.replace(/^(?:quart|flask_restful|flask_restx)\./, "flask.")) {
    case "flask.jsonify":
      return makeResponse(constant(200), first ?? object(args.named));
    case "flask.make_response": {
      const inner = first?.kind === "list" ? first.items : [first, second];
      const status = inner.slice(1).find((value) => value && numbers(value).length);
      const bodyStatus = heldStatus(inner[0]);
      return makeResponse(status ?? bodyStatus ?? constant(200), inner[0]);
    }
    case "flask.Response":
      return makeResponse(args.named.get("status") ?? second ?? constant(200), first);
    case "flask.redirect":
      sendOn(first, m);
      return makeResponse(args.named.get("code") ?? second ?? constant(302), undefined);
    case "flask.send_file":
    case "flask.send_from_directory":
      return makeResponse(constant(200), file);
    case "flask.render_template":
      return makeResponse(constant(200), page);
    case "flask_jwt_extended.get_jwt_identity":
    case "flask_jwt_extended.get_current_user":
    case "flask_jwt_extended.get_jwt":
      return m.run ? credentials(m) : unknown;
    case "flask_jwt_extended.verify_jwt_in_request": {
      if (!m.run) return unknown;
      credentials(m, "bearer");
      const isOptional = args.named.get("optional");
      if (isOptional) return unknown;
      const error = httpError(401, external("werkzeug.exceptions.Unauthorized"));
      if (m.run.absent) return m.raise(error);
      m.throws.push(error);
      return unknown;
    }
    default:
      return undefined;
  }
}

/** `abort(404)`, `abort(response)`. */
export function abort({ list: [first, second], named }: Args, m: Machine): never {
  const status = first ?? named.get("code") ?? named.get("http_status_code");
  return m.raise(
    status && propOf(status, "status_code")
      ? status
      : httpError(status ?? 500, external("werkzeug.exceptions.HTTPException"), second),
  );
}
