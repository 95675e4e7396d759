import { describe, expect, it } from "vitest";
import { documented } from "../documented.suite.ts";

describe("requests", () => {
  it("are told of the functions that answer them, whole, however they are wrapped", async () => {
    const { text } = await documented({
      "package.json": `{"dependencies":{"express":"4"}}`,
      "app.js": `const express = require("express");
const users = require("./routes");
const app = express();
app.use("/v1/users", users);
app.listen(3000);
`,
      "routes.js": `const { Router } = require("express");
const controller = require("./controller");
const router = Router();
router.get("/", controller.listUsers);
router.post("/", controller.createUser);
// removes for good
router.delete("/:id", controller.deleteUser);
module.exports = router;
`,
      "wrap.js": `const wrap = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);
module.exports = wrap;
`,
      "controller.js": `const wrap = require("./wrap");
const listUsers = (req, res) => res.json([]);
const createUser = wrap(async (req, res) => {
  res.cookie("last", req.body.name);
  res.status(201).json({});
});
// DELETE /v1/users/:id
const deleteUser = (req, res) => res.json({});
module.exports = { listUsers, createUser, deleteUser };
`,
    });
    const after = text("controller.js");
    expect(after).toContain("/** Answers `GET /v1/users`. */\nconst listUsers");
    expect(after).toContain("/** Answers `POST /v1/users`. Sets the cookie `last`. */\nconst createUser");
    expect(after).toContain("// DELETE /v1/users/:id\nconst deleteUser");
    expect(text("wrap.js")).not.toContain("/v1/users");
    expect(text("routes.js")).toContain(
      "Answers `GET /v1/users`, `POST /v1/users` and `DELETE /v1/users/{id}`.",
    );
  });

  it("aren't told of what stands beside a handler", async () => {
    const { text } = await documented({
      "app/__init__.py": `from flask import Flask

def create_app():
    from app.routes import register
    app = Flask(__name__)
    register(app)

    @app.route("/health")
    def health():
        return "well"

    return app
`,
      "app/routes.py": `def register(app):
    app.extensions["more"] = 1
`,
    });
    expect(text("app/routes.py")).not.toContain("/health");
    expect(text("app/__init__.py")).not.toContain("Answers");
  });

  it("are told with NestJS's prefixes and versions, of what they take too", async () => {
    const { text } = await documented({
      "package.json": `{"dependencies":{"@nestjs/core":"11","@nestjs/common":"11"}}`,
      "src/main.ts": `import { NestFactory } from "@nestjs/core";
import { AppModule } from "./app.module";
async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.setGlobalPrefix("api");
  await app.listen(3000);
}
bootstrap();
`,
      "src/app.module.ts": `import { Module } from "@nestjs/common";
import { CatsController } from "./cats.controller";
@Module({ controllers: [CatsController] })
export class AppModule {}
`,
      "src/cat.dto.ts": `export class CatDto {
  name: string;
}
export class CatFilter {
  page: number;
}
`,
      "src/cats.controller.ts": `import { Body, Controller, Get, Post, Query, UseGuards } from "@nestjs/common";
import { AuthGuard } from "@nestjs/passport";
import { CatDto, CatFilter } from "./cat.dto";
@Controller("cats")
export class CatsController {
  @Post()
  @UseGuards(AuthGuard("jwt"))
  add(@Body() cat: CatDto) {
    return cat;
  }
  @Get()
  list(@Query() paging: CatFilter) {
    return [];
  }
}
`,
    });
    const after = text("src/cats.controller.ts");
    expect(after).toContain("/** Answers `POST /api/cats`; needs authentication. */\n  @Post()");
    expect(after).toContain("/** Answers `GET /api/cats`. */\n  @Get()");
    expect(text("src/cat.dto.ts")).toContain("/** The body of `POST /api/cats`. */\nexport class CatDto");
    expect(text("src/cat.dto.ts")).toContain("/** The query of `GET /api/cats`. */\nexport class CatFilter");
  });

  it("are told of schemas and models that describe what they take, and of nothing that only holds one", async () => {
    const { text } = await documented({
      "package.json": `{"dependencies":{"hono":"4","zod":"4"}}`,
      "src/schemas.ts": `import { z } from "zod";
export const base = z.object({ id: z.number() });
export const newNote = base
  .omit({ id: true })
  .extend({ title: z.string().min(1) });
export const paging = z.object({ page: z.coerce.number().optional() });
export const all = { body: z.object({ text: z.string() }) };
`,
      "src/app.ts": `import { Hono } from "hono";
import { zValidator } from "@hono/zod-validator";
import { all, paging, newNote } from "./schemas.ts";
export const app = new Hono().basePath("/api");
app.get("/notes", zValidator("query", paging), (c) => c.json([]));
app.post("/notes", zValidator("json", newNote), (c) => c.json({}, 201));
app.put("/notes/:id", zValidator("json", newNote), (c) => c.json({}));
app.post("/texts", zValidator("json", all.body), (c) => c.json({}, 201));
`,
      "py/main.py": `from fastapi import FastAPI
from pydantic import BaseModel
app = FastAPI()

class Pet(BaseModel):
    name: str

class Shown(BaseModel):
    id: int

@app.post("/pets", response_model=Shown)
async def add(pet: Pet):
    return pet
`,
    });
    const schemas = text("src/schemas.ts");
    expect(schemas).toContain(
      "/** The body of `POST /api/notes` and `PUT /api/notes/{id}`. */\nexport const newNote",
    );
    expect(schemas).toContain("/** The query of `GET /api/notes`. */\nexport const paging");
    expect(schemas).not.toMatch(/\*\/\nexport const (?:base|all)/);
    const models = text("py/main.py");
    expect(models).toContain('class Pet(BaseModel):\n    """The body of `POST /pets`."""');
    expect(models).not.toMatch(/class Shown\(BaseModel\):\n    """/);
  });

  it("are told of what sends them, as far as the path is written there", async () => {
    const { text } = await documented({
      "api.ts": `export const getUser = (userId: string): Promise<User> => api.get(\`/users/\${userId}\`);
export const savePet = async (pet: Pet): Promise<Pet> => {
  const saved = await fetch("/pets", { method: "POST", body: JSON.stringify(pet) });
  return saved.json();
};
export const loadPage = async (path: string): Promise<string> => (await fetch(path)).text();
export const addRoutes = (api: Server): void => {
  api.get("/hidden", handler);
};
`,
    });
    expect(text("api.ts")).toContain("/** Gets the user, requesting `GET /users/<userId>`. */");
    expect(text("api.ts")).toContain("/** Saves the pet, requesting `POST /pets`. */");
    expect(text("api.ts")).not.toMatch(/\*\/\nexport const loadPage|requesting `GET \/hidden/);
  });
});
