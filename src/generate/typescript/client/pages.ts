import { called, print } from "./expression.ts";
import type { Model } from "../../specification/model.ts";
import { literal } from "./names.ts";
import type { Named } from "../../specification/named.ts";
import { pagingOf } from "../../specification/paging.ts";

/** A generator over all pages, where the document shows one of the usual patterns; otherwise nothing. */
export function pagesOf(named: Named, model: Model, types: string): string {
  const paging = pagingOf(named, model);
  if (!paging) return "";
  const how = {
    key: named.keys.get(paging.parameter) ?? "",
    kind: paging.status,
    ...(paging.by === "cursor"
      ? { next: paging.next }
      : { by: paging.by, ...(paging.items === undefined ? {} : { items: paging.items }) }),
  };
  const members = Object.entries(how).map(([key, value]) => [key, literal(value)] as const);
  const walk = paging.by === "cursor" ? "pagesByCursor" : "pagesByNumber";
  const head = `export const ${named.name}Pages: Pages<${types}> = /* @__PURE__ */ `;
  return `/** Each page of {@link ${named.name}} in turn, until the last or a failure. */
${head}${print(called(walk, named.name, { members }), 0, head.length)};
`;
}
