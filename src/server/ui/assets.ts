import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { packageFile } from "../../lib/index.ts";

export interface Asset {
  readonly type: string;
  readonly text: string;
}
export interface Assets {
  readonly page: string;
  /** Content security policy: the page may load and run only its own files. */
  readonly policy: string;
  readonly files: ReadonlyMap<string, Asset>;
}

const script = "text/javascript; charset=utf-8";
/** Preact modules that the sources import by name. */
const libraries = {
  "preact.js": "dist/preact.module.js",
  "hooks.js": "hooks/dist/hooks.module.js",
  "jsx-runtime.js": "jsx-runtime/dist/jsxRuntime.module.js",
};

/** Reads the dashboard's sources and transforms them for browsers, without a build step. */
export async function readAssets(): Promise<Assets> {
  const folder = sources();
  const { transform } = await import("oxc-transform");
  const files = new Map<string, Asset>();
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), "utf8");
    if (name.endsWith(".css")) files.set(name, { type: "text/css; charset=utf-8", text });
    if (!/\.tsx?$/.test(name)) continue;
    const { code, errors } = await transform(name, text, {
      jsx: { runtime: "automatic", importSource: "preact" },
    });
    const [error] = errors;
    if (error) throw new Error(`${name}: ${error.message}`);
    files.set(name, { type: script, text: code });
  }
  for (const [name, path] of Object.entries(libraries))
    files.set(name, { type: script, text: await readFile(packageFile("preact", path), "utf8") });
  const page = await readFile(join(folder, "index.html"), "utf8");
  return { page, policy: policyOf(page), files };
}

/** Finds the `web` folder, next to the sources' folder or the bundle's. */
function sources(): string {
  const found = ["../../../web/", "../../web/", "../web/"]
    .map((up) => fileURLToPath(new URL(up, import.meta.url)))
    .find((folder) => existsSync(join(folder, "main.tsx")));
  if (found === undefined) throw new Error("The dashboard's files are missing from this installation.");
  return found;
}

function policyOf(page: string): string {
  const map = /<script type="importmap">([^<]*)<\/script>/.exec(page)?.[1] ?? "";
  const hash = createHash("sha256").update(map).digest("base64");
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
