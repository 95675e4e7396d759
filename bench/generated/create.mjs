/**
 * Create alone on Express, with the same log: behind express-openapi-validator with the generated description if the
 * first word is `validated`, else without a single check.
 */
import { randomUUID } from "node:crypto";
import express from "express";
import { middleware } from "express-openapi-validator";

const tasks = new Map();
const app = express();
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
app.use(express.json({ limit: "1mb" }));
app.get("/healthz", (_request, response) => {
  response.json({ status: "ok" });
});
if (process.argv[2] === "validated")
  app.use(middleware({ apiSpec: "docs/openapi.json", validateRequests: true, validateResponses: false }));
app.post("/api/tasks", (request, response) => {
  const now = new Date();
  const task = { id: randomUUID(), ...request.body, createdAt: now, updatedAt: now };
  tasks.set(task.id, task);
  response.status(201).json(task);
});
app.use((error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ title: error.message, errors: error.errors });
});
app.listen(Number(process.env["PORT"]));
