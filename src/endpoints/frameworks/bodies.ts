import type { ExternalValue, Machine, Run, Value } from "../evaluate/types.ts";
import { constant, external, nothing, object, propOf } from "../evaluate/value.ts";
import { bodySchema } from "../schema/inputs.ts";
import { newRun, observe } from "./observe.ts";

/** Middleware that parses bodies. */
const parsers = /^(?:express|body-parser)(?:\.default)?\.(?:json|urlencoded|text|raw)$/;

interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly base: string;
}

const malformed: Refusal = { status: 400, type: "entity.parse.failed", base: "SyntaxError" };
const tooLarge: Refusal = {
  status: 413,
  type: "entity.too.large",
  base: "http-errors.PayloadTooLargeError",
};

/** An error of a body parser, as `http-errors` creates it. */
const errorOf = (status: number, type: string, base: string): Value => ({
  ...object([
    ["status", constant(status)],
    ["statusCode", constant(status)],
    ["type", constant(type)],
    ["message", constant(type)],
  ]),
  base: external(base),
});

/** A status that no program uses for such an error on purpose. */
const odd = 418;

/** Whether the program handles an error specifically, rather than answering with whatever status it carries. */
function isNamed({ type, base }: Refusal, failed: (error: Value) => void, m: Machine): boolean {
  const { run } = observe(m, newRun(false, true), () => (failed(errorOf(odd, type, base)), nothing));
  return run.answers.length > 0 && !run.answers.some(({ status }) => status === odd);
}

/**
 * The errors of a body parser that the program handles: for malformed bodies, and for those above a configured limit.
 */
export function unparsed(fn: ExternalValue, failed: (error: Value) => void, m: Machine): readonly Value[] {
  const { run } = m;
  const factory = fn.args ? fn.of : undefined;
  if (!run || !factory || !parsers.test(factory.path)) return [];
  run.asksBody = true;
  if (run.isBodiless) return [];
  const hasLimit = propOf(fn.args?.list[0], "limit") !== undefined;
  return [...(factory.name === "json" ? [malformed] : []), ...(hasLimit ? [tooLarge] : [])].flatMap(
    (refusal) => (isNamed(refusal, failed, m) ? [errorOf(refusal.status, refusal.type, refusal.base)] : []),
  );
}

/** The error of a framework for a body above the configured limit, if the program handles it. */
export function oversized(failed: (error: Value) => void, m: Machine): readonly Value[] {
  const error = { status: 413, type: "FST_ERR_CTP_BODY_TOO_LARGE", base: "fastify.FastifyError" };
  return isNamed(error, failed, m) ? [errorOf(error.status, error.type, error.base)] : [];
}

const neverHave: ReadonlySet<string | undefined> = new Set(["get", "head"]);

/** Follows a request with credentials. If nothing reads the body's content, it is followed as one without a body. */
export function asSent<T extends { readonly run: Run }>(
  method: string | undefined,
  m: Machine,
  follow: (run: Run) => T,
): T {
  const isBodiless = neverHave.has(method);
  const seen = follow(newRun(false, isBodiless));
  if (isBodiless || !seen.run.asksBody || bodySchema(seen.run, m)) return seen;
  const bare = follow(newRun(false, true));
  // a program that refuses requests without a body requires one
  return succeeds(bare.run) || !succeeds(seen.run) ? bare : seen;
}

const succeeds = ({ answers }: Run): boolean => answers.some(({ status }) => status < 400);
