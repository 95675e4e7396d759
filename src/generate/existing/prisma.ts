import { posix } from "node:path";
import { earlierResource, type ApiDefinition } from "../../api/index.ts";
import type { Project } from "../../code/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Change, Files } from "../../workspace/index.ts";
import type { Pool, PrismaService } from "./reuse.ts";
import { modelName } from "../typescript/databases/prisma/prisma-names.ts";
import { modelsOf } from "../typescript/databases/prisma/schema.ts";

/** The application's Prisma setup. */
export interface HostPrisma {
  readonly path: string;
  readonly schema: string;
  readonly migrations: string;
  /** Paths of existing migrations. */
  readonly existing: readonly string[];
  /** Module of the client: a package as `npm:name`, or a project path without extension. */
  readonly client: string;
}

/** Prisma as generated code uses it: the exported client, or a service in NestJS. */
export interface UsedPrisma extends HostPrisma {
  readonly instance: Pool | undefined;
  readonly service: PrismaService | undefined;
  /** Relative path from the tests' folder to the project root. */
  readonly up: string;
}

const major = (range = ""): number => Number(/\d+/.exec(range)?.[0] ?? 0);

/** Returns the schema's path: as set in package.json or Prisma's config, or Prisma's default. */
async function schemaPath(files: Files): Promise<string | undefined> {
  const settings = await Promise.all(
    ["prisma.config.ts", "prisma.config.js"].map((path) => files.tryRead(path)),
  );
  const paths = settings.flatMap((text) => /\bschema:\s*["']([^"']+)["']/.exec(text ?? "")?.[1] ?? []);
  const declared = /"prisma"\s*:\s*\{[^{}]*"schema"\s*:\s*"([^"]+)"/.exec(
    (await files.tryRead("package.json")) ?? "",
  )?.[1];
  for (const path of [...paths, ...(declared ? [declared] : []), "prisma/schema.prisma", "schema.prisma"]) {
    const plain = posix.normalize(path);
    if (plain.endsWith(".prisma") && (await files.tryRead(plain)) !== null) return plain;
  }
  return undefined;
}

const blockOf = (schema: string, kind: string): string =>
  new RegExp(`^${kind}\\s+\\w+\\s*\\{([\\s\\S]*?)^\\}`, "m").exec(schema)?.[1] ?? "";

const settingIn = (block: string, name: string): string | undefined =>
  new RegExp(`^\\s*${name}\\s*=\\s*"([^"]+)"`, "m").exec(block)?.[1];

/** Returns the project's Prisma, or why resources can't use it. */
export async function prismaIn(
  files: Files,
  { dependencies }: Project,
): Promise<HostPrisma | { readonly why: string }> {
  const range = dependencies["@prisma/client"] ?? dependencies["prisma"];
  if (range === undefined) return { why: "the project has no Prisma" };
  if (major(range) < 7)
    return { why: `Prisma ${range} is before 7, whose clients take no driver of their own` };
  const path = await schemaPath(files);
  if (path === undefined) return { why: "no file schema.prisma was found" };
  const schema = await files.read(path);
  const provider = settingIn(blockOf(schema, "datasource"), "provider");
  if (provider !== "postgresql" && provider !== "postgres")
    return { why: `its database is ${provider ?? "not named"} and not PostgreSQL` };
  const folder = posix.dirname(path);
  const generator = blockOf(schema, "generator");
  const output = settingIn(generator, "output");
  const clientFolder = output === undefined ? undefined : posix.join(folder, output);
  if (clientFolder === undefined && settingIn(generator, "provider") !== "prisma-client-js")
    return { why: "its schema does not say where the client is made" };
  const entryName = settingIn(generator, "provider") === "prisma-client" ? "client" : "index";
  const migrationPaths: string[] = [];
  for await (const found of files.find(`${folder}/migrations/*/migration.sql`)) migrationPaths.push(found);
  return {
    path,
    schema,
    migrations: `${folder}/migrations`,
    existing: migrationPaths,
    client: clientFolder === undefined ? "npm:@prisma/client" : `${clientFolder}/${entryName}`,
  };
}

const mapped = (model: string): string | undefined => /^\s*@@map\("([^"]+)"\)/m.exec(model)?.[1];

const clash = (what: string, path: string): UserError =>
  new UserError(
    "resource_exists",
    `${path} has ${what} already, and it was not generated.`,
    "Choose another name for the resource, or describe it in a folder of its own with --out=my-api.",
    { place: { file: path } },
  );

/** Returns the name that each model of an API had before, by its name; those of new models are missing. */
function earlierNames(api: ApiDefinition, previous: ApiDefinition | undefined): ReadonlyMap<string, string> {
  const known = previous?.resources ?? [];
  const renamed = api.resources.flatMap((resource) => {
    const old = earlierResource(resource, known, api.resources);
    return old ? [[modelName(resource), modelName(old)] as const] : [];
  });
  const same = previous ? modelsOf(previous).map(({ name }) => [name, name] as const) : [];
  return new Map([...same, ...renamed]);
}

/** Refuses a new model if the schema has one of its name or table. */
function refuseTaken(
  text: string,
  path: string,
  model: { readonly name: string; readonly text: string },
): void {
  const table = mapped(model.text) ?? model.name;
  if (new RegExp(`^(?:model|enum|type|view)\\s+${model.name}\\s*\\{`, "m").test(text))
    throw clash(`a ${model.name}`, path);
  if (text.includes(`@@map("${table}")`) || new RegExp(`^model\\s+${table}\\s*\\{`, "m").test(text))
    throw clash(`a table ${table}`, path);
}

/**
 * Brings an API's models in the schema up to date: new ones at the end, changed and renamed ones in place, without
 * those that are gone. `left` are steps for edited models.
 * @throws UserError `resource_exists` if the schema already has a model or table of that name
 */
export function withModels(
  { path, schema }: HostPrisma,
  api: ApiDefinition,
  previous: ApiDefinition | undefined,
): { readonly edit: Change; readonly left: readonly string[] } {
  const end = schema.includes("\r\n") ? "\r\n" : "\n";
  const before = new Map(previous ? modelsOf(previous).map(({ name, text }) => [name, text]) : []);
  const earlier = earlierNames(api, previous);
  const models = modelsOf(api).map((model) => ({ ...model, was: earlier.get(model.name) ?? model.name }));
  const left: string[] = [];
  let text = schema.replaceAll("\r\n", "\n");
  const used = new Set(models.map(({ was }) => was));
  for (const [name, old] of before) {
    if (used.has(name)) continue;
    if (text.includes(old)) text = text.replace(text.includes(`\n\n${old}`) ? `\n\n${old}` : old, "");
    else if (new RegExp(`^model\\s+${name}\\s*\\{`, "m").test(text))
      left.push(`remove model ${name} of ${path}, which you edited`);
  }
  for (const model of models) {
    const old = before.get(model.was);
    if (old === undefined) {
      refuseTaken(text, path, model);
      text = `${text.trimEnd()}\n\n${model.text}\n`;
    } else if (text.includes(old)) text = text.replace(old, () => model.text);
    else if (old !== model.text)
      left.push(`bring model ${model.was} of ${path} up to date, which you edited`);
  }
  return { edit: { path, before: schema, after: text.replaceAll("\n", end) }, left };
}
