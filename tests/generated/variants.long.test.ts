import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../src/generate/index.ts";
import { apiOf, filesOf, install, remove, run, write } from "./harness.ts";
import { startMongo } from "./mongo/server.ts";

const names = ["Task", "User", "Order", "Category", "Gizmo"];

/** Installing all takes long; `ANTIPHON_VARIANTS=all` does, and otherwise each framework and database has its turn. */
const all = process.env["ANTIPHON_VARIANTS"] === "all";
const sampled: ReadonlySet<string> = new Set([
  "false express postgres vitest",
  "false express mongodb jest",
  "false nestjs postgres vitest",
  "true nestjs prisma jest",
  "true express mongodb vitest",
  "true nestjs mongodb vitest",
]);

describe.each([false, true])("with auth: %s", (auth) => {
  const chosen = variants.filter(
    ({ framework, database, testFramework }) =>
      testFramework !== "pytest" && (all || sampled.has(`${auth} ${framework} ${database} ${testFramework}`)),
  );
  describe.each(chosen)("$framework, $database, $testFramework", (variant) => {
    let root = "";
    let environment: NodeJS.ProcessEnv = {};
    let mongo: Awaited<ReturnType<typeof startMongo>> | undefined;

    beforeAll(async () => {
      const files = await filesOf(await apiOf(names, auth), variant);
      root = write(files);
      await install(root, files.find(({ path }) => path === "package.json")?.text ?? "");
      if (variant.database === "mongodb") mongo = await startMongo();
      environment = mongo ? { MONGODB_URL: mongo.url } : {};
    });

    afterAll(async () => {
      await mongo?.close();
      remove(root);
    });

    it.each(["typecheck", "lint", "test"])("npm run %s", async (script) => {
      const { code, output } = await run(["npm", "run", script], root, environment);
      expect(code, output.slice(-20_000)).toBe(0);
    });
  });
});
