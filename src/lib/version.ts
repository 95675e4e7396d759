import { readFileSync } from "node:fs";
import { isObject } from "./json.ts";

/** The version of this package; its package.json is above the sources as well as above the release bundle. */
export function version(): string {
  for (const up of ["../../package.json", "../package.json"]) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(new URL(up, import.meta.url), "utf8"));
      if (isObject(manifest) && manifest["name"] === "antiphon") return String(manifest["version"]);
    } catch {
      continue;
    }
  }
  return "unknown";
}
