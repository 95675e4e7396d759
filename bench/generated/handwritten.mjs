/** The same API as somebody writes it by hand: Express and zod, one file, a Map for a store. */
import { randomUUID } from "node:crypto";
import express from "express";
import { z } from "zod";

const tasks = new Map();

const taskInput = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().max(10_000).nullable().default(null),
  status: z.enum(["open", "done"]).default("open"),
  priority: z.int().min(1).max(5).default(3),
  dueDate: z.iso.date().nullable().default(null),
});

const fields = ["createdAt", "updatedAt", "title", "status", "priority", "dueDate"];
const taskQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).default(0),
  sort: z.enum(fields.flatMap((name) => [name, `-${name}`])).default("createdAt"),
  title: z.string().max(200).optional(),
  description: z.string().max(10_000).optional(),
  status: z.enum(["open", "done"]).optional(),
  priority: z.coerce.number().int().optional(),
  dueDate: z.iso.date().optional(),
});

class HttpError extends Error {
  constructor(status, title, errors = []) {
    super(title);
    this.status = status;
    this.errors = errors;
  }
}

function parse(schema, value) {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new HttpError(
    400,
    "Invalid input",
    result.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
  );
}

function taskOf({ params: { id } }) {
  const task = z.uuid().safeParse(id).success ? tasks.get(id) : undefined;
  if (!task) throw new HttpError(404, "Not found");
  return task;
}

const compare = (a, b) => (String(a) < String(b) ? -1 : Number(a !== b));

const app = express();
app.disable("x-powered-by");
app.use((request, response, next) => {
  const start = performance.now();
  response.on("close", () => {
    const entry = {
      time: new Date().toISOString(),
      method: request.method,
      path: request.path,
      status: response.statusCode,
      milliseconds: Math.round(performance.now() - start),
    };
    process.stdout.write(`${JSON.stringify(entry)}\n`);
  });
  next();
});
app.use((request, _response, next) => {
  if (Number(request.headers["content-length"] ?? 0) > 0 && !request.is("application/json"))
    throw new HttpError(415, "Unsupported media type");
  next();
});
app.use(express.json({ limit: "1mb" }));

app.get("/api/tasks", (request, response) => {
  const { limit, offset, sort, ...filters } = parse(taskQuery, request.query);
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined);
  const found = [...tasks.values()].filter((task) => wanted.every(([name, value]) => task[name] === value));
  const down = sort.startsWith("-");
  const name = down ? sort.slice(1) : sort;
  found.sort((a, b) => compare(a[name], b[name]) * (down ? -1 : 1));
  response.set("X-Total-Count", String(found.length)).json(found.slice(offset, offset + limit));
});
app.post("/api/tasks", (request, response) => {
  const now = new Date();
  const task = { id: randomUUID(), ...parse(taskInput, request.body), createdAt: now, updatedAt: now };
  tasks.set(task.id, task);
  response.status(201).json(task);
});
app.get("/api/tasks/:id", (request, response) => {
  response.json(taskOf(request));
});
app.put("/api/tasks/:id", (request, response) => {
  const task = { ...taskOf(request), ...parse(taskInput, request.body), updatedAt: new Date() };
  tasks.set(task.id, task);
  response.json(task);
});
app.delete("/api/tasks/:id", (request, response) => {
  tasks.delete(taskOf(request).id);
  response.status(204).end();
});
app.get("/healthz", (_request, response) => {
  response.json({ status: "ok" });
});
app.use(() => {
  throw new HttpError(404, "Not found");
});
app.use((error, _request, response, _next) => {
  const status = error.status ?? 500;
  response.status(status).type("application/problem+json");
  response.send(
    JSON.stringify({ type: "about:blank", title: error.message, status, errors: error.errors ?? [] }),
  );
});
app.listen(Number(process.env["PORT"]));
