import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("where errors are answered", () => {
  it("FastAPI: by the handler for the nearest class", async () => {
    const files = {
      "main.py": `
from fastapi import FastAPI, HTTPException, status
from fastapi.responses import JSONResponse
app = FastAPI()

class AppError(Exception):
    status_code: int

class Missing(AppError):
    status_code = status.HTTP_404_NOT_FOUND

class Taken(AppError):
    status_code = 409

@app.exception_handler(Taken)
async def taken(_, error):
    return JSONResponse(status_code=422, content={})

@app.exception_handler(AppError)
async def known(_, error):
    return JSONResponse(status_code=error.status_code, content={})

@app.exception_handler(Exception)
async def unknown(_, error):
    return JSONResponse(status_code=503, content={})

@app.get("/missing")
def missing():
    raise Missing()

@app.get("/taken")
def taken_already():
    raise Taken()

@app.get("/gone")
def gone():
    raise HTTPException(410)

@app.get("/broken")
def broken():
    raise KeyError("no")
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /broken open 503",
      "GET /gone open 410",
      "GET /missing open 404",
      "GET /taken open 422",
    ]);
  });

  it("FastAPI: what is made of the members of something may hold any of them", async () => {
    const files = {
      "main.py": `
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel
app = FastAPI()

class Payload(BaseModel):
    sub: int | None = None

def find(number):
    if number is None:
        return None
    return load(number)

@app.get("/one")
def one():
    payload = Payload(**decoded())
    found = find(payload.sub)
    if not found:
        raise HTTPException(404)
    return found
`,
    };
    expect(await routesOf(files)).toEqual(["GET /one open 200,404"]);
  });

  it("Fastify: what breaks a route's schema goes to the error handler, which tells it from other errors", async () => {
    const files = {
      "app.ts": `
        import Fastify from "fastify";
        import { z } from "zod";
        import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
        class Refused extends Error {}
        const app = Fastify();
        app.setErrorHandler((error, request, reply) => {
          if (hasZodFastifySchemaValidationErrors(error)) return reply.status(422).send({});
          if (error instanceof Refused) return reply.status(403).send({});
          return reply.status(500).send({});
        });
        const id = { params: z.object({ id: z.string() }) };
        app.get("/notes/:id", { schema: id }, async (request) => {
          if (!isMine(request.params.id)) throw new Refused();
          return {};
        });
        app.get("/numbers/:id", { schema: { params: z.object({ id: z.string().uuid() }) } }, async () => ({}));
        app.post("/notes", { schema: { body: z.object({ text: z.string() }) } }, async (request, reply) => reply.code(201).send());
        app.post("/own", { schema: { body: z.object({ text: z.string() }) } }, async () => z.object({}).parse(await load()));`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes/{id} open 200,403",
      "GET /numbers/{id} open 200,422",
      "POST /notes open 201,422 {text}",
      "POST /own open 200,422 {text}",
    ]);
  });

  it("Django REST: what a view reads of a request beside its serializer, and a cookie for a new token", async () => {
    const files = {
      "manage.py": `import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "site.settings")\n`,
      "site/settings.py": `ROOT_URLCONF = "site.urls"\n`,
      "site/urls.py": `
from django.urls import path
from site import views
urlpatterns = [path("profile", views.Profile.as_view()), path("refresh", views.Refresh.as_view())]
`,
      "site/views.py": `
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework_simplejwt.views import TokenRefreshView

class ProfileSerializer(serializers.Serializer):
    name = serializers.CharField()

class Profile(APIView):
    permission_classes = [AllowAny]
    def patch(self, request):
        serializer = ProfileSerializer(data=request.data)
        if not serializer.is_valid():
            return Response(serializer.errors, status=400)
        request.user.email = request.data.get("email")
        return Response(serializer.data)

class Refresh(TokenRefreshView):
    permission_classes = [AllowAny]
    authentication_classes = []
    def post(self, request):
        token = request.COOKIES.get("refresh")
        if not token:
            return Response({}, status=401)
        return Response({})
`,
    };
    expect(await routesOf(files)).toEqual([
      "PATCH /profile optional:cookie:sessionid 200,400 {name,email}",
      "POST /refresh required:bearer 200,401",
    ]);
  });

  it("Next.js: by what errors of one class are called, in tables", async () => {
    const errors = `
      export class AppError extends Error {
        constructor({ code, message }) { super(message); this.code = code; }
      }
      export const check = async (req) => {
        const signature = req.headers.get("x-signature");
        if (!signature) throw new AppError({ code: "bad_request", message: "It isn't signed." });
        if (!(await isRight(signature))) throw new AppError({ code: "unauthorized", message: "It isn't ours." });
        if (await isOld(signature)) throw new AppError({ code: "gone", message: "It is too old." });
      };`;
    const files = {
      "package.json": `{ "dependencies": { "next": "15.0.0" } }`,
      "src/errors.js": errors,
      "src/app/api/tables/route.js": `
        import { AppError, check } from "../../../errors";
        const statuses = { bad_request: 400, unauthorized: 401, conflict: 409, gone: 410 };
        export const POST = async (req) => {
          try {
            await check(req);
            return Response.json({});
          } catch (error) {
            return Response.json({}, { status: error instanceof AppError ? statuses[error.code] : 500 });
          }
        };`,
    };
    expect(await routesOf(files)).toEqual(["POST /api/tables required:header:x-signature 200,400,401,410"]);
  });
});
