import { called, print } from "./expression.ts";
import type { Model } from "../../specification/model.ts";
import { literal } from "./typescript-literals.ts";
import type { Named } from "../../specification/named.ts";
import { pagingOf, type Paging } from "../../specification/paging.ts";
import { typeText } from "./types.ts";

/** Returns how to request the next page, for the runtime. */
function nextOf(paging: Paging, { keys, operation }: Named): readonly unknown[] {
  if (paging.by === "url") {
    const names = operation.parameters
      .filter((parameter) => parameter.in === "query")
      .map((parameter) => [parameter.name, keys.get(parameter) ?? ""]);
    return ["url", Object.fromEntries(names), ...(paging.next ? [paging.next] : [])];
  }
  const key = keys.get(paging.parameter) ?? "";
  if (paging.by === "cursor") return ["cursor", key, ...(paging.next ? [paging.next] : [])];
  return paging.by === "last"
    ? ["last", key, paging.id, ...(paging.more ? [paging.more] : [])]
    : [paging.by, key, ...(paging.first === undefined ? [] : [paging.first])];
}

/** Generates generators over all pages and over all items, if the document shows how to page; else nothing. */
export function pagesOf(named: Named, model: Model, types: string): string {
  const paging = pagingOf(named, model);
  if (!paging) return "";
  const how = { kind: paging.status, items: paging.items, next: nextOf(paging, named) };
  const members = Object.entries(how).map(([key, value]) => [key, literal(value)] as const);
  const item = typeText(paging.item, { model, direction: "output", prefix: "m." });
  const head = `export const ${named.name}Pages: Pages<${types}, ${item}> = /* @__PURE__ */ `;
  return `/** Each page of {@link ${named.name}} in turn, until the last or a failure; its items() gives what they hold. */
${head}${print(called("pages", named.name, { members }), 0, head.length)};
`;
}
