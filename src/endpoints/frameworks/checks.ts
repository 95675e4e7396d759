import { inTable } from "../../lib/index.ts";
import { args } from "../evaluate/machine.ts";
import type { InputValue, Machine, ObjectValue, Part, Value } from "../evaluate/types.ts";
import { external, items, native, object, result, texts, unknown } from "../evaluate/value.ts";

const parts: Readonly<Record<string, Part>> = {
  Body: "body",
  Query: "query",
  Param: "path",
  Params: "path",
  Header: "header",
  Headers: "header",
  Cookies: "cookie",
  File: "file",
};

/** What a check is of: the part that its name says, else wherever such a request has it. */
function partOf(where: string, name: string, m: Machine): Part {
  const said = inTable(parts, where);
  if (said) return said;
  if (m.run?.path?.includes(`{${name}}`)) return "path";
  return m.run?.method === "get" || m.run?.method === "head" ? "query" : "body";
}

/** Steps of koa-bouncer that only change a value. */
const changes = /^(?:optional|defaultTo|trim|tap|set|clamp|uniq|to[A-Z](?!nt|loat|ecimal)\w*)$/;
/** What koa-bouncer throws where a value isn't what it should be. */
const failed = result(external("koa-bouncer.ValidationError"), args([]));

/** `.notEmpty().len(3, 20)`: a chain whose end gives what was checked; each check of one that throws may end a request. */
const chain = (value: Value, throws: boolean): ObjectValue => {
  const made: ObjectValue = object([], {
    type: "check",
    get: (name) =>
      name === "value"
        ? value
        : native(name, (_, m) => {
            if (throws && !changes.test(name)) m.throws.push(failed);
            return name === "val" ? value : made;
          }),
  });
  return made;
};

/**
 * Checks that libraries give to a request: `ctx.checkBody("name")` of koa-validate, `ctx.validateBody("name")` of
 * koa-bouncer, `req.checkQuery("page")` and `req.assert("email")` of the first express-validator.
 */
export function checking(called: string, m: Machine): Value | undefined {
  const [, where] = /^(?:check|validate|sanitize)([A-Z]\w*)?$|^(?:assert|filter)$/.exec(called) ?? [];
  if (where === undefined ? !/^(?:check|assert|sanitize|filter)$/.test(called) : !inTable(parts, where))
    return undefined;
  return native(called, ({ list: [given] }) => {
    const names =
      given?.kind === "object" ? [...given.props.keys()] : items(given).flatMap((one) => texts(one));
    const found = names.map((name): InputValue => {
      const part = partOf(where ?? "", name, m);
      return { kind: "input", part, path: part === "header" ? [name.toLowerCase()] : name.split(".") };
    });
    for (const one of found) if (one.part !== "path") m.read(one);
    return chain(found[0] ?? unknown, called.startsWith("validate"));
  });
}
