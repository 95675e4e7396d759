import type { ObjectValue, Value } from "../evaluate/types.ts";
import { native, object, unknown } from "../evaluate/value.ts";

/** A response as Python's frameworks have it. */
export const pythonResponse = (framework: string, status: Value, body: Value | undefined): ObjectValue => ({
  ...object([
    ["status_code", status],
    ["%body", body ?? unknown],
  ]),
  host: {
    type: `${framework}.response`,
    get: (name, self) => self.props.get(name) ?? native(name, () => unknown),
  },
});
