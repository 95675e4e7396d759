import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../../lib/program.suite.ts";

describe("documentation of endpoints that are there", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-api-"));
  const put = (path: string, text: string): void => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  const run = (line: string, at = ""): { code: number; output: string } => {
    try {
      const env = { ...process.env, XDG_STATE_HOME: join(folder, "../state"), NO_COLOR: "1" };
      const output = execFileSync(process.execPath, [program, line], {
        cwd: join(folder, at),
        encoding: "utf8",
        env,
        stdio: "pipe",
      });
      return { code: 0, output };
    } catch (error) {
      const failure = error as { status: number; stdout: string; stderr: string };
      return { code: failure.status, output: failure.stdout + failure.stderr };
    }
  };
  const app = `
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

app = FastAPI()

class Note(BaseModel):
    text: str
    pinned: bool = False

@app.post("/notes", status_code=201)
def add_note(note: Note):
    return note

@app.get("/notes/{id}")
def one_note(id: int):
    raise HTTPException(404)
`;

  beforeAll(() => {
    put("server/main.py", app);
    put("server/broken.py", "from fastapi import FastAPI\ndef (:\n");
    put("empty/notes.txt", "nothing");
    put(
      "api/openapi.yaml",
      "openapi: 3.0.0\ninfo: {title: N, version: 1.0.0}\npaths:\n  /old: {get: {responses: {'200': {description: x}}}}\n",
    );
    put("docs/api/general.md", "# Mine\n");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("/doc api writes pages, compares with what is described, and is checked", () => {
    expect(run("/doc api --check").code).toBe(1);
    expect(existsSync(join(folder, "docs/api.md"))).toBe(false);
    const { code, output } = run("/doc api");
    expect(code, output).toBe(0);
    expect(output).toMatch(/\| POST \| \/notes \| none \| 201, 422 \| server\/main\.py:12 \|/);
    expect(output).toContain("| removed | GET /old | described, but not found in the code |");
    expect(output).toContain("server/broken.py was passed over: it has a syntax error");
    expect(output).toContain("- [ ] Examples tested");
    expect(read("docs/api.md")).toContain("| `text` | string | required |");
    expect(JSON.parse(read("docs/openapi.json"))).toMatchObject({
      openapi: "3.0.0",
      "x-source": { commit: "none" },
    });
    expect(read("server/main.py")).toBe(app);
    expect(run("/doc api").output).toContain("Compared: the pages are as the code shows them");
    rmSync(join(folder, "api"), { recursive: true });
    expect(run("/doc api --check").code).toBe(0);
    put("server/main.py", app.replace("201", "202"));
    expect(run("/doc api --check").code).toBe(1);
    put("server/main.py", app);
    expect(run("/doc api --format=html").code).toBe(0);
    expect(read("docs/api.html")).toContain("POST</span> <code>/notes</code>");
  });

  it("/api-gen --docs-only documents a path, and says what else it was given", () => {
    const { code, output } = run("/api-gen server --docs-only");
    expect(code, output).toBe(0);
    expect(output).toContain("| GET | /notes/:id | One note |");
    expect(read("docs/api/notes.md")).toContain("### POST /notes");
    expect(JSON.parse(read("docs/api/openapi.json"))).toMatchObject({ openapi: "3.0.0" });
    expect(read("docs/api/general.md")).toBe("# Mine\n");
    expect(run("/api-gen missing/app.py --docs-only")).toMatchObject({
      code: 1,
      output: expect.stringContaining("does not exist"),
    });
    expect(run("/api-gen empty --docs-only")).toMatchObject({
      code: 1,
      output: expect.stringContaining("holds no endpoint"),
    });
    expect(run("/api-gen Task --docs-only")).toMatchObject({
      code: 2,
      output: expect.stringContaining("/api-gen src --docs-only"),
    });
  });

  it("/api-gen --docs-only documents a server from a specification by it", () => {
    const at = "made";
    put(
      `${at}/notes.yaml`,
      "openapi: 3.0.0\ninfo: {title: N, version: 1.0.0}\npaths:\n  /notes/{id}:\n    get:\n      parameters:\n" +
        "        - {name: id, in: path, required: true, schema: {type: string}}\n" +
        "        - {name: full, in: query, schema: {type: boolean}}\n" +
        "      responses: {'200': {description: x, content: {text/markdown: {schema: {type: string}}}}}\n",
    );
    expect(run("/api-gen notes.yaml", at).code).toBe(0);
    const { code, output } = run("/api-gen src --docs-only", at);
    expect(code, output).toBe(0);
    expect(output).toContain("The server was generated from a specification");
    const documents = ["docs/openapi.json", "docs/api/openapi.json"].map(
      (path) =>
        (JSON.parse(read(`${at}/${path}`)) as { paths: Record<string, unknown> }).paths["/notes/{id}"],
    );
    expect(documents[1]).toEqual(documents[0]);
  });
});
