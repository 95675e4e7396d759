import { posix } from "node:path";
import type { Files } from "../../workspace/index.ts";

export type SettingsFiles = Pick<Files, "tryRead" | "above">;

/** A settings file; the path begins with `../` if it lies above the root. */
export interface SettingsFile {
  readonly path: string;
  readonly text: string;
}

/** Yields the settings files of these names that apply to a folder, nearest first, up to the top of the repository. */
export async function* settingsFor(
  files: SettingsFiles,
  folder: string,
  names: readonly string[],
): AsyncGenerator<SettingsFile> {
  for (let place = folder === "" ? "." : folder; ; place = posix.dirname(place)) {
    for (const name of names) {
      const path = posix.join(place, name);
      const text = await files.tryRead(path).catch(() => null);
      if (text !== null) yield { path, text };
    }
    if (place === ".") break;
  }
  yield* await files.above(names);
}
