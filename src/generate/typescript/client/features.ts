import type { GeneratedFile } from "../../contracts.ts";
import { mediaKind, type Model } from "./model.ts";
import type { Named } from "./named.ts";
import { securityOf } from "./operations.ts";
import { pagingOf } from "./pages.ts";
import type { Feature } from "./runtime.ts";

/** What the operations of a document need of the runtime. */
export function featuresOf(model: Model, operations: readonly Named[]): ReadonlySet<Feature> {
  const found = new Set<Feature>();
  for (const named of operations) {
    const paging = pagingOf(named, model);
    if (paging) found.add(paging.by === "cursor" ? "pagesByCursor" : "pagesByNumber");
    if (securityOf(named.operation, model).length) found.add("credentials");
    const media = Object.values(named.operation.responses).flatMap(({ content }) => Object.keys(content));
    if (media.some((type) => mediaKind(type) === "events")) found.add("events");
  }
  return found;
}

/** Rules that the modules of checks and of operations name; one that only a description names does no harm. */
export function rulesIn(validators: string, operations: readonly GeneratedFile[]): ReadonlySet<string> {
  const [, imported = ""] = /^import \{ (.*) \} from "\.\/rules\.js";$/m.exec(validators) ?? [];
  const named = operations.flatMap(({ text }) => [...text.matchAll(/\br\.(\w+)/g)]);
  return new Set([...imported.split(", "), ...named.map(([, name = ""]) => name)]);
}
