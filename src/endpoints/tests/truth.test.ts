import { execFileSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { toOpenApi } from "../../api/index.ts";
import { definitionOf, scanRoutes } from "../index.ts";

const data = join(process.env["ANTIPHON_DATA"] ?? "", "doc");
/** Folders named `owner__name`, at the commits that the truth lists. */
const repositories = process.env["ANTIPHON_REPOSITORIES"] ?? "";
const truths =
  process.env["ANTIPHON_DATA"] && existsSync(join(data, "routes")) ? readdirSync(join(data, "routes")) : [];
const here = truths.filter((file) => existsSync(join(repositories, file.replace(/\.json$/, ""))));

interface Score {
  readonly routes: { readonly f1: number };
  readonly auth_agreement_of_all: number;
  readonly status_recall: number;
  readonly status_precision: number;
  readonly body: { readonly f1: number };
}

async function score(file: string): Promise<Score> {
  const root = join(repositories, file.replace(/\.json$/, ""));
  const { routes } = await scanRoutes({
    tryRead: async (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null),
    async *find(glob) {
      for (const path of globSync(glob, {
        cwd: root,
        exclude: (name) => name.includes("node_modules"),
      }).sort())
        if (statSync(join(root, path)).isFile()) yield relative("", path);
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "antiphon-routes-"));
  const document = join(folder, "openapi.json");
  writeFileSync(
    document,
    JSON.stringify(toOpenApi(definitionOf(routes, { title: "API", version: "1.0.0" }))),
  );
  const message = execFileSync(
    process.execPath,
    [join(data, "routes-score.mjs"), join(data, "routes", file), document, "--json"],
    { encoding: "utf8" },
  );
  rmSync(folder, { recursive: true });
  return JSON.parse(message) as Score;
}

describe.skipIf(!here.length)("routes of public repositories", () => {
  it.each(here)("%s", async (file) => {
    const found = await score(file);
    expect(found.routes.f1).toBe(1);
    expect(found.auth_agreement_of_all).toBeGreaterThanOrEqual(0.98);
    expect(found.status_recall).toBeGreaterThanOrEqual(0.95);
    expect(found.status_precision).toBeGreaterThanOrEqual(0.9);
    expect(found.body.f1).toBeGreaterThanOrEqual(0.95);
  });
});
