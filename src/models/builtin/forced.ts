import type { Json } from "../../lib/index.ts";
import { withBudget } from "../../schema/index.ts";
import type { PlannedCall } from "./call.ts";
import { fits } from "./check.ts";
import type { Choice } from "./choose.ts";
import { anyInput, placeholder } from "./placeholder.ts";
import type { Tool } from "./read/tool.ts";

/** The tools in order of rank, and what is known of incomplete inputs. */
export interface Known extends Pick<Choice, "ranks"> {
  readonly missing: readonly {
    readonly tool: Tool;
    readonly filled: { readonly input: PlannedCall["input"] };
  }[];
}

/**
 * The call for a mandatory tool use although values are unknown: known values if they are valid, minimal values
 * elsewhere. Undefined if no tool has an input that matches its own schema.
 */
export function forcedCall(tools: readonly Tool[], choice: Known): PlannedCall | undefined {
  const first = choice.missing[0]?.tool;
  const order = new Set([...(first ? [first] : []), ...choice.ranks.map(({ tool }) => tool), ...tools]);
  for (const tool of order) {
    const least = placeholder(tool.definition.input_schema);
    const known = tool === first ? (choice.missing[0]?.filled.input ?? {}) : {};
    const inputs =
      Object.keys(known).length > 0 ? [merge(least, known), merge(least, {})] : [merge(least, {})];
    for (const input of inputs) if (fits(tool, input)) return { name: tool.definition.name, input };
  }
  return withBudget(searchSteps, () => {
    for (const { definition } of order) {
      const input = anyInput(definition.input_schema);
      if (input !== undefined) return { name: definition.name, input };
    }
    return undefined;
  });
}

/** Step limit for finding an input, for all tools together: about half a second. */
const searchSteps = 200_000;

function merge(least: Json, known: { readonly [key: string]: Json }): PlannedCall["input"] {
  const base = typeof least === "object" && least !== null && !Array.isArray(least) ? least : {};
  return { ...(base as PlannedCall["input"]), ...known }; // checked to be an object above
}
