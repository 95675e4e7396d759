import type { Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, unknown } from "../../evaluate/value.ts";
import { cookies, credentials, headers, hosted, input } from "../observe.ts";

export const requestOf = (): ObjectValue =>
  hosted("starlette.request", (name, _self, m) => {
    switch (name) {
      case "url":
        return hosted("starlette.url", (part) => (part === "path" ? textValue(m.run?.path) : unknown));
      case "method":
        return textValue(m.run?.method?.toUpperCase());
      case "headers":
        return headers();
      case "cookies":
        return cookies();
      case "user":
        return hosted("starlette.user", userOf);
      case "query_params":
        return input("query");
      case "path_params":
        return input("path");
      case "json":
      case "form":
      case "body":
        return { kind: "native", name, call: () => input("body") };
      default:
        return unknown;
    }
  });

/** Starlette's authentication always provides a user; an anonymous one has no members. */
const userOf = (name: string, _self: ObjectValue, m: Machine): Value => {
  const who = credentials(m, "bearer");
  return name === "is_authenticated" ? (m.run?.absent ? constant(false) : unknown) : who;
};

const textValue = (text: string | undefined): Value => (text === undefined ? unknown : constant(text));
