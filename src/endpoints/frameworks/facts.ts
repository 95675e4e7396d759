import { named, inTable } from "../../lib/index.ts";
import { args } from "../evaluate/machine.ts";
import type { Args, Machine, ObjectValue, Value, Known } from "../evaluate/types.ts";
import { constant, native, numbers, textOf, unknown } from "../evaluate/value.ts";
import { answer, cookie, credentials, hand, header, input, sendOn } from "./observe.ts";
import { statusesSet } from "./statuses.ts";

/** An access to a member of a request, a response or a context. */
export interface At {
  readonly name: string;
  readonly self: ObjectValue;
  readonly m: Machine;
}

/** The effect of an access to a member, and its value. */
export type Effect = (at: At) => Value;

/** The members of a request, a response or a context, with their values or effects. */
export type Table = Readonly<Record<string, Value | Effect>>;

/** The value of a table's member. */
export function memberIn(table: Table, at: At): Value | undefined {
  const found = inTable(table, at.name);
  return typeof found === "function" ? found(at) : found;
}

/** Makes a table the members of a host object; any other member is unknown. */
export const membersOf =
  (table: Table) =>
  (name: string, self: ObjectValue, m: Machine): Value =>
    memberIn(table, { name, self, m }) ?? unknown;

/** A member that is a method. */
export const does =
  (effect: (callArgs: Args, at: At) => Value): Effect =>
  (at) =>
    native(at.name, (callArgs) => effect(callArgs, at));

export const itself = does((_given, { self }) => self);

/** A text of the request, where it is known. */
export const known = (text: string | undefined): Value => (text === undefined ? unknown : constant(text));
export const method: Effect = ({ m: { run } }) => known(run?.method?.toUpperCase());
export const path: Effect = ({ m: { run } }) => known(run?.path);

/** The body as a form of a media type. */
export const formOf =
  (type: string, value: Value): Effect =>
  ({ m: { run } }) => {
    if (run) run.form = type;
    return value;
  };

/** A method that reads the body as a form with files. */
export const readsForm = does((_given, at) => formOf("multipart/form-data", input("body"))(at));

/** The caller's identity. */
const who: Effect = ({ m }) => credentials(m);

/** Names under which middleware stores the caller's identity in a request. */
export const users = named(
  "user auth currentUser account jwt userId user_id session_user oidc token decoded",
  who,
);

const leftOf = /user|auth|account|jwt|token|session|member|claims/i;
/** A value that unread middleware has stored under a name; some names hold the caller's identity. */
export const left: Effect = ({ name, m }) => (leftOf.test(name) ? credentials(m) : unknown);

export const readsHeader = does(({ list: [key] }, { m }) => {
  const name = textOf(key);
  return name === undefined ? unknown : header(name, m);
});

export const readsCookie = does(({ list: [key] }, { m }) => cookie(textOf(key) ?? "", m));
export const givesCookie = does(({ list: [key] }, { self, m }) => (hand(key, m), self));

/** Whether somebody is signed in: `without` for a request without credentials. */
const signedIn = (without: boolean): Effect =>
  does((_given, { m }) => {
    credentials(m, "cookie:session");
    return m.run?.absent ? constant(without) : unknown;
  });

/** Members that Passport adds to a request. */
export const ofPassport: Table = {
  isAuthenticated: signedIn(false),
  isUnauthenticated: signedIn(true),
  ...named(
    "login logIn logout logOut",
    does(({ list }, { m }) => {
      const callback = list.at(-1);
      if (callback?.kind === "function")
        m.branches([() => unknown, () => m.call(callback, { ...args([]), open: true })]);
      return unknown;
    }),
  ),
};

/** Sets the status of later answers, in a member of its object. */
export const setsStatus = (of: string): Effect =>
  does(({ list: [status] }, { self, m }) => (m.set(self.props, of, status ?? unknown), self));

/** Redirects the request, with the given status or the one that was set. */
export const redirects = (of: string, makeResponse: (at: At, statuses: readonly number[]) => Value): Effect =>
  does(({ list }, at) => {
    for (const value of list) sendOn(value, at.m);
    const statedStatuses = list.flatMap((value) => numbers(value));
    const statuses = statedStatuses.length ? statedStatuses : statusesSet(at.self.props.get(of), 302);
    for (const status of statuses) answer(at.m, status);
    return makeResponse(at, statuses);
  });

/** Calls any one of several functions. */
export const callsOne = (fns: Iterable<Value>, m: Machine): void => {
  for (const fn of fns) m.branches([() => unknown, () => m.call(fn, args([]))]);
};

/** The methods of a library's object, with the effect of each call. */
export type Members<On> = Readonly<Record<string, (args: Args, on: On) => Value>>;

/** Returns a method by name; `undefined` if the table has none. */
export function memberOf<On>(members: Members<On>, name: string, on: On): Value | undefined {
  const call = inTable(members, name);
  return call && native(name, (args) => call(args, on));
}

/**
 * The supported uses of applications: members in the table, and further names and arguments that treat all requests
 * alike.
 */
export function knownBy(
  members: Readonly<Record<string, unknown>>,
  alike: string,
  takes?: { readonly read: string; readonly alike: string },
): Known {
  const names = new Set([...Object.keys(members), ...alike.split(" ")]);
  const each = (words: string, as: "read" | "alike"): readonly (readonly [string, "read" | "alike"])[] =>
    words.split(" ").map((word) => [word, as] as const);
  return {
    has: (name) => names.has(name),
    ...(takes && { takes: Object.fromEntries([...each(takes.read, "read"), ...each(takes.alike, "alike")]) }),
  };
}

/** `@app.route("/x")`: the first call takes the arguments; its result takes the function and returns it. */
export const decorating =
  <On>(mark: (args: Args, fn: Value, on: On) => void) =>
  (args: Args, on: On): Value =>
    native("decorator", ({ list: [fn] }) => {
      if (fn) mark(args, fn, on);
      return fn ?? unknown;
    });
