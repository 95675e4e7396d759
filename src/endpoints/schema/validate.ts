import type { Args, ExternalValue, InputValue, Library, Machine, Value } from "../evaluate/types.ts";
import { constant, external, items, object, propOf, result, texts, unknown } from "../evaluate/value.ts";
import { answer } from "../frameworks/observe.ts";
import { builders } from "./builders.ts";
import { chain, partNamed } from "./kinds.ts";
import { expressValidator, runs } from "./express-validator.ts";

/** Whether a part of the request was validated already: later values can only hold what that accepted. */
const isWhole = ({ part, path }: InputValue, m: Machine): boolean =>
  m.run?.checked.some(
    (item) => item.part === part && !item.isBeside && item.path.join(".") === path.join("."),
  ) === true;

/** Notes that a schema was applied to parts of the request. */
export function check(value: Value | undefined, schema: Value, m: Machine): void {
  if (value?.kind === "either") {
    for (const item of value.of) check(item, schema, m);
    return;
  }
  const rest = value?.kind === "object" ? value.rest : undefined;
  if (rest?.kind === "input" && !isWhole(rest, m)) check(rest, schema, m);
  if (value?.kind === "input") m.run?.checked.push({ part: value.part, path: value.path, schema });
  else if (value?.kind === "object" && !value.host) {
    const members = schemaMembers(schema);
    for (const [name, inner] of value.props) {
      const below = members?.get(name);
      if (below) check(inner, below, m);
    }
  }
}

/** The members of a builder's object schema. */
function schemaMembers(schema: Value): ReadonlyMap<string, Value> | undefined {
  if (schema.kind === "object") return schema.props;
  if (schema.kind !== "external") return undefined;
  const object = chain(schema).steps.find(({ name }) =>
    /^(?:object|keys|Object|strictObject|compile)$/.test(name),
  );
  const members = object?.args?.list[0];
  return members?.kind === "object" ? members.props : undefined;
}

const throwing = /^(?:parse|parseAsync|validateAsync|validateSync|attempt|assert|cast|parseSync|create)$/;
const telling = /^(?:safeParse|safeParseAsync|spa|validate|safeValidate|isValid|is)$/;

function applied(callee: ExternalValue, args: Args, m: Machine): Value | undefined {
  if (!throwing.test(callee.name) && !telling.test(callee.name)) return undefined;
  const { root } = chain(callee);
  if (!builders.test(root) && !root.startsWith("drizzle-")) return undefined;
  const receiver = callee.of?.args ? callee.of : undefined;
  const [one, two] = args.list;
  // `schema.parse(value)`, `parse(schema, value)`, `attempt(value, schema)`
  const schema = receiver ?? (one?.kind === "external" ? one : two);
  const value = receiver ? one : one?.kind === "external" ? two : one;
  if (!schema) return undefined;
  check(value, schema, m);
  const called = `${root.split(".")[0]}.${root.startsWith("zod") ? "ZodError" : "ValidationError"}`;
  const error = result(external(called), args);
  const isPromise = callee.name === "validate" && root.startsWith("yup");
  if (throwing.test(callee.name) || isPromise) {
    m.throws.push(error);
    return value ?? unknown;
  }
  return object([
    ["success", unknown],
    ["error", unknown],
    ["data", value ?? unknown],
    ["output", value ?? unknown],
    ["value", value ?? unknown],
  ]);
}

/** `celebrate({ body: schema })` and similar middleware, which answer 400 by themselves. */
function byParts(middleware: ExternalValue, m: Machine): boolean {
  const factory = middleware.args ? middleware.of : undefined;
  if (
    !factory ||
    !/^(?:celebrate|express-validation|zod-express-middleware|express-zod-safe|express-joi-validation)/.test(
      factory.path,
    )
  )
    return false;
  for (const value of middleware.args?.list ?? [])
    if (value.kind === "object")
      for (const [name, schema] of value.props) {
        const part = partNamed(name);
        if (part) m.run?.checked.push({ part, path: [], schema });
      }
  const direct = /^(?:validateRequest|processRequest)?(Body|Query|Params)$/i
    .exec(factory.name)?.[1]
    ?.toLowerCase();
  const [schema] = middleware.args?.list ?? [];
  if (direct && schema) m.run?.checked.push({ part: partNamed(direct) ?? "body", path: [], schema });
  answer(m, 400);
  return true;
}

/** `upload(req, res, callback)`: middleware that a handler calls directly. */
function uploaded(callee: ExternalValue, { list: values }: Args, m: Machine): void {
  if (callee.args && values.some((value) => value.kind === "object" && value.host)) upload(callee, m);
}

/** `upload.single("file")` of multer and similar libraries. */
function upload(middleware: ExternalValue, m: Machine): boolean {
  const { root, steps } = chain(middleware);
  if (!/multer/.test(root)) return false;
  const last = steps.at(-1);
  const names =
    last?.name === "fields"
      ? items(last.args?.list[0]).flatMap((item) => texts(propOf(item, "name")))
      : texts(last?.args?.list[0]);
  for (const name of names) m.run?.reads.set("file", (m.run.reads.get("file") ?? new Set()).add(name));
  // `req.file` is the named field
  if (names.length && !names.includes("file")) m.run?.overwritten.add("file:file");
  return true;
}

const limiter =
  /^(?:express-rate-limit|koa-ratelimit|rate-limiter-flexible|express-slow-down|hono-rate-limiter|koa2-ratelimit)/;

/** `[Segments.BODY]`: celebrate's names of the parts of a request. */
const segment = /^celebrate\.(?:default\.)?Segments\.(\w+)$/;

export const validation: Library = {
  get(path) {
    const name = segment.exec(path)?.[1];
    return name === undefined ? undefined : constant(name.toLowerCase());
  },
  call(callee, args, m) {
    uploaded(callee, args, m);
    return applied(callee, args, m) ?? runs(callee, m);
  },
  middleware(middleware, m) {
    if (expressValidator(middleware, m) || byParts(middleware, m) || upload(middleware, m)) return;
    if (limiter.test(middleware.path)) answer(m, 429);
  },
};
