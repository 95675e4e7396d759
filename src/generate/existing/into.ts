import { hasEtags } from "../../api/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { GeneratedFile } from "../contracts.ts";
import { moduleFile } from "../module-file.ts";
import { leavesOf, type Variant } from "../variants.ts";
import { databaseOf } from "./databases.ts";
import type { NodeFramework } from "./framework.ts";
import { inHand } from "./hand.ts";
import { readHost } from "./host.ts";
import { toCommonJs, withoutTypes } from "./javascript.ts";
import { fill, layoutOf, type Layout } from "./layout.ts";
import { withPackages } from "./manifest.ts";
import { leftOf, notesOf } from "./notes.ts";
import { packagesFor } from "./packages.ts";
import type { Setting } from "./parts.ts";
import { keeping, placesOf, recordedLayout, refuseClashes } from "./recorded-layout.ts";
import { relocate } from "./relocate.ts";
import { prismaIn, withModels, type HostPrisma } from "./prisma.ts";
import { refuseUnfit, settingOf, type Into, type Request } from "./setting.ts";
import { partsOf, servedAt } from "./shared.ts";
import { clientModule } from "./support/client.ts";
import { resolved } from "./syntax.ts";

/** Converts a file to JavaScript if that is the project's language. */
function inLanguage({ host, api }: Setting, layout: Layout, file: GeneratedFile): GeneratedFile {
  if (host.typed || !file.path.endsWith(host.extension)) return file;
  const plain = withoutTypes(file.path.replace(/\.m?js$/, ".ts"), file.text);
  if (host.syntax === "esm") return { path: file.path, text: plain };
  const models = new Set(api.resources.map((resource) => fill(layout.roles.model, resource)));
  const isModel = models.has(file.path.replace(/\.js$/, ""));
  const isLate = (specifier: string): boolean => isModel && models.has(resolved(file.path, specifier) ?? "");
  return { path: file.path, text: toCommonJs(file.path, plain, isLate) };
}

/** Returns the project's Prisma if it is the database; an earlier step made sure it fits. */
async function prismaOf(files: Files, { project, variant }: Request, layout: Layout) {
  if (variant.database !== "prisma") return undefined;
  const found = await prismaIn(files, project);
  if ("why" in found) throw new Error(found.why);
  return { ...found, up: "../".repeat(layout.testSupport.split("/").length) };
}

/** Returns the edits of the Prisma schema; none without Prisma. */
const modelsIn = (prisma: HostPrisma | undefined, { inner, options }: Setting) =>
  prisma ? withModels(prisma, inner, options.previous?.api) : undefined;

/** Returns everything that goes into the project, under the paths of a standalone project. */
async function partsFor(
  setting: Setting,
  variant: Variant,
  framework: NodeFramework,
): Promise<readonly GeneratedFile[]> {
  const { inner, options } = setting;
  const { testing } = await leavesOf(variant);
  const client = clientModule(testing.package, { auth: options.auth, versioned: hasEtags(inner) });
  const supportFiles = [...databaseOf(variant.database).files(setting), ...framework.files(setting)];
  return partsOf(setting, variant, {
    files: [...supportFiles, moduleFile("tests/client.ts", client)],
    isKept: (path) => path.endsWith(".test.ts"),
  });
}

/** Generates resources into an existing Node application of one framework. */
export const intoNode =
  (framework: NodeFramework) =>
  async (files: Files, request: Request): Promise<Into> => {
    const { project, previous, variant } = request;
    const host = await readHost(files, project, framework.express, previous);
    refuseUnfit(host, variant);
    const before = await recordedLayout(files);
    const layout = before?.layout ?? layoutOf(host, framework.naming);
    const prisma = await prismaOf(files, request, layout);
    const setting = settingOf({ host, framework, prisma }, request);
    refuseClashes(setting, layout);
    const models = modelsIn(prisma, setting);
    const mounted = framework.mount(setting, layout);
    const served = servedAt(setting.api, mounted, layout);
    const parts = await partsFor({ ...setting, api: served.api }, variant, framework);
    const placed = relocate(parts, { host, places: placesOf(setting, layout, parts) });
    const written = placed.map((file) => inLanguage(setting, layout, file));
    const format = async (file: GeneratedFile): Promise<GeneratedFile> =>
      (await variant.ecosystem.format([file], setting.options))[0] ?? file;
    const manifest = await files.read("package.json");
    const packages = packagesFor(host, variant, {
      auth: setting.options.auth,
      packages: framework.packages,
    });
    return {
      files: await Promise.all(written.map((file) => inHand(file, host.hand, format))),
      edits: [
        ...mounted.edits,
        ...(models ? [models.edit] : []),
        { path: "package.json", before: manifest, after: withPackages(manifest, packages) },
        keeping(served.layout, before),
      ].filter((change) => change.before !== change.after),
      notes: notesOf(setting, framework, { layout, mounted }),
      left: [...leftOf(mounted, request, layout), ...(models?.left ?? [])],
      served: served.api,
    };
  };
