import { parse } from "yaml";
import { toReference, toReferenceHtml } from "../../api/index.ts";
import { compareSpecs, type Difference } from "../../endpoints/index.ts";
import { clients } from "../../generate/index.ts";
import { isObject } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import { changesOf, served, stamped, stampedJson, type Served } from "../routes/scan.ts";
import { apiReport } from "./api-report.ts";
import type { DocFlags, DocFormat, DocTarget } from "./contract.ts";
import type { DocReport } from "./data.ts";

const writers: Readonly<Record<DocFormat, readonly [path: string, write: (api: Served) => string]>> = {
  md: ["docs/api.md", (api) => stamped(toReference(api.api), api, "docs/api.md")],
  html: ["docs/api.html", (api) => stamped(toReferenceHtml(api.api), api, "docs/api.html")],
  openapi: ["docs/openapi.json", stampedJson],
};

const described = /(?:^|\/)(?:openapi|swagger)(?:[._-][\w.-]+)?\.(?:json|ya?ml)$/i;

/** Documents that generated clients keep of their specification. */
const ofClients: ReadonlySet<string> = new Set(clients.names.map((name) => `clients/${name}/openapi.json`));

/** Operational endpoints and documents, which API descriptions usually omit. */
const operational =
  /^GET (?:\/[\w.{}-]+)*\/(?:healthz?|livez?|readyz?|ping|metrics|docs|openapi\.(?:json|ya?ml))$/i;
const matters = ({ kind, endpoint }: Difference): boolean => kind !== "added" || !operational.test(endpoint);

/** Compares the project's hand-maintained OpenAPI documents with the code. */
async function compared(
  files: Files,
  { openapi }: Served,
): Promise<ReadonlyMap<string, readonly Difference[]>> {
  const found = new Map<string, readonly Difference[]>();
  for await (const path of files.find("**/*.{json,yaml,yml}")) {
    if (!described.test(path) || ofClients.has(path) || found.size >= 5) continue;
    const text = await files.tryRead(path).catch(() => null);
    if (text === null || text.length > 5_000_000) continue;
    try {
      const document: unknown = parse(text, { maxAliasCount: 100 });
      if (isObject(document) && ("openapi" in document || "swagger" in document))
        found.set(path, compareSpecs(document, openapi).filter(matters));
    } catch {
      // an unreadable document describes nothing
    }
  }
  return found;
}

async function run(flags: DocFlags, { session }: Context): Promise<DocReport> {
  const { files } = session.workspace;
  const api = await served("", session);
  const differences = await compared(files, api);
  const formats: readonly DocFormat[] = flags.format ? [flags.format] : ["md", "openapi"];
  const all = new Map(formats.map((format) => [writers[format][0], writers[format][1](api)] as const));
  const pages = flags.update ? await existing(all, files) : all;
  const { changes, handWritten, conflicts } = await changesOf(pages, files);
  session.progress("Writing");
  const written = changes.length && !flags.check ? await files.write(changes) : undefined;
  return apiReport({ api, differences, changes, handWritten, conflicts, written, flags });
}

async function existing(
  pages: ReadonlyMap<string, string>,
  files: Files,
): Promise<ReadonlyMap<string, string>> {
  const there = new Map<string, string>();
  for (const [path, page] of pages) if ((await files.tryRead(path)) !== null) there.set(path, page);
  return there;
}

export default { formats: ["md", "html", "openapi"], run } satisfies DocTarget;
