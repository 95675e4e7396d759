/** Requests that schemathesis makes of the served document: no answer is a server's error, and none is undocumented. */
import { spawn } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { freePort, install, remove, run as finished, write } from "./harness.ts";
import { runPython, serverOf, specOf } from "./specification.ts";
import { pythonPrograms, venv } from "./venv.ts";

const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
  "response_headers_conformance",
];

/** Tries what storage carries; the seed is fixed. */
async function tried(
  url: string,
  operations: readonly string[],
  headers: readonly string[],
): Promise<string> {
  const programs = await venv(["schemathesis==4.32.5"]); // it leaves a folder where it runs
  const { code, output } = await finished(
    [
      `${programs}/st`,
      "run",
      `${url}/openapi.json`,
      ...operations.map((id) => `--include-operation-id=${id}`),
      ...headers.flatMap((header) => ["-H", header]),
      `--checks=${checks.join(",")}`,
      "--phases=coverage,fuzzing",
      "--max-examples=10",
      "--generation-deterministic",
    ],
    programs,
  );
  return code === 0 ? "nothing found" : output;
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The server does not answer.");
}

describe("schemathesis finds nothing", () => {
  const ends: (() => void)[] = [];
  afterAll(() => ends.forEach((end) => end()));

  it.each([
    ["pets.yaml", "X-Key: good"],
    ["nested.yaml", "X-None: none"],
  ])(
    "%s on Express and PostgreSQL",
    async (file, header) => {
      const made = await serverOf(await specOf(file));
      const root = write(made.files);
      await install(root, made.files.find(({ path }) => path === "package.json")?.text ?? "");
      const port = await freePort();
      const child = spawn(process.execPath, ["src/server.ts"], {
        cwd: root,
        env: { ...process.env, PORT: String(port), KEY_KEYS: "good" },
        stdio: "ignore",
      });
      ends.push(() => {
        child.kill();
        remove(root);
      });
      const url = `http://127.0.0.1:${port}`;
      await answering(url);
      expect(await tried(url, made.stored, [header])).toBe("nothing found");
    },
    240_000,
  );

  it("shop.yaml on FastAPI", async () => {
    const made = await serverOf(await specOf("shop.yaml"), "fastapi");
    const server = await runPython(made.files, await pythonPrograms());
    ends.push(server.stop);
    await answering(server.url);
    expect(await tried(server.url, made.stored, ["Authorization: Bearer good"])).toBe("nothing found");
    expect(server.errors()).toBe("");
  }, 240_000);
});
