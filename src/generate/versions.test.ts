import { expect, it } from "vitest";
import { definitionFromYaml, withEtags } from "../api/index.ts";
import { generate } from "./index.ts";
import { variants } from "./variants.ts";

const api = withEtags(
  definitionFromYaml(
    `resources:
  Task:
    fields: { title: string required, status: "enum(open, done) = open", meta: json }
    actions: { finish: { when: { status: open }, set: { status: done } } }
`,
    "a.yaml",
  ),
);

/** The model of tasks, over a database. */
async function modelOver(framework: string, database: string, definition = api): Promise<string> {
  const variant = variants.find(
    (variant) => variant.framework === framework && variant.database === database,
  );
  if (!variant) throw new Error("no such variant");
  const project = { name: "tasks", previous: undefined, project: undefined, auth: false };
  const files = await generate(definition, variant, project);
  return files.find(({ path }) => path.startsWith("src/models/task."))?.text ?? "";
}

it.each([
  ["express", "postgres", "for no key update", "for update"],
  ["express", "prisma", "for no key update", "for update"],
  ["fastapi", "postgres", 'with_for_update={"key_share": True}', "with_for_update=True"],
])(
  "holds a row without stopping rows that refer to it: %s, %s",
  async (framework, database, lock, stronger) => {
    const text = await modelOver(framework, database);
    expect(text).toContain(lock);
    expect(text).not.toContain(stronger);
  },
);

it("reads JSON again before its version is answered, as PostgreSQL orders members", async () => {
  const text = await modelOver("fastapi", "postgres");
  expect(text.match(/await session\.refresh\(row, \["meta"\]\)/g)).toHaveLength(3); // create, update, finish
});

it.each([
  ["express", /if \(record\)\s+requireMatch\(record, match\);\s+if \(record\)\s+throw notReady/],
  ["fastapi", /if record is not None:\s+require_match\(record, match\)\s+raise not_ready/],
])("refuses an action on a version that just changed as such on MongoDB: %s", async (framework, refusal) => {
  expect(await modelOver(framework, "mongodb")).toMatch(refusal);
});

it.each(["postgres", "prisma", "sqlite", "mongodb"])(
  "gives each function a name of its own, whatever actions are called: %s",
  async (database) => {
    const acts = definitionFromYaml(
      `resources:
  Task:
    fields: { title: string, status: "enum(open, done) = open" }
    relations: { parent: "belongs to Task, optional" }
    actions:
${["hold", "check", "link", "save", "match", "keep"].map((name) => `      ${name}: { when: { status: open }, set: { status: done } }\n`).join("")}`,
      "a.yaml",
    );
    const text = await modelOver("express", database, withEtags(acts));
    const names = [...text.matchAll(/^(?:export )?(?:async )?function (\w+)/gm)].map(([, name]) => name);
    expect(names).toContain("holdTask");
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  },
);
