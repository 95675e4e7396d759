import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withEtags } from "../../src/api/index.ts";
import { variants } from "../../src/generate/index.ts";
import { apiOf, filesOf, freePort, remove, run, write } from "./harness.ts";
import { startMongo } from "../../src/generate/typescript/databases/mongodb/shipped/server.ts";
import { tokenEnvironment } from "./blackbox/tokens.ts";
import { pythonPrograms } from "./venv.ts";

/** Resources that have everything between them. */
const shares: Readonly<Record<string, readonly string[]>> = {
  false: ["Order", "Post", "Tag", "Category"],
  true: ["Post", "User", "Order", "Gizmo"],
};

describe.each([false, true])("with auth: %s", (auth) => {
  const names = shares[String(auth)] ?? [];
  const own = variants.filter(({ testFramework }) => testFramework === "pytest");
  describe.each(own)("$framework, $database, $testFramework", (variant) => {
    let root = "";
    let bin = "";
    let environment: NodeJS.ProcessEnv = {};
    let mongo: Awaited<ReturnType<typeof startMongo>> | undefined;

    beforeAll(async () => {
      const api = await apiOf(names, auth);
      const files = await filesOf(auth ? withEtags(api) : api, variant);
      root = write(files);
      bin = await pythonPrograms();
      if (variant.database === "mongodb") mongo = await startMongo();
      // What mypy learned of the packages serves every project.
      environment = {
        MYPY_CACHE_DIR: join(bin, "..", "mypy"),
        ...(mongo ? { MONGODB_URL: mongo.url } : {}),
      };
    });

    afterAll(async () => {
      await mongo?.close();
      remove(root);
    });

    it.each(["ruff check", "ruff format --check", "mypy", "pytest -q"])("%s", async (line) => {
      const [program = "", ...args] = line.split(" ");
      const { code, output } = await run([join(bin, program), ...args], root, environment);
      expect(code, output.slice(-20_000)).toBe(0);
    });

    it.skipIf(variant.database === "sqlite")("says in one message that its database is away", async () => {
      const { code, output } = await run([join(bin, "python"), "-m", "src.server"], root, {
        ...tokenEnvironment,
        DATABASE_URL: "postgres://127.0.0.1:1/away",
        MONGODB_URL: "mongodb://127.0.0.1:1/away?serverSelectionTimeoutMS=500",
      });
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(
          /^The database \((DATABASE|MONGODB)_URL\) did not open: .*(refused|call failed)/s,
        ),
      ]);
    });

    it("starts at once, serves its own OpenAPI document, and ends when it is told to", async () => {
      const port = await freePort();
      const child = spawn(join(bin, "python"), ["-m", "src.server"], {
        cwd: root,
        env: {
          ...process.env,
          ...environment,
          PORT: String(port),
          ...tokenEnvironment,
        },
        stdio: "ignore",
      });
      const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
      const url = `http://127.0.0.1:${port}`;
      try {
        let answer: Response | undefined;
        for (let tries = 0; tries < 240 && !answer?.ok; tries++) {
          answer = await fetch(`${url}/healthz`).catch(() => undefined);
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
        const openapi = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly openapi: string };
        expect(openapi.openapi).toBe("3.0.0");
        expect((await fetch(`${url}/api/${names[0]?.toLowerCase()}s`)).status).toBe(auth ? 401 : 200);
      } finally {
        child.kill("SIGTERM");
      }
      expect(await ended).toBe(0);
    });
  });
});
