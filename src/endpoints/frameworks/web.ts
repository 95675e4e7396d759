import type { Args, ExternalValue, Library, Machine, ObjectValue, Value } from "../evaluate/types.ts";
import { constant, each, external, native, numbers, object, propOf, unknown } from "../evaluate/value.ts";
import { does, itself, membersOf, readsForm } from "./facts.ts";
import { cookies, credentials, headers, hosted, input, rawBody, answerWith } from "./observe.ts";
import { httpError } from "./statuses.ts";
import { inTable } from "../../lib/index.ts";

/** The URL of the request, which `new URL()` parses. */
const address: Value = { kind: "input", part: "request", path: ["url"] };

const url = (path: string): ObjectValue =>
  hosted("url", (name) =>
    name === "searchParams" ? input("query") : name === "pathname" ? constant(path) : unknown,
  );

/** A request as browsers and Next.js have it. */
export const webRequest = (path: string, verb: string): ObjectValue =>
  hosted(
    "web.request",
    membersOf({
      clone: itself,
      json: does(() => input("body")),
      text: does(() => rawBody),
      formData: readsForm,
      headers,
      cookies,
      nextUrl: () => url(path),
      auth: ({ m }) => credentials(m, "cookie:session"), // next-auth's wrapper stores the session there
      url: address,
      method: constant(verb.toUpperCase()),
    }),
  );

const makeResponse = (status: Value, body: Value | undefined): ObjectValue => ({
  ...object([
    ["%status", status],
    ["%body", body ?? unknown],
  ]),
  host: {
    type: "web.response",
    get: (name, self) =>
      self.props.get(name) ??
      (name === "cookies" || name === "headers"
        ? object([], { type: "web.part", get: (inner) => native(inner, () => unknown) })
        : unknown),
  },
});

const thrown: Readonly<Record<string, number>> = {
  redirect: 307,
  permanentRedirect: 308,
  notFound: 404,
  unauthorized: 401,
  forbidden: 403,
};

function response(callee: ExternalValue, args: Args): Value | undefined {
  const [body, init] = args.list;
  const status = propOf(init, "status");
  const name = callee.path
    .replace(/^(?:next\/server|next\/og|@vercel\/og)\./, "")
    .replace(/^NextResponse/, "Response");
  switch (name) {
    case "ImageResponse":
    case "Response":
    case "Response.json":
      return makeResponse(status ?? constant(init && init.kind !== "object" ? 0 : 200), body);
    case "Response.error":
      return makeResponse(constant(500), undefined);
    case "Response.redirect":
      return makeResponse(
        propOf(init, "status") ??
          (init && numbers(init).length ? init : constant(callee.path.startsWith("next/") ? 307 : 302)),
        undefined,
      );
    case "Response.next":
    case "Response.rewrite":
      return makeResponse(constant(0), undefined);
    default:
      return undefined;
  }
}

/** Responses and requests of the web platform, and Next.js's additions. */
export const web: Library = {
  call(callee, args, m) {
    if (callee.path === "URL" && args.list[0]?.kind === "input" && args.list[0].part === "request")
      return url("{}");
    if (callee.path === "next/headers.headers") return headers();
    if (callee.path === "next/headers.cookies") return cookies();
    const status = callee.path.startsWith("next/navigation.") ? inTable(thrown, callee.name) : undefined;
    if (status !== undefined) return m.raise(httpError(status, external("next/navigation.Error")));
    return response(callee, args);
  },
};

/** Answers with a returned response. */
export const answered = (value: Value, m: Machine): void => answerWith(value, m, ["%status", "%body"]);

/** Answers with what a middleware returned. Returns whether the request may go on. */
export function goesOn(value: Value, m: Machine): boolean {
  const ways = each(value);
  for (const value of ways) answered(value, m);
  return ways.some((value) => !propOf(value, "%status") || numbers(propOf(value, "%status")).includes(0));
}
