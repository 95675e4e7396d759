/** Prints the rooms as a Mermaid diagram for docs/architecture.md: `node scripts/picture.ts`. */
import { pathToFileURL } from "node:url";
import { rooms } from "./rooms.ts";

/** Returns all rooms that a room reaches. */
function reached(room: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const next of rooms[room] ?? [])
    if (!seen.has(next)) {
      seen.add(next);
      reached(next, seen);
    }
  return seen;
}

/** Draws an arrow from each room to those it imports, except those reached through another import. */
export function picture(): string {
  const lines = Object.entries(rooms).flatMap(([room, imported]) =>
    imported
      .filter((one) => !imported.some((other) => other !== one && reached(other).has(one)))
      .map((one) => `  ${room} --> ${one}`),
  );
  return ["```mermaid", "graph TD", ...lines, "```"].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(picture());
