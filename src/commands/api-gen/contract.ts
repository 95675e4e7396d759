import { compareDocuments, nextVersion } from "../../api/index.ts";
import { isObject, type JsonObject, objectIn } from "../../lib/index.ts";
import { type Section, show } from "../../report/index.ts";

const mostShown = 50;

const documentIn = (text: string | null): JsonObject | undefined => objectIn(text) as JsonObject | undefined; // parsed JSON

const versionOf = (document: JsonObject): string => {
  const { info } = document;
  return isObject(info) && typeof info["version"] === "string" ? info["version"] : "";
};

/** API changes for clients, breaking ones first, and the version they call for; undefined if nothing changed. */
export function contractSection(before: string | null, now: JsonObject): Section | undefined {
  const old = documentIn(before);
  const changes = old && compareDocuments(old, now);
  if (!old || !changes?.length) return undefined;
  const breaking = changes.filter((change) => change.breaking).length;
  const [was, is] = [versionOf(old), versionOf(now)];
  const next = nextVersion(was, changes);
  const lines = changes
    .slice(0, mostShown)
    .map(({ at, what, breaking: breaks }) => `${breaks ? "breaks: " : ""}${at} ${what}`);
  return show.section("contract", "What changed for callers", [
    show.facts({
      changes: changes.length,
      breaking,
      version: was === is ? was : `${was} → ${is}`,
      ...(next !== undefined && { "semantic versions call for": next }),
    }),
    show.list(changes.length > mostShown ? [...lines, `and ${changes.length - mostShown} more`] : lines),
  ]);
}
