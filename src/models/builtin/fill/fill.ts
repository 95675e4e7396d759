import type { Json } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { booleanSaid } from "./booleans.ts";
import { fallback } from "./fallback.ts";
import { framesOf, type Frame } from "./frames.ts";
import { rolesOf, type Region } from "./roles.ts";

/** The arguments of one call, before they are checked. */
export interface Filled {
  readonly input: { readonly [key: string]: Json };
  /** Required parameters without a value. */
  readonly missing: readonly Parameter[];
  /** What filled each parameter, by its path: the sum of evidence. */
  readonly evidence: readonly { readonly path: string; readonly value: Json; readonly score: number }[];
}

/** Fills a tool's parameters from a region of the text: one set of arguments for each call that it speaks of. */
export function fill(tool: Tool, reading: Reading, region: Region): readonly Filled[] {
  const frames = framesOf(rolesOf(tool, reading, region));
  const part = {
    ...reading,
    tokens: reading.tokens.filter((token) => token.start >= region.start && token.end <= region.end),
  };
  return frames.map((frame) => complete(tool, frame, { part, reading, region }));
}

function complete(
  tool: Tool,
  frame: Frame,
  about: { part: Reading; reading: Reading; region: Region },
): Filled {
  const input: { [key: string]: Json } = {};
  const missing: Parameter[] = [];
  const evidence: { path: string; value: Json; score: number }[] = [];
  const used = [...frame.values()];
  for (const parameter of tool.parameters) {
    const path = parameter.path.join(".");
    const filler = frame.get(parameter);
    if (filler) {
      put(input, parameter.path, filler.value);
      evidence.push({ path, value: filler.value, score: filler.score });
      continue;
    }
    const said = yesNo(parameter) ? booleanSaid(parameter, about.part, tool.own) : undefined;
    const value =
      said === undefined
        ? parameter.required
          ? fallback(tool, parameter, { ...about, used })
          : undefined
        : parameter.dialect
          ? String(said)
          : said;
    if (value === undefined) {
      if (parameter.required) missing.push(parameter);
      continue;
    }
    put(input, parameter.path, value);
    evidence.push({ path, value, score: said === undefined ? 0 : 1 });
  }
  return { input, missing, evidence };
}

const yesNo = (parameter: Parameter): boolean =>
  parameter.type === "boolean" || parameter.dialect?.type === "boolean";

/** Sets a value at a path, making the objects on the way; keys are own properties, whatever their names. */
function put(target: { [key: string]: Json }, path: readonly string[], value: Json): void {
  const [first, ...rest] = path;
  if (first === undefined) return;
  if (rest.length === 0) {
    Object.defineProperty(target, first, { value, enumerable: true, writable: true, configurable: true });
    return;
  }
  const known = Object.hasOwn(target, first) ? target[first] : undefined;
  const below = (typeof known === "object" && known !== null ? known : {}) as { [key: string]: Json }; // made here, so an object
  Object.defineProperty(target, first, {
    value: below,
    enumerable: true,
    writable: true,
    configurable: true,
  });
  put(below, rest, value);
}
