import { describe, expect, it } from "vitest";
import { withBearer } from "../../api/index.ts";
import { nest } from "./fixtures.suite.ts";
import { apiOf, faults, project, run } from "./testing.suite.ts";

describe("a NestJS application", () => {
  it("imports the module of the resource, below its own prefix", async () => {
    const files = await project(nest);
    const { diff, text } = await run(files, await apiOf("Tag"));
    expect(diff).toBe("+import { TagModule } from './tags/tags.module';\n+    TagModule,");
    expect(await text("src/tags/tags.controller.ts")).toContain("@Controller('tags')");
    expect(await text("src/tags/tags.spec.ts")).toContain("from '@jest/globals'");
    expect(await faults(files)).toEqual([]);
  });

  it.each([
    ["@Module({})", "@Module({imports: [TagModule]})"],
    ["@Module({ providers: [] })", "@Module({ imports: [TagModule], providers: [] })"],
    ["@Module({ imports: [] })", "@Module({ imports: [TagModule] })"],
  ])("%s", async (before, after) => {
    const module = `import { Module } from '@nestjs/common';\n\n${before}\nexport class AppModule {}\n`;
    const { text } = await run(await project({ ...nest, "src/app.module.ts": module }), await apiOf("Tag"));
    expect(await text("src/app.module.ts")).toContain(after);
  });

  it("finds its root module by the compiler's alias, which nothing else may resolve: new imports are relative", async () => {
    const aliased = (text: string): string => text.replaceAll("from './", "from '@/");
    const files = await project({
      ...nest,
      "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"] } } }',
      "src/main.ts": aliased(nest["src/main.ts"]).replaceAll("app.module", "root.module"),
      "src/root.module.ts": aliased(nest["src/app.module.ts"]),
    });
    const { diff, paths, text } = await run(files, await apiOf("Tag"));
    expect(diff).toBe("+import { TagModule } from './tags/tags.module';\n+    TagModule,");
    expect(await text("src/root.module.ts")).toContain("TagModule");
    const sources = paths.filter((path) => path.endsWith(".ts"));
    expect((await Promise.all(sources.map(text))).join("\n")).not.toContain("'@/");
    expect((await run(files, await apiOf("Tag"))).diff).toBe("");
  });

  it.each([
    ["app.setGlobalPrefix('rest/v2');", "/rest/v2/tags"],
    ["app.setGlobalPrefix('');", "/tags"],
    ["app.setGlobalPrefix(config.prefix);", "/api/tags"],
    ["", "/api/tags"],
  ])("documents the paths that %s makes", async (line, path) => {
    const files = await project(nest);
    await run(files, await apiOf("Tag"));
    const main = nest["src/main.ts"];
    await files.write([
      { path: "src/main.ts", before: main, after: main.replace("app.setGlobalPrefix('api');", line) },
    ]);
    const { text, served } = await run(files, await apiOf("Tag"));
    expect(await text("docs/api/tag.md")).toContain(`### GET ${path}\n`);
    expect(served?.operations.map(({ path }) => path)).toContain(path);
  });

  it("imports no modules of resources that are renamed or gone", async () => {
    const files = await project(nest);
    const { text } = await run(files, await apiOf("Tag", "Post"));
    expect(await text("src/app.module.ts")).toContain("TagModule");
    await run(files, await apiOf("Label", "Post"));
    expect((await text("src/app.module.ts")).match(/\b(?:Tag|Label|Post)Module\b/g)?.toSorted()).toEqual([
      "LabelModule",
      "LabelModule",
      "PostModule",
      "PostModule",
    ]);
    await run(files, await apiOf("Label"));
    expect(await text("src/app.module.ts")).not.toContain("PostModule");
    expect(await text("src/app.module.ts")).not.toMatch(/,\s*,|\[\s*,/);
    expect(await faults(files)).toEqual([]);
  });

  it("imports whole modules where the compiler makes no default exports", async () => {
    const settings = JSON.stringify({
      compilerOptions: { module: "commonjs", allowSyntheticDefaultImports: true },
    });
    const files = await project({ ...nest, "tsconfig.json": settings });
    const { text } = await run(files, await apiOf("Tag"));
    expect(await text("src/api/database.ts")).toMatch(/import \* as pg from 'pg';\nimport \{? ?type/);
    expect(await faults(files)).toEqual([]);
  });

  it("keeps all files of a resource in one folder, whatever other services are called", async () => {
    const service =
      "import { Injectable } from '@nestjs/common';\n\n@Injectable()\nexport class CacheService {}\n";
    const files = await project({ ...nest, "src/cache/cache.service.ts": service });
    const { text } = await run(files, await apiOf("Tag"));
    for (const part of ["model", "controller", "service", "module"])
      expect(await text(`src/tags/tags.${part}.ts`)).toContain("ag");
  });

  it("has guards where tokens are asked for", async () => {
    const files = await project(nest);
    const { text } = await run(files, withBearer(await apiOf("Task")));
    expect(await text("src/tasks/tasks.controller.ts")).toContain("@UseGuards(TokenGuard)");
    expect(await faults(files)).toEqual([]);
  });

  it.each([
    ["process.env.STORE_", ""],
    ["config.getOrThrow<string>('STORE_", "')"],
  ])("connects by the settings that the application takes from %s…", async (start, end) => {
    const option = (name: string, variable: string): string => `${name}: ${start}${variable}${end},\n`;
    const connection = [
      "smtp: {\nhost: process.env.SMTP_HOST,\nuser: process.env.SMTP_USER,\n},\n",
      option("host", "HOST"),
      option("username", "USER"),
      option("password", "SECRET"),
      option("database", "NAME"),
    ].join("");
    const manifest = JSON.parse(nest["package.json"]) as { readonly dependencies: object };
    const files = await project({
      ...nest,
      "package.json": JSON.stringify({
        ...manifest,
        dependencies: { ...manifest.dependencies, pg: "8.16.3" },
      }),
      "src/store.config.ts": `export const settings = (config) => ({\n${connection}});\n`,
    });
    const { text, notes } = await run(files, await apiOf("Tag"));
    expect((await text("src/api/connection.ts")).replaceAll(/\s+/g, " ")).toContain(
      "Pool({ host: process.env.STORE_HOST, user: process.env.STORE_USER, password: process.env.STORE_SECRET, database: process.env.STORE_NAME",
    );
    expect(notes.join("\n")).toContain("STORE_HOST, STORE_USER, STORE_SECRET and STORE_NAME");
    expect(await faults(files)).toEqual([]);
  });
});
