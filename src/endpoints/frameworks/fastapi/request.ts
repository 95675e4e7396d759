import type { Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, unknown } from "../../evaluate/value.ts";
import { does, membersOf, method, named, path } from "../facts.ts";
import { cookies, credentials, headers, hosted, input } from "../observe.ts";

/** Starlette's authentication always provides a user; an anonymous one has no members. */
const userOf = (name: string, _self: ObjectValue, m: Machine): Value => {
  const who = credentials(m, "bearer");
  return name === "is_authenticated" ? (m.run?.absent ? constant(false) : unknown) : who;
};

const members = membersOf({
  url: () => hosted("starlette.url", membersOf({ path })),
  method,
  headers,
  cookies,
  user: () => hosted("starlette.user", userOf),
  query_params: input("query"),
  path_params: input("path"),
  ...named(
    "json form body",
    does(() => input("body")),
  ),
});

export const requestOf = (): ObjectValue => hosted("starlette.request", members);
