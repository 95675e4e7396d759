import type { GeneratedFile, Options } from "./contracts.ts";

/** How many files are formatted at once. Between batches, other work runs and Ctrl-C is handled. */
const atOnce = 16;

export async function formatFiles(
  files: readonly GeneratedFile[],
  { pause }: Options,
  formatFile: (file: GeneratedFile) => GeneratedFile | Promise<GeneratedFile>,
): Promise<readonly GeneratedFile[]> {
  const formatted: GeneratedFile[] = [];
  for (let i = 0; i < files.length; i += atOnce) {
    await pause?.();
    formatted.push(...(await Promise.all(files.slice(i, i + atOnce).map(formatFile))));
  }
  return formatted;
}
