import { anyOf } from "../../lib/index.ts";
import { args, running } from "./machine.ts";
import type { Args, Machine, Place, Value } from "./types.ts";

/** Names under which libraries ask who is there, or what they may do. */
const asks =
  /auth(?!or)|login|logged|guard|protect|permi(?:t|ssion)|\broles?\b|jwt|current_?user|admin|staff|acl|rbac/i;
const asksFor = /(?:get|require|verify|load)_?(?:user|member|identity)/i;
/** Names that hold such a word and do something else. */
const others = /c?surf|csrf|xsrf|xss|lusca|throttl|rate_?limit|\binit|config|client|session$|handler$/i;
/** Words in names of what treats everybody alike: it reads, checks, measures, describes, or writes. */
const alike = new RegExp(
  `(?<![a-z])${anyOf(
    "body|json|form|multer|upload|file|multipart|busboy|parse|qs|param|query|valid|celebrate|joi|zod|yup|schema",
    "sanit|xss|hpp|escape|arguments|args|expects?$|consumes|cors|cross_?origin|helmet|compress|gzip|brotli|etag|cache",
    "conditional|static|serve|send|asset|favicon|cookie|session|timeout|time|csp|header|secure|https|ssl|proxy",
    "override|limit|throttl|slow|log|morgan|pino|winston|request-?id|correlat|trac|sentry|metric|prom|newrelic|apm",
    "telemetry|analytic|stat|health|monitor|swag|doc|open_?api|redoc|scalar|spec|i18n|local|lang|flash|view|render",
    "templat|pug|ejs|layout|nunjucks|handlebars|webpack|vite|next|nuxt|graphql|(?:web_?)?socket|event|stream|error|catch|async",
    "wrap|context|inject|depend|scope|container|transact|atomic|commit|database|db|orm|prisma|mongo|sequelize|knex",
    "response|respond|marshal|serializ|status|pretty|convert|camel|csrf|xsrf|nonce|method|route|slash|history|accepts",
    "url|bouncer|talisman|restc|vary|deprecat|version|partial|property|abstract|overload|dispatch|action|api_view|cbv|task|background|retry",
    "compose|noop|no-?cache|user_?agent|device|geo|ip$|mixin|object$|ABC|Generic|Protocol|Enum|dataclass|lru",
  )}`,
  "i",
);
/** With a sign between the words of a name: a word that only ends in one of these says nothing. */
const inWords = (path: string): string => path.replaceAll(/([a-z\d])(?=[A-Z])/g, "$1_");

const nameOf = (path: string): string => path.split(".").slice(-2).join(".");
const isAsking = (name: string): boolean => !others.test(name) && (asks.test(name) || asksFor.test(name));

/**
 * Notes that something of a library stands in front of a handler and may end requests of some people: all does that
 * isn't known to treat everybody alike.
 * @param isGuard Whether it stands where only such things do.
 */
export function doubt(value: Value, m: Machine, isGuard = false): void {
  if (value.kind === "unknown") note(value, m);
  if (value.kind === "either") for (const item of value.of) doubt(item, m, isGuard);
  if (value.kind !== "external") return;
  const path = (value.args && value.name === "()" ? value.of?.path : value.path) ?? value.path;
  const name = nameOf(path);
  if (!others.test(name) && (isGuard || isAsking(name) || !alike.test(inWords(path)))) note(value, m);
}

/** Notes the same of something that mostly has nothing to do with it, as a type, where its name says so. */
export function doubtNamed(value: Value, m: Machine): void {
  if (value.kind === "external" && isAsking(nameOf(value.path))) note(value, m);
}

/**
 * Notes the same of what is called with the request, or with its headers, and isn't followed: whoever looks at who asks
 * gets one of these.
 */
export function doubtHanded(callee: Value, given: Args, m: Machine): void {
  const name = callee.kind === "external" ? callee.name : "";
  // what a framework calls itself is looked at there; what answers an error lets nobody in
  if (!m.run || m.run.cause || !running.length) return;
  if (!given.list.some(isRequest) && !asserts.test(callee.kind === "external" ? callee.path : "")) return;
  if (signs.test(name) || (!isAsking(name) && makes.test(name))) return;
  const { file, at } = given;
  if (callee.kind !== "external" || callee.name === "emit") note(callee, m, { file, at });
  else doubt({ ...callee, path: callee.name, args: given, of: callee }, m);
}

/** What raises where what it is given isn't so. */
const asserts = /(?:^|[.-])(?:assert|invariant|ensure|enforce)(?![a-z])/i;
/** What signs somebody in or out, and what makes or finds something for a request. */
const signs = /^(?:[lL]og|[sS]ign)_?(?:in|out|In|Out)(?:_user|User)?$|^[A-Z]/;
const makes = /^(?:(?:add|get|set|create|generate|build|make|\w*redirect)(?![a-z]))/;

const isRequest = (value: Value): boolean =>
  value.kind === "object" && /\b(?:request|context|headers|cookies|session)$/.test(value.host?.type ?? "");

/** Methods of Node's streams, which requests are. */
const streaming = /^(?:resume|pause|pipe|unpipe|read|unshift|iterator|destroy|on|once|off|setEncoding)$/;

/** Notes the same of a method that something gave the request, which nobody has read. */
export function doubtMethod(of: Value, name: string, m: Machine, place: Place): void {
  if (of.kind === "object" && /\b(?:request|context)$/.test(of.host?.type ?? "") && !streaming.test(name))
    doubt({ kind: "external", path: name, name, args: { ...args([]), ...place } }, m);
}

function note(value: Value, { run }: Machine, place: Partial<Place> = {}): void {
  const args = value.kind === "external" ? value.args : undefined;
  run?.doubts.push(args?.file ? { file: args.file, at: args.at } : place);
}
