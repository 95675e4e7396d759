import { expect, it } from "vitest";
import { resourceNames } from "../../name-spelling.ts";
import { fromProject } from "./index.ts";

it("does not take what was generated in a folder below for the project's own", async () => {
  const stored: Readonly<Record<string, string>> = {
    "my-api/.antiphon/generated/index.json": "{}",
    "my-api/migrations/1.sql": "CREATE TABLE tasks (id uuid primary key, title text not null);",
  };
  const files = {
    async *find() {
      yield* Object.keys(stored).filter((path) => path.endsWith(".sql"));
    },
    tryRead: (path: string) => Promise.resolve(stored[path] ?? null),
  };
  const names = resourceNames("Task");
  expect(await fromProject(names, files)).toBeUndefined();
  const sourceFiles = {
    ...files,
    tryRead: (path: string) => (path.endsWith(".json") ? Promise.resolve(null) : files.tryRead(path)),
  };
  expect((await fromProject(names, sourceFiles))?.where).toContain("my-api/migrations/1.sql");
});
