import type { GeneratedFile } from "../contracts.ts";

export const lineLength = 110;

/** Ruff's own formatter, compiled to WebAssembly; loading takes longer than formatting a hundred files. */
async function formatter(): Promise<(text: string) => string> {
  const { PositionEncoding, Workspace } = await import("@astral-sh/ruff-wasm-nodejs");
  const workspace = new Workspace(
    { "line-length": lineLength, "target-version": "py311" },
    PositionEncoding.Utf16,
  );
  return (text) => workspace.format(text);
}

let loaded: ReturnType<typeof formatter> | undefined;

/** @throws Error naming the file that is no Python */
export async function formatPython(file: GeneratedFile): Promise<GeneratedFile> {
  const format = await (loaded ??= formatter());
  try {
    return { path: file.path, text: format(file.text) };
  } catch (error) {
    throw new Error(`${file.path}: ${String(error)}\n${file.text}`, { cause: error });
  }
}
