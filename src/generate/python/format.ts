import type { GeneratedFile, Options } from "../contracts.ts";

export const lineLength = 110;

type Format = (text: string) => string;

/** Ruff's formatter, compiled to WebAssembly; loading takes longer than formatting a hundred files. */
async function formatter(settings: object): Promise<Format> {
  const { PositionEncoding, Workspace } = await import("@astral-sh/ruff-wasm-nodejs");
  const workspace = new Workspace({ "target-version": "py311", ...settings }, PositionEncoding.Utf16);
  return (text) => workspace.format(text);
}

/** Returns the formatter's settings; in an existing project, they follow the style of its files. */
function settingsOf({ guest, project }: Options): object {
  if (!guest || !project) return { "line-length": lineLength };
  const { quotes, indent } = project.style;
  return {
    "line-length": guest.width,
    ...(typeof indent === "number" ? { "indent-width": indent } : {}),
    format: { "quote-style": quotes, ...(indent === "tab" ? { "indent-style": "tab" } : {}) },
  };
}

const loaded = new Map<string, Promise<Format>>();

function formatterFor(settings: object): Promise<Format> {
  const key = JSON.stringify(settings);
  const format = loaded.get(key) ?? formatter(settings);
  loaded.set(key, format);
  return format;
}

export async function isPython(text: string): Promise<boolean> {
  const format = await formatterFor({});
  try {
    format(text);
    return true;
  } catch {
    return false;
  }
}

/** @throws Error naming the file that is not valid Python */
export async function formatPython(file: GeneratedFile, options: Options): Promise<GeneratedFile> {
  const format = await formatterFor(settingsOf(options));
  try {
    return { path: file.path, text: format(file.text) };
  } catch (error) {
    throw new Error(`${file.path}: ${String(error)}\n${file.text}`, { cause: error });
  }
}
