import { some } from "../../words/name-words.ts";
import { effect, matches, type Look } from "./seen.ts";
import { inTable, listed } from "../../../../lib/index.ts";

const codes: Readonly<Record<string, string>> = {
  OK: "200",
  CREATED: "201",
  ACCEPTED: "202",
  NO_CONTENT: "204",
  BAD_REQUEST: "400",
  UNAUTHORIZED: "401",
  FORBIDDEN: "403",
  NOT_FOUND: "404",
  CONFLICT: "409",
  GONE: "410",
  UNPROCESSABLE_ENTITY: "422",
  TOO_MANY_REQUESTS: "429",
  INTERNAL_SERVER_ERROR: "500",
};

const named = [/\b(?:httpStatus|HttpStatus|StatusCodes|status|http)\.([A-Z][A-Z_]+)\b/g];
const numbered = [
  /\bres(?:ponse)?\.(?:status|sendStatus)\(\s*(?:[\w.]*?)(\d{3})\s*\)/g,
  /\breply\.(?:code|status)\(\s*(\d{3})\s*\)/g,
  /\bctx\.(?:response\.)?status\s*=\s*(\d{3})\b/g,
  /\b(?:ctx\.throw|abort)\(\s*(\d{3})\b/g,
  /\bHTTP_(\d{3})_[A-Z_]+/g,
  /\bjson\([^;]*?\{\s*status:\s*(\d{3})\b/g,
  /^\s*return\s[^\n]*,\s*([1-5]\d\d)\s*$/gm,
];
const handlers = /^(?:req|res|request|response|reply|ctx|context|c)$/;

/** Finds the statuses that a request handler sends, if there are others than 200. */
export const statuses: Look = ({ body, parameters }) => {
  const found = new Set([
    ...matches(body, named).flatMap((match) =>
      match.startsWith("HTTP_") ? [] : (inTable(codes, match) ?? []),
    ),
    ...matches(body, numbered),
  ]);
  const sorted = [...found].toSorted();
  const isHandler = parameters.some(({ name }) => handlers.test(name));
  return isHandler && sorted.some((status) => status !== "200")
    ? [effect(["answers", "answering"], `with ${listed(sorted, "or")}`)]
    : [];
};

/** Finds routes in `.forRoutes({ path: "feed", method: RequestMethod.GET }, …)`. */
function routesIn(body: string): string {
  const paths = [
    ...body.matchAll(/\bpath:\s*["']([\w/:*-]+)["']\s*,\s*method:\s*RequestMethod\.([A-Z]+)/g),
  ].map(([, path = "", method = ""]) => `${method} /${path.replace(/^\//, "")}`);
  return paths.length ? some(paths, 10) : "its routes";
}

/** Finds `consumer.apply(Guard).forRoutes(…)`. */
export const guards: Look = ({ body }) => {
  const found = matches(body, [/\.apply\((\w+)\)\s*\.forRoutes\(/g]);
  return found.length ? [effect(["applies", "applying"], `${some(found, 3)} to ${routesIn(body)}`)] : [];
};
