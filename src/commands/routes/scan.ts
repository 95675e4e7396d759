import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { toOpenApi, type ApiDefinition } from "../../api/index.ts";
import { definitionOf, scanRoutes, type Scan } from "../../endpoints/index.ts";
import { isTest, readManifest } from "../../document/index.ts";
import { firstOf, UserError } from "../../lib/index.ts";
import type { Session } from "../../session/index.ts";
import type { Change, Files } from "../../workspace/index.ts";
import { pageChange, type PageChanges } from "./pages.ts";

/** The API that a project's code serves. */
export interface Served {
  readonly scan: Scan;
  readonly api: ApiDefinition;
  readonly openapi: ReturnType<typeof toOpenApi>;
  readonly stamp: Stamp;
}

/** The sources a page was generated from. */
interface Stamp {
  readonly version: string;
  readonly commit: string;
  /** SHA-256 of the sources that define the routes. */
  readonly source: string;
}

const examples = /^(?:(?:packages|apps)\/[^/]+\/)?(?:examples?|samples?|demos?|tutorials?|docs_src)\//i;

/**
 * The routes that the project itself serves, without examples; if nearly all routes are in example folders, these are
 * the project.
 */
async function ownRoutes(scan: Scan, files: Files): Promise<Scan["routes"]> {
  const ownSources = scan.routes.filter(({ file }) => !examples.test(file));
  if (ownSources.length === scan.routes.length) return ownSources;
  const counted = { examples: 0, others: 0 };
  for await (const path of files.find("**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,py}"))
    if (!isTest(path)) counted[examples.test(path) ? "examples" : "others"] += 1;
  return counted.others > counted.examples ? ownSources : scan.routes;
}

async function sourceHash(scan: Scan, files: Files): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...new Set(scan.routes.map((route) => route.file))].sort())
    hash.update(`${file}\0${(await files.tryRead(file)) ?? ""}\0`);
  return hash.digest("hex");
}

/** Names the first few files that were left alone. */
function notRead(left: Scan["left"]): string {
  const named = left.map(({ file, why }) => `${file} (${why})`);
  return named.length ? `; not read: ${firstOf(named, 3)}` : "";
}

/** The first few registrations with their places. */
const placesOf = (missed: Scan["registrations"]["missed"]): string =>
  firstOf(
    missed.map(({ file, line: index, what }) => `${file}:${index} (${what})`),
    5,
  );

/**
 * Finds what a project serves below a file or folder; empty: everywhere.
 * @throws UserError `no_endpoint` if there is none
 */
export async function served(folder: string, session: Session): Promise<Served> {
  const { workspace } = session;
  session.progress("Following the routes");
  const all = await scanRoutes(workspace.files, folder);
  const scan = folder ? all : { ...all, routes: await ownRoutes(all, workspace.files) };
  const [example] = scan.routes.length ? [] : all.routes;
  if (example)
    throw new UserError(
      "no_endpoint",
      `The project holds no endpoint but those of its examples, as in ${example.file}.`,
      `Name their folder to document them: /api-gen ${JSON.stringify(dirname(example.file))} --docs-only`,
    );
  const { missed } = scan.registrations;
  if (!scan.routes.length && missed.length)
    throw new UserError(
      "no_endpoint",
      `No endpoint could be followed, but ${missed.length} ${missed.length === 1 ? "place registers" : "places register"} one: ${placesOf(missed)}${notRead(scan.left)}.`,
      "Name the file or folder that makes the application, or its root.",
    );
  if (!scan.routes.length)
    throw new UserError(
      "no_endpoint",
      `${folder ? JSON.stringify(folder) : "The project"} holds no endpoint: no route of Express, Fastify, Hono, Koa, NestJS, Next.js, FastAPI, Flask or Django REST framework was found in ${scan.files} source ${scan.files === 1 ? "file" : "files"}${notRead(scan.left)}.`,
      "Name the folder of the server's code, or its root.",
    );
  const log = await workspace.git(["log", "-1", "--format=%h"]).catch(() => undefined);
  const { name = basename(workspace.root), version = "0.0.0" } = (await readManifest(workspace.files)) ?? {};
  const commit = log?.exitCode === 0 ? log.stdout.trim() : "none";
  const api = definitionOf(scan.routes, { title: `${name} API`, version });
  return {
    scan,
    api,
    openapi: toOpenApi(api),
    stamp: { version, commit, source: await sourceHash(scan, workspace.files) },
  };
}

const mark = "written by antiphon";

const line = ({ version, commit, source }: Stamp): string =>
  `<!-- ${mark}: version ${version.replaceAll("--", "- -")}, commit ${commit}, source ${source} -->`;

/** A page, stamped with the sources it was generated from. */
export const stamped = (page: string, { stamp }: Served, path: string): string =>
  path.endsWith(".html") ? page.replace("<head>", `<head>\n${line(stamp)}`) : `${line(stamp)}\n\n${page}`;

export function stampedJson({ openapi, stamp }: Served): string {
  return `${JSON.stringify({ ...openapi, "x-source": { by: mark, ...stamp } }, null, 2)}\n`;
}

/** Returns the changes that pages need; hand-written pages are left alone and listed. */
export async function changesOf(
  pages: ReadonlyMap<string, string>,
  files: Files,
): Promise<PageChanges & { readonly handWritten: readonly string[] }> {
  const changes: Change[] = [];
  const conflicts: string[] = [];
  const ownPaths: string[] = [];
  for (const [path, after] of pages) {
    const before = await files.tryRead(path);
    if (before !== null && !before.includes(mark)) {
      ownPaths.push(path);
      continue;
    }
    const change = await pageChange(path, after, files);
    changes.push(...change.changes);
    conflicts.push(...change.conflicts);
  }
  return { changes, conflicts, handWritten: ownPaths };
}
