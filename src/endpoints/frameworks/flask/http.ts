import type { Args, ExternalValue, Machine, ObjectValue, Value, ClassValue } from "../../evaluate/types.ts";
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
  calledName,
  items,
} from "../../evaluate/value.ts";
import { does, formOf, known, membersOf, method, path } from "../facts.ts";
import { named } from "../../../lib/index.ts";
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
} from "../observe.ts";
import { session } from "../session.ts";
import { httpError, pythonResponse } from "../statuses.ts";
import { member } from "../../evaluate/lookup.ts";
import { args } from "../../evaluate/machine.ts";
import { staticsOf } from "../../evaluate/classes.ts";
import { fieldType, objectOf, schemaValue, shape, type Shape } from "../../schema/kinds.ts";

/** The program's class for `current_user` before signing in: `login_manager.anonymous_user = Anonymous`. */
export class Anonymous {
  #cls: ClassValue | undefined;

  learn(of: ExternalValue, name: string, value: Value): void {
    if (
      name === "anonymous_user" &&
      value.kind === "class" &&
      /^flask_login\b.*LoginManager\(\)$/.test(of.path)
    )
      this.#cls = value;
  }

  /** A member that the program's class defines. */
  get(name: string, m: Machine): Value | undefined {
    if (!this.#cls || !(member(this.#cls, name) ?? this.#cls.statics.has(name))) return undefined;
    return m.get(m.construct(this.#cls, args([])), name);
  }
}

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
      return session({ hasId: true })({ m });
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

const forms =
  /^(?:flask_wtf|wtforms|wtforms_alchemy|wtforms_sqlalchemy)(?:\.\w+)*\.(?:FlaskForm|Form|BaseForm|SecureForm)$/;

const isNeeded = (value: Value): boolean =>
  /^(?:DataRequired|InputRequired|Required)$/.test(calledName(value));

/** `StringField("Name", validators=[DataRequired()])`; `undefined` for submit buttons and anything else. */
function fieldOf(value: Value): { readonly shape: Shape; readonly isFile: boolean } | undefined {
  if (value.kind !== "external" || !value.args) return undefined;
  const name = value.of?.name ?? "";
  if (!name.endsWith("Field") || name === "SubmitField") return undefined;
  const validators = items(value.args.named.get("validators") ?? value.args.list[1]);
  return { shape: shape(fieldType(name), !validators.some(isNeeded)), isFile: /File/.test(name) };
}

/** Reads the fields of a form class. */
function readForm(cls: ClassValue, m: Machine): void {
  const fields = new Map<string, Shape>();
  for (const [name, value] of staticsOf(cls)) {
    const field = fieldOf(value);
    if (field?.isFile) m.read({ kind: "input", part: "file", path: [name] });
    else if (field) fields.set(name, field.shape);
  }
  if (!m.run || !fields.size) return;
  m.run.form = "application/x-www-form-urlencoded";
  const schema = objectOf(fields);
  m.run.checked.push({ part: "body", path: [], schema: schemaValue(schema) });
}

const sends = new Set(["post", "put", "patch", "delete"]);

/** Members of WTForms forms, such as whether the data is valid. */
export function formMember({ path }: ExternalValue, name: string, self: Value): Value | undefined {
  if (!forms.test(path) || !/^(?:validate|validate_on_submit|is_submitted)$/.test(name)) return undefined;
  return native(name, (_, m) => {
    const isSent = sends.has(m.run?.method ?? "");
    if (name !== "is_submitted" && isSent && self.kind === "object" && self.cls) readForm(self.cls, m);
    return isSent || name === "validate" ? unknown : constant(false);
  });
}
