import type { JsonSchema } from "../../../../schema/index.ts";
import type { Value } from "../evaluate/types.ts";

const deepest = 5;

/** What an answer looks like, as far as the code that makes it shows; undefined where it shows nothing. */
export function describe(value: Value, level = 0): JsonSchema | undefined {
  if (level > deepest) return undefined;
  switch (value.kind) {
    case "const":
      if (typeof value.value === "string") return { type: "string", example: value.value };
      return typeof value.value === "number"
        ? { type: "number" }
        : typeof value.value === "boolean"
          ? { type: "boolean" }
          : undefined;
    case "list":
      return { type: "array", items: (value.items[0] && describe(value.items[0], level + 1)) ?? {} };
    case "object": {
      if (value.host || value.base) return { type: "object" };
      const properties = Object.fromEntries(
        [...value.props].slice(0, 60).map(([name, one]) => [name, describe(one, level + 1) ?? {}]),
      );
      return Object.keys(properties).length ? { type: "object", properties } : undefined;
    }
    case "either": {
      const shown = value.of.map((one) => describe(one, level)).filter((one) => one !== undefined);
      return shown.find(({ properties }) => properties) ?? shown[0];
    }
    default:
      return undefined;
  }
}
