import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isObject, UserError } from "../../lib/index.ts";
import type { Guardrail } from "./guardrail.ts";

/**
 * Loads the default export of each module in a folder, sorted by file name. Throws UserError for what can't be loaded.
 */
export async function folderGuardrails(folder: string): Promise<readonly Guardrail[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new UserError("guardrails", `The folder ${folder} can't be read.`, "Correct guardrails.folder.", {
      cause,
    });
  });
  const modules = names.filter((name) => /^[^.].*\.(?:js|mjs|ts|mts)$/.test(name) && !name.endsWith(".d.ts"));
  return Promise.all(modules.toSorted().map((name) => load(folder, name)));
}

async function load(folder: string, name: string): Promise<Guardrail> {
  const path = join(folder, name);
  const loaded: unknown = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError("guardrails", `The guardrail ${path} can't be loaded: ${why}`, "Correct it there.", {
      cause,
    });
  });
  const guardrail = isObject(loaded) ? loaded["default"] : undefined;
  if (isGuardrail(guardrail)) return { ...guardrail, name: guardrail.name ?? name };
  throw new UserError(
    "guardrails",
    `${path} has no guardrail as its default export.`,
    "Export an object with before(request), after(block) or both.",
  );
}

function isGuardrail(value: unknown): value is Omit<Guardrail, "name"> & Partial<Pick<Guardrail, "name">> {
  if (!isObject(value)) return false;
  const { before, after, name } = value;
  const isAct = (act: unknown): boolean => act === undefined || typeof act === "function";
  return (
    isAct(before) && isAct(after) && Boolean(before ?? after) && ["string", "undefined"].includes(typeof name)
  );
}
