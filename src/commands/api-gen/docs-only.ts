import { show } from "../../report/index.ts";
import { classify, toReference } from "../../api/index.ts";
import { UserError, usageError } from "../../lib/index.ts";
import type { Session } from "../../session/index.ts";
import { readBaseline } from "../../generate/index.ts";
import { inConflict } from "../doc/api-report.ts";
import { changesOf, served, stamped, stampedJson, type Served } from "../routes/scan.ts";
import { specified } from "../routes/specified.ts";
import { dataOf, type ApiGenReport } from "./data.ts";

const isName = (argument: string): boolean => /^[A-Za-z][A-Za-z\d]*$/.test(argument) || /\s/.test(argument);

/** @throws UserError for the name of a resource, and for a path that doesn't exist */
async function place(argument: string, { workspace: { files } }: Session): Promise<string> {
  const path = await files.resolve(argument.replace(/(?<=.)\/+$/, "")).catch((error: unknown) => {
    if (isName(argument)) return undefined;
    throw error;
  });
  if (path === "") return path;
  if (path !== undefined)
    for await (const found of files.find("**", { ignored: true }))
      if (found === path || found.startsWith(`${path}/`)) return path;
  if (isName(argument))
    throw usageError(
      "docs_only_needs_path",
      `--docs-only documents existing endpoints, and ${JSON.stringify(argument.slice(0, 100))} is ${/\s/.test(argument) ? "a description" : "the name of a resource"}; name a file or folder instead:`,
      "/api-gen src --docs-only",
    );
  throw new UserError(
    "no_such_path",
    `${JSON.stringify(argument.slice(0, 200))} does not exist.`,
    "Check the path; it is relative to the project.",
  );
}

const fileOf = (tag: string): string =>
  `docs/api/${
    tag
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "general"
  }.md`;

function pagesOf(api: Served): ReadonlyMap<string, string> {
  const tags = new Set(api.api.operations.flatMap(({ tags: [tag = "General"] }) => tag));
  const pages = [...tags].map(
    (tag) => [fileOf(tag), stamped(toReference(api.api, tag), api, fileOf(tag))] as const,
  );
  return new Map([...pages, ["docs/api/openapi.json", stampedJson(api)]]);
}

const isData = (path: string): boolean => /\.(?:ya?ml|json)$/i.test(path);

/** The error for both flags at once: a client needs a specification, documentation alone needs code. */
export const orClient = (argument: string): UserError =>
  usageError(
    "client_or_docs",
    "--client writes a client for a specification, and --docs-only documents endpoints in code; use one of them:",
    `/api-gen ${argument} ${isData(argument) ? "--client" : "--docs-only"}`,
  );

/** @throws UserError for a specification: it has no code to inspect */
async function refuseSpecification(argument: string, { source }: Session): Promise<void> {
  if (!isData(argument)) return;
  const { kind } = await classify(argument, source.files);
  if (kind === "specification" || kind === "definition")
    throw usageError(
      "docs_only_needs_code",
      `--docs-only documents endpoints in code, and that file is a ${kind}; its generated code includes documentation:`,
      `/api-gen ${argument}`,
    );
}

/**
 * Returns what is served; for a server generated from a specification, described by that, with the endpoints that are
 * gone.
 */
async function documented(
  folder: string,
  session: Session,
): Promise<Served & { readonly note?: string | undefined }> {
  const found = await served(folder, session);
  const baseline = await readBaseline(session.workspace.files, "specification");
  const text = baseline?.texts["docs/openapi.json"];
  if (text === undefined) return found;
  const { gone, ...all } = await specified(found.api, text);
  const missing = gone.length
    ? ` ${folder || "The code"} doesn't register all of them any more: ${gone.join(", ")}.`
    : "";
  return {
    ...found,
    ...all,
    note: `The server was generated from a specification, which describes its requests and answers.${missing}`,
  };
}

/**
 * Documents existing endpoints: a page for each group of them and an OpenAPI document; code isn't changed.
 * @throws UserError for a path that is missing or has no endpoint, for a specification, and for the name of a
 * resource
 */
export async function documentOnly(argument: string, session: Session): Promise<ApiGenReport> {
  const { files } = session.workspace;
  await refuseSpecification(argument.trim(), session);
  const api = await documented(await place(argument.trim(), session), session);
  const { changes, handWritten, conflicts } = await changesOf(pagesOf(api), files);
  session.progress("Writing");
  const written = await files.write(changes);
  const { operations, securitySchemes } = api.api;
  const open = operations.filter(({ security }) => !security.length).length;
  return {
    title: `Documented ${api.api.info.title}`,
    outcome: "done",
    data: dataOf({ operations }),
    sections: [
      show.section("endpoints", "Endpoints found", [
        ...(api.note === undefined ? [] : [show.text(api.note)]),
        show.table(
          ["Method", "Path", "Description"],
          operations.map(({ method, path, summary }) => [
            method.toUpperCase(),
            path.replaceAll(/\{([^{}]+)\}/g, ":$1"),
            summary,
          ]),
        ),
      ]),
      show.section("files", "Files created", [
        ...changes.flatMap(({ path, after }) =>
          after === null || !path.endsWith(".md")
            ? []
            : [{ kind: "code", path, language: "md", code: after } as const],
        ),
        show.list([
          ...[...pagesOf(api).keys()].map((path) =>
            handWritten.includes(path) ? `Yours before, left as it is: ${path}` : path,
          ),
          ...conflicts.map(inConflict),
        ]),
        show.check("Files written; no code was touched", written, true),
      ]),
      show.section("openapi", "OpenAPI document", [show.code("json", JSON.stringify(api.openapi, null, 2))]),
      show.section("next_steps", "Next steps", [
        show.list([
          `Add authentication middleware: ${Object.keys(securitySchemes).length ? `${open} of ${operations.length} endpoints answer without credentials` : "no endpoint asks for credentials"}`,
          `Implement business validation: ${operations.filter(({ method, requestBody }) => ["post", "put", "patch"].includes(method) && !requestBody).length} endpoints that write read no body that was found`,
          `Add pagination to the list endpoint: ${operations.filter(({ method, parameters }) => method === "get" && parameters.some(({ in: where }) => where === "query")).length} endpoints read query parameters`,
          `Review and customize${
            api.scan.left.length
              ? `: passed over were ${api.scan.left
                  .map(({ file, why }) => `${file} (${why})`)
                  .slice(0, 5)
                  .join(", ")}`
              : ""
          }`,
        ]),
      ]),
    ],
  };
}
