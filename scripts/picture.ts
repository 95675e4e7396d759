/** The rooms as a picture in Mermaid, for docs/architecture.md: `node scripts/picture.ts` prints it. */
import { pathToFileURL } from "node:url";
import { rooms } from "./rooms.ts";

/** All that a room reaches. */
function reached(room: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const next of rooms[room] ?? [])
    if (!seen.has(next)) {
      seen.add(next);
      reached(next, seen);
    }
  return seen;
}

/** An arrow from each room to those that it imports, without those that one of these reaches. */
export function picture(): string {
  const lines = Object.entries(rooms).flatMap(([room, imported]) =>
    imported
      .filter((one) => !imported.some((other) => other !== one && reached(other).has(one)))
      .map((one) => `  ${room} --> ${one}`),
  );
  return ["```mermaid", "graph TD", ...lines, "```"].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(picture());
