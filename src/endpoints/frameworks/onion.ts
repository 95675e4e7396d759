import { anyOf } from "../../lib/index.ts";
import { atGate, isProof, plainState } from "../evaluate/blame.ts";
import { isUnclear } from "../evaluate/uses.ts";
import { running } from "../evaluate/machine.ts";
import type { Checked, Machine, Place, Run, Value } from "../evaluate/types.ts";
import { again, knowsOf, unseen, type Known } from "../evaluate/repeated.ts";
import { native, nothing } from "../evaluate/value.ts";
import { guessedIn } from "../schema/any-path.ts";
import { asSent } from "./bodies.ts";
import type { Auth } from "./contract.ts";
import { endSilently, exchange, functionsIn, isSigningIn, newRun, Passed } from "./observe.ts";
import { atHandler } from "./route.ts";
import { outside } from "./outside.ts";

/** How a framework calls nested functions. */
export interface Layers {
  readonly method?: string;
  readonly path?: string;
  call(fn: Value, next: Value, m: Machine): Value;
  failed(error: Value, m: Machine): void;
}

/** Functions around an endpoint: those of the whole application, and its own. */
export interface Around {
  readonly shared: readonly Value[];
  readonly local: readonly Value[];
}

interface Layer {
  readonly fn: Value;
  readonly isShared: boolean;
}

/**
 * The middleware of a wrapper: its functions if they could pass a request on; otherwise the wrapper itself, as for
 * `logger((line) => …)`.
 */
function middlewareIn(value: Value): readonly Value[] {
  const found = functionsIn(value);
  const couldPass = found.some(
    (fn) => fn.kind !== "function" || fn.fn.params.length > (fn.fn.generator ? 0 : 1),
  );
  return value.kind === "external" && !couldPass ? [value] : found;
}

/** All functions in order, with wrappers expanded. */
export const inOrder = ({ shared, local }: Around): readonly Layer[] => [
  ...shared.flatMap((fn) => middlewareIn(fn)).map((fn) => ({ fn, isShared: true })),
  ...local
    .flatMap((fn, index) => (index < local.length - 1 ? middlewareIn(fn) : functionsIn(fn)))
    .map((fn) => ({ fn, isShared: false })),
];

/** Notes that something unknown is in front of the handler and may refuse requests. */
export function doubtUnknown({ shared, local }: Around, run: Run): void {
  const last = local.at(-1);
  const before = [...shared, ...local.slice(0, -1), ...(last?.kind === "either" ? [last] : [])];
  if (before.some((value) => isUnclear(value))) run.doubts.push({});
}

/** A request on its way through the layers, with their results so far. */
interface Way {
  readonly layers: Layers;
  readonly m: Machine;
  readonly seen: Map<string, Known>;
  /** Called when all layers have passed the request on. */
  readonly end: () => void;
}

function layer(all: readonly Layer[], way: Way): Value {
  const [first, ...rest] = all;
  const { layers, m, seen } = way;
  const { run } = m;
  if (!first) way.end();
  if (!first || !run) return nothing;
  const before = { isShared: run.isShared ?? false, isAhead: run.isAhead, depth: run.depth ?? 0 };
  const passed = new Passed();
  // otherwise, middleware that passes a request on in each of its branches would grow exponentially
  const inner = (): Value => {
    passed.on(m);
    const key = `${rest.length} ${knowsOf(run)}`;
    const known = seen.get(key) ?? unseen();
    seen.set(key, known);
    try {
      return again(known, { m, enter: () => layer(rest, way) });
    } catch (error) {
      passed.hasFailed = true;
      throw error;
    }
  };
  run.isShared = first.isShared;
  run.depth = running.length;
  run.isAhead = () => !passed.ways.has("next");
  try {
    return (rest.length ? atGate : atHandler)(m, first.fn, () => {
      if (first.fn.kind !== "external") {
        const value = layers.call(first.fn, native("next", inner), m);
        if (rest.length) endSilently(passed, run);
        return value;
      }
      const { passes, throws } = outside(first.fn, m);
      for (const error of throws) run.gateErrors.set(error, undefined);
      m.throws.push(...throws);
      return passes ? inner() : nothing;
    });
  } finally {
    Object.assign(run, before);
  }
}

const refuses = (status: number): boolean => status === 401 || status === 403;
const redirects = (status: number): boolean => status >= 300 && status < 400;

/** Whether a request without credentials is refused, or sent elsewhere, while one with credentials is not. */
function isDenied(
  without: readonly number[],
  statusesGiven: readonly number[],
  isElsewhere: boolean,
): boolean {
  // it ends without a visible answer, as far as is known a refusal
  if (!without.length) return statusesGiven.some((status) => status < 300);
  if (without.some((status) => status < 300)) return false;
  // it never succeeds, but answers authorized callers differently
  if (!statusesGiven.some((status) => status < 400))
    return without.every(refuses) && !statusesGiven.every(refuses);
  const isSentAway = without.some((status) => status < 400) && statusesGiven.some((status) => status < 300);
  const isRefused = without.length > 0 && without.every((status) => status >= 400);
  return isSentAway || isRefused || (isElsewhere && without.some(refuses));
}

const signInPage = /(?:log|sign)[-_]?in(?!g)/i;
const isAtSignIn = ({ sentTo }: Run): boolean => [...sentTo].some((place) => signInPage.test(place));

/**
 * Whether anonymous callers are only redirected to a sign-in page, and others elsewhere after an action. `undefined` if
 * they have sent fields that are read: those of a registration, or before the caller is looked at.
 */
function isSentToSignIn(without: Run, givenRun: Run): boolean | undefined {
  const statuses = (run: Run): readonly number[] => run.answers.map(({ status }) => status);
  // a GET that redirects everyone performs no action
  const isDone = givenRun.method !== "get" || statuses(givenRun).some((status) => status >= 400);
  const isSent =
    isDone &&
    isAtSignIn(without) &&
    without.answers.length > 0 &&
    statuses(without).every(redirects) &&
    [...without.sentTo].every((place) => signInPage.test(place)) &&
    [...givenRun.sentTo].some((place) => !without.sentTo.has(place) && !signInPage.test(place));
  return isSent && without.reads.get("body")?.size ? undefined : isSent;
}

/** Follows a request through all layers: with credentials, then without. The difference shows what requires them. */
export function peel(
  fns: Around,
  make: () => Layers,
  m: Machine,
): { readonly run: Run; readonly auth: Auth; readonly isPassedOn: boolean } {
  const all = inOrder(fns);
  const through = (run: Run): { readonly run: Run; readonly isPassedOn: boolean } => {
    let isPassedOn = false;
    const end = (): void => void (isPassedOn = true);
    const layers = make();
    if (layers.method !== undefined) run.method = layers.method;
    if (layers.path !== undefined) run.path = layers.path;
    doubtUnknown(fns, run);
    const follow = (): void => void layer(all, { layers, m, seen: new Map(), end });
    exchange(m, run, follow, (error) => layers.failed(error, m));
    return { run, isPassedOn };
  };
  const { run, isPassedOn } = asSent(make().method, m, through);
  return { run, auth: authOf(run, (fresh) => through(fresh).run), isPassedOn };
}

/** The auth of an endpoint, from a run with credentials and from others that lack them. */
export function authOf(run: Run, follow: (run: Run) => Run): Auth {
  const auth = run.identity ? compared(run, follow(newRun(true, run.isBodiless))) : unasked(run);
  const isUndecided = auth.level === "unknown" || (auth.level === "none" && asksState(run));
  return isUndecided ? decided(auth, run, follow) : auth;
}

/** Whether a request may be refused for a session value or a cookie, whatever it is called. */
const asksState = ({ possibleSchemes, answers }: Run): boolean =>
  possibleSchemes.size > 0 && answers.some(({ status }) => refuses(status) || redirects(status));

/** The schemes of a run's credentials; `bearer` if nothing names one. */
export const schemesOf = ({ schemes }: Run): readonly string[] => (schemes.size ? [...schemes] : ["bearer"]);

function compared(run: Run, without: Run): Auth {
  const statusesOfRun = ({ answers }: Run): readonly number[] =>
    answers.flatMap(({ status, isAhead }) => (isAhead && status < 400 ? [] : [status]));
  const isElsewhere = [...without.sentTo].some((place) => !run.sentTo.has(place));
  const isRefused =
    isDenied(statusesOfRun(without), statusesOfRun(run), isElsewhere) && !isSignedInAlike(run, without);
  const isSent = isSentToSignIn(without, run);
  if (without.isRefused || isRefused || isSent) return { level: "required", schemes: schemesOf(run) };
  if (isSent === undefined) return doubtful(run, {});
  return unrefused(run, without);
}

/** Whether a sign-in answers everyone alike: with a refusal or by sending people on. */
const isSignedInAlike = (run: Run, without: Run): boolean => {
  const outcome = ({ answers, sentTo }: Run): string =>
    [...new Set(answers.map(({ status }) => status)), ...sentTo].sort().join(" ");
  return isSigningIn(run) && !without.refusedAt && outcome(run) === outcome(without);
};

/**
 * An unknown auth is decided by a request without any header or cookie that could identify a caller: if it is always
 * refused for that, or sent to a sign-in page, the endpoint needs one of them. It may, if it is always sent elsewhere.
 */
function decided(auth: Auth, run: Run, follow: (run: Run) => Run): Auth {
  if (run.answers.every(({ status }) => status >= 400)) return auth;
  const bare = follow({ ...newRun(true, run.isBodiless), isBare: true });
  if (isSigningIn(bare)) return auth;
  const visible = bare.answers.filter(({ status }) => status < 500);
  const isSent = isSentToSignIn(bare, run);
  const isSentAway =
    visible.length > 0 &&
    visible.every(({ status }) => redirects(status)) &&
    run.answers.some(({ status }) => status < 300);
  const isSilent =
    !visible.length && (auth.level === "none" || !run.answers.some(({ status }) => refuses(status)));
  const isRefused = visible.every(({ status }) => refuses(status)) && !isSilent;
  const isUnclear = isSent === undefined || isSentAway || isSilent;
  if (isSent !== true && !isRefused && !(isSentAway && isAtSignIn(bare)))
    return auth.level === "none" && isUnclear ? doubtful(run, {}) : auth;
  const names = [...(run.reads.get("header") ?? [])].filter(isProof).map((name) => `header:${name}`);
  const possible = names.length ? names : [...run.possibleSchemes];
  return { level: "required", schemes: run.schemes.size || !possible.length ? schemesOf(run) : possible };
}

const doubtful = (run: Run, { file, at }: Partial<Place>): Auth => ({
  level: "unknown",
  schemes: schemesOf(run),
  ...(file !== undefined && at !== undefined && { see: { file, at } }),
});

/** Names of query parameters that may hold a secret. */
export const secretQueries = /token|secret|key$|pass|sig(?:nature)?$|auth|hash|hmac/i;

/** Whether a schema accepts only headers or cookies, or a secret in the query, that the program knows. */
const isGuessed = ({ part, schema, path }: Checked): boolean => {
  if (part !== "header" && part !== "cookie" && part !== "query") return false;
  const names = path.length ? (guessedIn(schema)?.length === 0 ? [] : path.slice(0, 1)) : guessedIn(schema);
  if (!names) return part !== "query";
  const asks = part === "header" ? isProof : (name: string) => part === "cookie" || secretQueries.test(name);
  return names.some(asks);
};

/** Names of query parameters for searching, or of a sign-in callback. */
const plainQueries = new RegExp(
  `^${anyOf("page\\w*|per_?page|limit|offset|skip|size|cursor|sort\\w*|order\\w*|q|query|search|filter\\w*|fields|include|lang", "code|state|from|to|id")}$`,
  "i",
);

const refusals = (run: Run): readonly number[] =>
  run.answers
    .map(({ status }) => status)
    .filter((status) => status >= 400 && ![413, 415, 429].includes(status));

/**
 * Whether a request is refused for other reasons: with 401, by its origin, or by headers, cookies or secrets in the
 * query that clients don't send by default.
 */
function refusesOthers(run: Run): boolean {
  const refused = refusals(run);
  const cookies = [...(run.reads.get("cookie") ?? [])].filter((name) => !plainState.test(name));
  if (run.checked.some(isGuessed)) return true;
  const isEnded = refused.length > 0 || run.isFailed || run.answers.some(({ status }) => redirects(status));
  if (run.asksSecret && isEnded) return true;
  const headers = [...(run.reads.get("header") ?? [])];
  const queries = [...(run.reads.get("query") ?? [])];
  const isProofRead = headers.some(isProof) || queries.some((name) => secretQueries.test(name));
  if (isProofRead && refused.length > 0) return true;
  if (cookies.length && refused.some(refuses)) return true;
  if (isSigningIn(run)) return false;
  const isReading = run.method !== undefined && run.method !== "post";
  const isAsked = run.looksWhere || queries.some((name) => !plainQueries.test(name));
  return refused.some(
    (status) => (status === 401 && isReading) || (isAsked && (status === 401 || status === 403)),
  );
}

/** The auth of an endpoint if no code that was followed read credentials. */
export function unasked(run: Run): Auth {
  const see = run.doubts[0] ?? run.refusedAt ?? (refusesOthers(run) ? {} : undefined);
  return see ? doubtful(run, see) : { level: "none", schemes: [] };
}

/** Whether a request may be refused for lack of a signature, which is never optional. */
const needsSignature = ({ schemes }: Run, without: Run): boolean =>
  [...schemes].some((scheme) => /signature|hmac/i.test(scheme)) && refusals(without).length > 0;

/**
 * The auth of an endpoint that may answer without credentials. If it may also refuse, it is unknown. A cookie that is
 * set for callers who have none doesn't identify them.
 */
function unrefused(run: Run, without: Run): Auth {
  const see =
    without.answers.find(({ refusedBy }) => refusedBy)?.refusedBy ??
    run.doubts[0] ??
    without.doubts[0] ??
    without.refusedAt ??
    (refusesOthers(without) || needsSignature(run, without) ? {} : undefined);
  if (see) return doubtful(run, see);
  const schemes = [...run.schemes].filter((scheme) => !without.handed.has(scheme.replace(/^cookie:/, "")));
  const isUsed = schemes.length > 0 && run.isPersonal === true;
  return isUsed ? { level: "optional", schemes } : { level: "none", schemes: [] };
}
