/**
 * Prints what TypeDoc counts in a folder: `npx node bench/coverage/peer.ts <folder> <folder of typedoc> [entry …]`.
 * Prints a row for everything that it requires to be documented. By default every source file is an entry point.
 */
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

const [folder = ".", place = ".", ...named] = process.argv.slice(2);
const root = resolve(folder);
const package_ = createRequire(join(resolve(place), "x.js")).resolve("typedoc/package.json");
const manifest = JSON.parse(readFileSync(package_, "utf8"));
// untyped: the package is loaded from wherever it was installed
const typedoc = await import(pathToFileURL(join(dirname(package_), manifest.main ?? "dist/index.js")).href);
const { Application, ReflectionKind: kinds, DeclarationReflection, ReflectionType } = typedoc;

// a separate configuration: the project's own may extend packages that aren't installed
const made = mkdtempSync(join(tmpdir(), "antiphon-typedoc-"));
const tsconfig = join(made, "tsconfig.json");
writeFileSync(
  tsconfig,
  JSON.stringify({
    compilerOptions: {
      strict: true,
      target: "esnext",
      module: "esnext",
      moduleResolution: "bundler",
      allowImportingTsExtensions: true,
      experimentalDecorators: true,
      jsx: "preserve",
      noEmit: true,
      skipLibCheck: true,
    },
    include: [root],
    exclude: ["**/node_modules"],
  }),
);

const entryPoints = named.length ? named.map((one) => join(root, one)) : [root];
const app = await Application.bootstrap(
  {
    entryPoints,
    entryPointStrategy: named.length ? "resolve" : "expand",
    exclude: ["**/node_modules/**", "**/*.{test,spec}.*", "**/test/**", "**/tests/**", "**/*.d.ts"],
    tsconfig,
    skipErrorChecking: true,
    disableGit: true,
    sourceLinkTemplate: "{path}:{line}",
    basePath: root,
    logLevel: "Error",
  },
  [new typedoc.TSConfigReader()],
);
const project = await app.convert();
if (!project) throw new Error("TypeDoc converted nothing.");

// the same walk as typedoc-plugin-coverage and as the validation of `notDocumented`
let wanted: number = app.options
  .getValue("requiredToBeDocumented")
  .reduce((all: number, name: string) => all | kinds[name], 0);
const swap = (from: number, to: number): void => {
  if (wanted & from) wanted = (wanted | to) & ~from;
};
swap(kinds.FunctionOrMethod, kinds.CallSignature);
swap(kinds.Constructor, kinds.ConstructorSignature);
swap(kinds.Accessor, kinds.GetSignature | kinds.SetSignature);
const open = project.getReflectionsByKind(wanted);
const seen = new Set();
interface Reflection {
  readonly parent?: Reflection;
  kindOf(kind: number): boolean;
}
const within = (one: Reflection, kind: number): boolean => {
  for (let at = one.parent; at; at = at.parent) if (at.kindOf(kind)) return true;
  return false;
};
for (let one = open.shift(); one; one = open.shift()) {
  if (seen.has(one)) continue;
  seen.add(one);
  if (within(one, kinds.Parameter)) continue;
  if (one.kindOf(kinds.TypeLiteral) && one.parent?.kindOf(kinds.TypeAlias)) {
    open.push(one.parent);
    continue;
  }
  if (one.kindOf(kinds.CallSignature) && one.parent?.kindOf(kinds.TypeLiteral)) {
    open.push(one.parent.parent);
    continue;
  }
  if (one.kindOf(kinds.ConstructorSignature) && one.parent?.parent?.kindOf(kinds.TypeAlias)) {
    open.push(one.parent.parent);
    continue;
  }
  if (one instanceof DeclarationReflection) {
    const signatures = (
      one.type instanceof ReflectionType ? one.type.declaration : one
    ).getNonIndexSignatures();
    open.push(...signatures);
    if (signatures.length && one.kindOf(kinds.SignatureContainer)) continue;
  }
  const id = project.getSymbolIdFromReflection(one);
  if (!id || id.packageName !== (project.packageName ?? typedoc.ReflectionSymbolId.UNKNOWN_PACKAGE)) continue;
  const documented =
    one.hasComment() || (one.kindOf(kinds.SomeSignature) && Boolean(one.parent?.hasComment()));
  // a type parameter has no source of its own
  const source = one.kindOf(kinds.TypeParameter) ? undefined : (one.sources ?? one.parent?.sources)?.[0];
  const inherited = Boolean(one.inheritedFrom ?? one.parent?.inheritedFrom);
  console.log(
    JSON.stringify({
      path: relative(
        root,
        id.fileName && !id.fileName.startsWith("/") ? resolve(root, id.fileName) : String(id.fileName),
      ),
      name: one.getFullName(),
      kind: kinds[one.kind],
      line: source?.line ?? 0,
      documented,
      inherited,
    }),
  );
}
rmSync(made, { recursive: true });
