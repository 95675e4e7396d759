import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("idioms of starters", () => {
  it("Next.js: middleware that a promise wraps ends a request where it answers instead of settling it", async () => {
    const files = {
      "package.json": `{ "dependencies": { "next": "14" } }`,
      "lib/wrap.js": `
        const wrap = (middleware) => (req, res) =>
          new Promise((resolve, reject) => {
            middleware(req, res, (result) => (result instanceof Error ? reject(result) : resolve(result)));
          });
        export default wrap;`,
      "lib/session.js": `
        import { getServerSession } from "next-auth/next";
        import wrap from "./wrap";
        const check = () => async (req, res, next) => {
          const session = await getServerSession(req, res, {});
          const errors = [];
          if (!session) errors.push({ param: "session", msg: "Unauthorized" });
          else return next(session);
          const told = {};
          errors.forEach((error) => (told[error.param] = error));
          res.status(401).json({ errors: told });
        };
        export default wrap(check());`,
      "pages/api/notes.js": `
        import withSession from "../../lib/session";
        export default async function handler(req, res) {
          if (req.method === "PUT") {
            const session = await withSession(req, res);
            const { text } = req.body;
            await save(session.user.id, text);
            res.status(200).json({ text });
          } else res.status(405).end();
        }`,
    };
    expect(await routesOf(files)).toEqual(["PUT /api/notes required:cookie:session 200,401 {text}"]);
  });

  it("Next.js: what reads its body itself is posted to", async () => {
    const files = {
      "package.json": `{ "dependencies": { "next": "14" } }`,
      "pages/api/hooks.js": `
        import { buffer } from "micro";
        import stripe from "../../lib/stripe";
        export const config = { api: { bodyParser: false } };
        export default async function handler(req, res) {
          const event = stripe.webhooks.constructEvent(await buffer(req), req.headers["stripe-signature"]);
          await keep(event);
          res.json({ received: true });
        }`,
    };
    expect((await routesOf(files)).map((line) => line.split(" ", 2))).toEqual([["POST", "/api/hooks"]]);
  });

  it("FastAPI: middleware that answers in place of an endpoint lets nobody in", async () => {
    const files = {
      "main.py": `
from fastapi import Depends, FastAPI, Request
from fastapi.responses import HTMLResponse
from fastapi.security import HTTPBearer
from starlette.middleware.base import BaseHTTPMiddleware

class Profiling(BaseHTTPMiddleware):
    async def dispatch(self, request: Request, call_next):
        if request.query_params.get("profile") == "true":
            await call_next(request)
            return HTMLResponse("profile")
        return await call_next(request)

app = FastAPI()
app.add_middleware(Profiling)

@app.get("/notes", dependencies=[Depends(HTTPBearer())])
async def notes():
    return []
`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes required:bearer 200,403,422 ?profile"]);
  });

  it("FastAPI: the handler of answers that don't fit their model answers where nothing was found", async () => {
    const files = {
      "main.py": `
from fastapi import FastAPI
from fastapi.exceptions import ResponseValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
app = FastAPI()

class Note(BaseModel):
    text: str

@app.exception_handler(ResponseValidationError)
async def unfit(request, exc):
    return JSONResponse(status_code=404, content={})

@app.get("/notes", response_model=Note)
async def note():
    return await Notes.first()

@app.get("/usual", response_model=Note)
async def usual():
    return Note(text="usual")
`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes open 200,404", "GET /usual open 200"]);
  });

  it("Flask: a guard that keeps on the function which it wraps who asks", async () => {
    const files = {
      "app.py": `
from functools import wraps
from flask import Flask, request
from werkzeug.exceptions import Unauthorized
import jwt
app = Flask(__name__)

def check():
    token = request.headers.get("Authorization")
    if not token:
        raise Unauthorized()
    return dict(who=jwt.decode(token)["sub"], token=token)

def token_required(f):
    @wraps(f)
    def decorated(*args, **kwargs):
        for name, val in check().items():
            setattr(decorated, name, val)
        return f(*args, **kwargs)
    return decorated

@token_required
def current():
    user = User.query.filter_by(who=current.who).first()
    user.token = current.token
    return user

@app.route("/me")
def me():
    return current()
`,
    };
    expect(await routesOf(files)).toEqual(["GET /me required:bearer 200,401"]);
  });

  it("Flask-RESTX: what decorators say of answers is only written down", async () => {
    const files = {
      "app.py": `
from flask import Flask
from flask_restx import Namespace, Api, Resource
api = Api(Flask(__name__))
ns = Namespace("notes")
api.add_namespace(ns, path="/notes")

@ns.route("")
class Notes(Resource):
    @ns.response(201, "Made.")
    @ns.response(403, "Not yours.")
    def post(self):
        return {}
`,
    };
    expect(await routesOf(files)).toEqual(["POST /notes open 200"]);
  });

  it("NestJS: a controller by a decorator that is made of others", async () => {
    const files = {
      "main.ts": `
        import { applyDecorators, Controller, Get, Module } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        const Logged = (context?: string): ClassDecorator => (target) => void target;
        const LogController = ({ context, ...options }: { context?: string; path: string }) =>
          applyDecorators(Logged(context), Controller(options));
        @LogController({ context: "Notes", path: "notes/log" })
        class Notes { @Get() all() { return "OK"; } }
        @Module({ controllers: [Notes] })
        class App {}
        const app = await NestFactory.create(App);
        await app.listen(3000);`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes/log open 200"]);
  });
});
