import { mkdirSync, writeFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { serve, link } from "../src/api/index.ts";
import { generate } from "../src/generate/index.ts";
import { typescript } from "../src/generate/typescript/index.ts";
const s = (x: object) => x as never;
const resources = link([
  { name: "User", plural: "Users", fields: [
    { name: "email", schema: { type: "string", format: "email", maxLength: 254 }, required: true, unique: true },
    { name: "name", schema: { type: "string", minLength: 1, maxLength: 100 }, required: true },
    { name: "password", schema: { type: "string", minLength: 8, maxLength: 200 }, required: true, secret: true },
  ], relations: [], actions: [], unique: [] },
  { name: "Task", plural: "Tasks", description: "Something to do.", fields: [
    { name: "title", schema: { type: "string", minLength: 1, maxLength: 200 }, required: true },
    { name: "description", schema: { type: "string", maxLength: 5000 }, required: false },
    { name: "status", schema: { type: "string", enum: ["todo", "in_progress", "done"] }, required: false, default: "todo" },
    { name: "priority", schema: { type: "integer", minimum: 1, maximum: 5 }, required: false, default: 3 },
    { name: "price", schema: { type: "string", format: "decimal", pattern: "^\\d{1,8}\\.\\d{2}$", example: "12.50" }, decimal: { precision: 10, scale: 2 }, required: false },
    { name: "dueDate", schema: { type: "string", format: "date" }, required: false },
    { name: "startsAt", schema: { type: "string", format: "date-time" }, required: false },
    { name: "labels", schema: { type: "array", items: { type: "string" } }, required: false, default: [] },
    { name: "completedAt", schema: { type: "string", format: "date-time" }, required: false, auto: "action" },
  ], relations: [
    s({ kind: "belongs-to", resource: "User", name: "assignee", optional: true }),
    s({ kind: "belongs-to", resource: "Project", optional: true }),
    s({ kind: "many-to-many", resource: "Tag" }),
    s({ kind: "has-many", resource: "Comment" }),
  ], actions: [
    { name: "complete", summary: "Complete a task", set: { status: { value: "done" }, completedAt: { now: true } }, when: { status: ["todo", "in_progress"] } },
    { name: "remind", summary: "Remind of a task" },
  ], unique: [["title", "assigneeId"]] },
  { name: "Tag", plural: "Tags", fields: [{ name: "name", schema: { type: "string", maxLength: 50 }, required: true, unique: true }], relations: [], actions: [], unique: [] },
  { name: "Comment", plural: "Comments", fields: [{ name: "body", schema: { type: "string", maxLength: 500 }, required: true }], relations: [s({ kind: "belongs-to", resource: "Task", onDelete: "cascade" }), s({ kind: "belongs-to", resource: "Comment" })], actions: [], unique: [] },
] as never);
const api = serve(resources);
const out = process.argv[2] ?? "/tmp/g/out";
console.time("generate");
const files = await generate(api, { ecosystem: typescript, framework: "express", database: "postgres", testFramework: "vitest" }, { name: "task-api", previous: undefined, project: undefined, auth: false });
console.timeEnd("generate");
for (const d of ["src", "tests", "migrations", "docs"]) rmSync(join(out, d), { recursive: true, force: true });
for (const f of files) { mkdirSync(dirname(join(out, f.path)), { recursive: true }); writeFileSync(join(out, f.path), f.text); }
