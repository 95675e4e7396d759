import type { Shape, Study } from "../../code/index.ts";
import { spoken } from "./conditions.ts";
import { code } from "./words.ts";

/** What the ways out of a body give, as far as words fit it; what is only read beside it isn't told again. */
export function result(study: Study, parameters: ReadonlySet<string>): string | undefined {
  const { returns } = study;
  const [only] = returns;
  if (only && returns.length === 1)
    return only.shape.kind === "truth" ? truth(only.shape, parameters) : undefined;
  return ways(returns, parameters);
}

/** `a && typeof b === "string"` as "whether …", where that reads better than the source. */
export function truth(shape: Shape, parameters: ReadonlySet<string>): string | undefined {
  const said = spoken(shape.code, (name) => parameters.has(name));
  if (!said || said.raw > 0 || !known(shape.code, parameters)) return undefined;
  return `whether ${said.text}`;
}

const simple = new Set(["literal", "nothing", "name", "text", "list", "object"]);

/** Values that are given under a condition that a caller can see. */
function ways(returns: Study["returns"], parameters: ReadonlySet<string>): string | undefined {
  const told = returns.flatMap(({ shape, when }) => {
    const value = valueOf(shape, parameters);
    const said = when && known(when, parameters) ? spoken(when, (name) => parameters.has(name)) : undefined;
    if (!value || !said || said.raw > 0) return [];
    const itself = shape.kind === "name" && parameters.has(shape.code);
    return [
      {
        value: itself ? `${value} itself` : value,
        when: itself ? said.text.replace(`${value} is`, "it is") : said.text,
      },
    ];
  });
  const last = returns.at(-1);
  const same = new Set(returns.map(({ shape }) => shape.code)).size === 1;
  if (told.length === 0 || told.length > 3 || same) return undefined;
  const groups = Map.groupBy(told, ({ value }) => value);
  const parts = [...groups].map(
    ([value, all]) => `${value} if ${all.map(({ when }) => when).join(", or if ")}`,
  );
  const rest =
    last && !last.when && returns.length === told.length + 1 ? valueOf(last.shape, parameters) : undefined;
  return [...parts, ...(rest && !groups.has(rest) ? [`otherwise ${rest}`] : [])]
    .join("; ")
    .replace(/; otherwise/, ", otherwise");
}

/** A value that means something outside of the body: a literal, or what was given. */
function valueOf(shape: Shape, parameters: ReadonlySet<string>): string | undefined {
  if (!simple.has(shape.kind)) return undefined;
  if (shape.kind === "nothing") return "nothing";
  if (shape.kind === "list") return shape.parts?.length === 0 ? "an empty list" : undefined;
  if (shape.kind === "object") return shape.parts?.length === 0 ? "an empty object" : undefined;
  if (shape.kind === "name" && !parameters.has(shape.code) && shape.code !== "this" && shape.code !== "self")
    return undefined;
  if (shape.kind === "text" && /[`$]/.test(shape.code)) return undefined;
  return code(shape.code, 40);
}

const words = new Set(
  "typeof instanceof in not is and or None True False null undefined true false new len isinstance callable hasattr str int float bool list tuple dict set bytes Array Object Number isArray isInteger isFinite isNaN hasOwn this self os fs".split(
    " ",
  ),
);

/** It speaks of nothing but parameters, fields of the object, constants and types. */
export function known(source: string, parameters: ReadonlySet<string>): boolean {
  const bare = source.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, " ");
  return [...bare.matchAll(/(?<![\w$.#])[A-Za-z_$][\w$]*/g)].every(
    ([name]) => parameters.has(name) || words.has(name) || /^[A-Z]/.test(name),
  );
}
