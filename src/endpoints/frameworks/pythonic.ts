import type { ObjectValue, Value } from "../evaluate/types.ts";
import { native, nothing, numbers, object, unknown } from "../evaluate/value.ts";
import { answer } from "./observe.ts";

/** A response of a Python framework. */
export const pythonResponse = (framework: string, status: Value, body: Value | undefined): ObjectValue => ({
  ...object([
    ["status_code", status],
    ["%body", body ?? unknown],
  ]),
  host: {
    type: `${framework}.response`,
    get: (name, self) => self.props.get(name) ?? native(name, () => unknown),
    // a response is callable as an ASGI or WSGI application
    call(_given, self, m) {
      for (const value of numbers(self.props.get("status_code"))) answer(m, value, self.props.get("%body"));
      return nothing;
    },
  },
});
