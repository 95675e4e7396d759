import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("what is asked of a request", () => {
  it("Django REST: a serializer's fields but for those that the view sets, and names with dots", async () => {
    const files = {
      "manage.py": `import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "site.settings")\n`,
      "site/settings.py": `ROOT_URLCONF = "site.urls"\n`,
      "site/urls.py": `
from django.urls import path
from site import views
urlpatterns = [path("notes", views.Notes.as_view())]
`,
      "site/views.py": `
from rest_framework import serializers, status
from rest_framework.response import Response
from rest_framework.views import APIView

class NoteSerializer(serializers.Serializer):
    text = serializers.CharField()
    owner = serializers.IntegerField()

class Notes(APIView):
    def get(self, request):
        by = request.query_params.get("user.eq", None)
        return Response(notes_of(by, request.query_params.get("limit")))

    def post(self, request):
        serializer = NoteSerializer(data={**request.data, "owner": 1})
        if serializer.is_valid():
            return Response(serializer.data, status=status.HTTP_201_CREATED)
        return Response(serializer.errors, status=status.HTTP_400_BAD_REQUEST)
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes open 200 ?user.eq,limit",
      "POST /notes open 201,400 {text}",
    ]);
  });

  it("Hono: a parameter that may be any text is never refused", async () => {
    const files = {
      "app.ts": `
        import { Hono } from "hono";
        import { zValidator } from "@hono/zod-validator";
        import { z } from "zod";
        const app = new Hono();
        app.get("/notes/:slug", zValidator("param", z.object({ slug: z.string() })), (c) => c.json({}));
        app.get("/numbers/:id", zValidator("param", z.object({ id: z.string().uuid() })), (c) => c.json({}));`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes/{slug} open 200", "GET /numbers/{id} open 200,400"]);
  });

  it("Next.js: an error in place of an answer", async () => {
    const files = {
      "app/api/notes/route.ts": `
        import { NextResponse } from "next/server";
        import { getServerSession } from "next-auth/next";
        export async function POST(request: Request) {
          const session = await getServerSession();
          if (!session?.user?.email) return NextResponse.error();
          return NextResponse.json(await store(await request.json()));
        }`,
    };
    expect(await routesOf(files)).toEqual(["POST /api/notes required:cookie:session 200"]);
  });
});

it("what is sent is no error, whatever a logger makes of errors", async () => {
  expect(
    await routesOf({
      "app.js": `
import express from "express";
const app = express();
app.use(express.json());
const told = (error) => (error.cause instanceof Error ? error.message + told(error.cause) : error.message);
const plain = (value) => (value instanceof Error ? told(value) : JSON.stringify(value));
app.post("/notes", (req, res) => {
  console.log(plain(req.body.title));
  res.status(201).json({});
});
`,
    }),
  ).toEqual(["POST /notes open 201 {title}"]);
});

it("fields are the names that a program takes of all that are sent", async () => {
  expect(
    await routesOf({
      "app.js": `
import express from "express";
const app = express();
app.use(express.json());
app.patch("/every/:id", async (req, res) => {
  const updates = Object.keys(req.body);
  if (!updates.every((name) => ["title", "text"].includes(name))) return res.status(400).send();
  const note = await store.find(req.params.id);
  updates.forEach((name) => (note[name] = req.body[name]));
  res.send(note);
});
app.patch("/each/:id", async (req, res) => {
  const note = {};
  for (const name in req.body) if (["a", "b"].includes(name)) note[name] = req.body[name];
  Object.entries(req.body).forEach(([name, value]) => {
    if (["c"].includes(name)) note[name] = value;
  });
  res.send(note);
});
app.post("/notes", (req, res) => {
  store
    .make(req.body.title)
    .then((note) => res.status(201).json(note))
    .catch((error) => res.status(422).json({ error }));
});
`,
      "app.py": `
from flask import Flask, request
app = Flask(__name__)
@app.patch("/items")
def items():
    for name, value in request.get_json().items():
        if name in ("a", "b"):
            save(name, value)
    return {}
@app.patch("/keys")
def keys():
    for name in request.get_json().keys():
        if name not in ["c", "d"]:
            return {}, 400
    return {}
`,
    }),
  ).toEqual([
    "PATCH /each/{id} open 200 {a,b,c}",
    "PATCH /every/{id} open 200,400 {title,text}",
    "PATCH /items open 200 {a,b}",
    "PATCH /keys open 200,400 {c,d}",
    "POST /notes open 201,422 {title}",
  ]);
});

it("celebrate: the parts of a request by its own names of them", async () => {
  expect(
    await routesOf({
      "app.ts": `
import express from "express";
import { celebrate, Joi, Segments } from "celebrate";
const app = express();
app.post("/notes", celebrate({ [Segments.BODY]: Joi.object({ title: Joi.string().required() }), [Segments.QUERY]: { page: Joi.number() } }), (req, res) => {
  res.status(201).json({});
});
`,
    }),
  ).toEqual(["POST /notes open 201,400 ?page {title}"]);
});
