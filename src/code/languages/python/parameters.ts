import type { Parameter } from "../../language.ts";
import type { Source } from "./structure.ts";

/** Returns the parameters after an opening bracket, and the closing bracket's position. */
export function parametersIn(
  source: Source,
  opening: number,
  last: number,
): { readonly parameters: readonly Parameter[]; readonly closing: number } {
  const parameters: Parameter[] = [];
  let from = opening + 1;
  let depth = 0;
  let [colon, equals] = [-1, -1];
  const put = (to: number): void => {
    const read = parameter(source, { from, to, colon, equals });
    if (read) parameters.push(read);
    [from, colon, equals] = [to + 1, -1, -1];
  };
  for (let index = opening + 1; index < last; index++) {
    if (source.kind(index) !== "op") {
      if (depth === 0 && source.is(index, "lambda")) index = lambdaHead(source, index, last);
      continue;
    }
    if (depth === 0) {
      if (source.is(index, ",")) put(index);
      else if (colon < 0 && source.is(index, ":")) colon = index;
      else if (equals < 0 && source.is(index, "=")) equals = index;
    }
    depth += source.bracket(index);
    if (depth >= 0) continue;
    put(index);
    return { parameters, closing: index };
  }
  return { parameters, closing: last };
}

/** Returns the colon of a `lambda`, whose parameters aren't the function's. */
const lambdaHead = (source: Source, from: number, last: number): number => {
  const colon = source.find(":", from, last);
  return colon < 0 ? from : colon;
};

interface Part {
  readonly from: number;
  readonly to: number;
  readonly colon: number;
  readonly equals: number;
}

function parameter(source: Source, { from: start, to, colon, equals }: Part): Parameter | undefined {
  let from = start;
  while (source.kind(from) === "comment") from += 1;
  const star = source.is(from, "*") || source.is(from, "**") ? 1 : 0;
  const name = source.kind(from + star) === "name" && from + star < to ? source.word(from + star) : "";
  if (!name) return undefined; // the bare markers * and /
  const type = colon >= 0 ? source.between(colon + 1, equals >= 0 ? equals : to) : "";
  const value = equals >= 0 ? source.between(equals + 1, to) : "";
  return { name, ...(type && { type }), ...(value && { default: value }), ...(star > 0 && { rest: true }) };
}
