import { encodedPath } from "../../../api/index.ts";
import type { Group, Served } from "./model.ts";

/**
 * Returns the document's path for Express; what routing can't distinguish is distinguished when the request is parsed.
 */
export function expressPath(path: string): string {
  let n = 0;
  let glued = false;
  const parts = path.split(/(\{[^{}]+\})/);
  return parts
    .map((part, i) => {
      if (i % 2 === 0) {
        glued = part === "" && i > 0;
        return encodedPath(part).replaceAll(/[{}()[\]+?!*:\\]/g, String.raw`\$&`);
      }
      if (glued) return "";
      n += 1;
      const name = part.slice(1, -1);
      const safe = /^[A-Za-z_]\w*$/.test(name) ? name : `p${n}`;
      return /^\w/.test(parts[i + 1] ?? "") ? `:"${safe}"` : `:${safe}`;
    })
    .join("");
}

/** Sorts literal path parts before parameters, part by part, and HEAD before GET, which would answer it. */
export function inOrder(
  operations: readonly (readonly [group: Group, served: Served])[],
): readonly (readonly [Group, Served])[] {
  const rank = ({ operation }: Served): string =>
    `${operation.path
      .split("/")
      .map((part) =>
        part.startsWith("{") && part.endsWith("}") ? "~~" : part.includes("{") ? `~${part}` : part,
      )
      .join("\u0001")}\u0000${operation.method === "head" ? 0 : 1}`;
  return operations.toSorted(([, a], [, b]) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
}

/** Operations of one group that are tried in sequence, before those of a higher level. */
export interface Tier {
  readonly group: Group;
  readonly level: number;
  readonly operations: readonly Served[];
}

const overlap = (one: Served, other: Served): boolean => {
  const [left, right] = [one.operation, other.operation];
  const reads = [left.method, right.method].every((method) => method === "get" || method === "head");
  if (left.method !== right.method && !reads) return false;
  const [parts, others] = [left.path.split("/"), right.path.split("/")];
  return (
    parts.length === others.length &&
    parts.every((part, i) => part === others[i] || part.includes("{") || (others[i] ?? "").includes("{"))
  );
};

/** Returns groups split as little as possible, ordered so that literal paths come before parameters. */
export function tiersOf(groups: readonly Group[]): readonly Tier[] {
  const all = inOrder(groups.flatMap((group) => group.operations.map((served) => [group, served] as const)));
  const placed: { readonly group: Group; readonly served: Served; readonly level: number }[] = [];
  for (const [group, served] of all) {
    const levels = placed
      .filter((earlier) => overlap(earlier.served, served))
      .map((earlier) => earlier.level + (earlier.group === group ? 0 : 1));
    placed.push({ group, served, level: Math.max(0, ...levels) });
  }
  const highest = Math.max(0, ...placed.map(({ level }) => level));
  return Array.from({ length: highest + 1 }, (_, level) => level).flatMap((level) =>
    groups.flatMap((group) => {
      const operations = placed.flatMap((item) =>
        item.group === group && item.level === level ? [item.served] : [],
      );
      return operations.length ? [{ group, level, operations }] : [];
    }),
  );
}
