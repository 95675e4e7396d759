import { namesOf } from "../../api/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { GeneratedFile } from "../contracts.ts";
import { readHost } from "./host.ts";
import { toCommonJs, withoutTypes } from "./javascript.ts";
import { generateIntoFastApi } from "./fastapi/into.ts";
import { fill, layoutOf, type Layout } from "./layout.ts";
import { withPackages } from "./manifest.ts";
import { mountExpress, type Mounted } from "./mount/express.ts";
import { mountNest } from "./mount/nestjs.ts";
import { leftOf, notesOf } from "./notes.ts";
import { packagesFor } from "./packages.ts";
import { partsOf, type Setting } from "./parts.ts";
import { keeping, placesOf, recordedLayout, refuseClashes } from "./places.ts";
import { relocate } from "./relocate.ts";
import { prismaIn, withModels, type HostPrisma } from "./prisma.ts";
import { refuseUnfit, settingOf, type Into, type Request } from "./setting.ts";
import { resolved } from "./syntax.ts";

/** In the language of the project: its own where that is JavaScript. */
function inLanguage({ host, api }: Setting, layout: Layout, file: GeneratedFile): GeneratedFile {
  if (host.typed || !file.path.endsWith(host.extension)) return file;
  const plain = withoutTypes(file.path.replace(/\.m?js$/, ".ts"), file.text);
  if (host.syntax === "esm") return { path: file.path, text: plain };
  const models = new Set(api.resources.map((resource) => fill(layout.roles.model, resource)));
  const isModel = models.has(file.path.replace(/\.js$/, ""));
  const isLate = (specifier: string): boolean => isModel && models.has(resolved(file.path, specifier) ?? "");
  return { path: file.path, text: toCommonJs(file.path, plain, isLate) };
}

function mountIn({ host, api }: Setting, layout: Layout): Mounted {
  if (host.framework === "express") return mountExpress(host, `${layout.support}/index${host.extension}`);
  return mountNest(
    host,
    api.resources.map((resource) => ({
      name: `${namesOf(resource).pascal}Module`,
      path: `${fill(layout.roles.module, resource)}${host.extension}`,
    })),
  );
}

/** The project's Prisma, where that is the database; that it fits was found before. */
async function prismaOf(files: Files, { project, variant }: Request, layout: Layout) {
  if (variant.database !== "prisma") return undefined;
  const found = await prismaIn(files, project);
  if ("why" in found) throw new Error(found.why);
  return { ...found, up: "../".repeat(layout.testSupport.split("/").length) };
}

/** What the schema gets; without Prisma, nothing. */
const modelsIn = (prisma: HostPrisma | undefined, { inner, options }: Setting) =>
  prisma ? withModels(prisma, inner, options.previous?.api) : undefined;

/** Resources for an application that someone else wrote: placed as its own files are, mounted with a minimal edit. */
export async function generateInto(files: Files, request: Request): Promise<Into> {
  const { project, previous, variant } = request;
  if (variant.framework === "fastapi") return generateIntoFastApi(files, request);
  const host = await readHost(
    files,
    project,
    variant.framework === "nestjs" ? "nestjs" : "express",
    previous,
  );
  refuseUnfit(host, variant);
  const before = await recordedLayout(files);
  const layout = before?.layout ?? layoutOf(host);
  const prisma = await prismaOf(files, request, layout);
  const setting = settingOf(host, request, prisma);
  refuseClashes(setting, layout);
  const models = modelsIn(prisma, setting);
  const parts = await partsOf(setting, variant);
  const placed = relocate(parts, { host, places: placesOf(setting, layout, parts) });
  const written = placed.map((file) => inLanguage(setting, layout, file));
  const mounted = mountIn(setting, layout);
  const manifest = await files.read("package.json");
  const packages = packagesFor(host, variant, setting.options.auth);
  return {
    files: await variant.ecosystem.format(written, setting.options),
    edits: [
      ...mounted.edits,
      ...(models ? [models.edit] : []),
      { path: "package.json", before: manifest, after: withPackages(manifest, packages) },
      keeping(layout, before?.text ?? null),
    ].filter((change) => change.before !== change.after),
    notes: notesOf(setting, layout, mounted),
    left: [...leftOf(mounted, request, layout), ...(models?.left ?? [])],
  };
}
