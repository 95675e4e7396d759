import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../schema/index.ts";
import { scanOf } from "./app.suite.ts";

/** A schema in a line: `{id:uuid,tags:[string?]}`; `*` is unknown, `?` may be null. */
function text(schema: JsonSchema | undefined): string {
  if (!schema) return "-";
  if (schema.properties)
    return `{${Object.entries(schema.properties)
      .map(([name, property]) => `${name}:${text(property)}`)
      .join(",")}}`;
  if (schema.type === "array") return `[${text(schema.items)}]`;
  const example = schema["example"] === undefined ? "" : `=${String(schema["example"])}`;
  return `${String(schema["format"] ?? schema.type ?? "*")}${schema["nullable"] ? "?" : ""}${example}`;
}

/** The answers of each endpoint, by status: `GET /notes 200 [{id:uuid}]`. */
async function answersOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { routes } = await scanOf(files);
  return routes
    .flatMap(({ method, path, answers }) =>
      answers
        .filter(({ status }) => status !== 500)
        .map(({ status, schema }) => `${method.toUpperCase()} ${path} ${status} ${text(schema)}`),
    )
    .sort();
}

describe("what answers look like", () => {
  it("FastAPI: by response_model, in lists too, by the annotation, and what errors say", async () => {
    expect(
      await answersOf({
        "main.py": `
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

app = FastAPI()

class Note(BaseModel):
    id: int
    tags: list[str]

Notes = list[Note]

@app.get("/notes", response_model=list[Note])
def notes():
    return store.all()

@app.get("/mine", response_model=Notes)
def mine():
    return store.all()

@app.get("/notes/{id}")
def note(id: int) -> Note:
    found = store.get(id)
    if not found:
        raise HTTPException(status_code=404, detail="No such note")
    return found
`,
      }),
    ).toEqual([
      "GET /mine 200 [{id:integer,tags:[string]}]",
      "GET /notes 200 [{id:integer,tags:[string]}]",
      "GET /notes/{id} 200 {id:integer,tags:[string]}",
      "GET /notes/{id} 404 {detail:string=No such note}",
      "GET /notes/{id} 422 {detail:[{loc:[string=body],msg:string=Field required,type:string=missing}]}",
    ]);
  });

  it("NestJS: by the types of services, by whose records a repository finds, and what exceptions say", async () => {
    expect(
      await answersOf({
        "src/notes.ts": `
import { Controller, Get, Injectable, Module, NotFoundException, Param } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { InjectRepository } from "@nestjs/typeorm";
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, Repository } from "typeorm";
import { external } from "elsewhere";

@Entity()
export class Note {
  @PrimaryGeneratedColumn() id: number;
  @Column() title: string;
  @Column({ select: false }) secret: string;
  @ManyToOne(() => Note) above: Note;
}
interface Count { total: number; names: string[] }
@Injectable()
export class Notes {
  constructor(@InjectRepository(Note) private readonly notes: Repository<Note>) {}
  all() { return this.notes.find(); }
  async one(id: string) {
    const note = await this.notes.findOne({ where: { id } });
    if (!note) throw new NotFoundException("No such note");
    return note;
  }
  count(): Promise<Count> { return external.count(); }
}
@Controller("notes")
export class NotesController {
  constructor(private readonly notes: Notes) {}
  @Get() all() { return this.notes.all(); }
  @Get("count") count() { return this.notes.count(); }
  @Get("hello") hello() { return "Hello"; }
  @Get(":id") one(@Param("id") id: string) { return this.notes.one(id); }
}
@Module({ controllers: [NotesController], providers: [Notes] })
export class AppModule {}
NestFactory.create(AppModule).then((app) => app.listen(3000));
`,
      }),
    ).toEqual([
      "GET /notes 200 [{id:number,title:string}]",
      "GET /notes/count 200 {total:number,names:[string]}",
      "GET /notes/hello 200 string=Hello",
      "GET /notes/{id} 200 {id:number,title:string}",
      "GET /notes/{id} 404 {message:string=No such note,error:string,statusCode:number}",
    ]);
  });

  it("Django REST framework: by serializers, without what is only written, in pages", async () => {
    expect(
      await answersOf({
        "app/settings.py": `
ROOT_URLCONF = "app.urls"
REST_FRAMEWORK = {"DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination", "PAGE_SIZE": 10}
`,
        "app/urls.py": `
from rest_framework.routers import DefaultRouter
from .views import NoteViewSet
router = DefaultRouter()
router.register("notes", NoteViewSet)
urlpatterns = router.urls
`,
        "app/views.py": `
from django.db import models
from rest_framework import serializers, viewsets, mixins

class Note(models.Model):
    title = models.CharField(max_length=10)
    made = models.DateTimeField(auto_now_add=True)

class NoteSerializer(serializers.ModelSerializer):
    secret = serializers.CharField(write_only=True)
    length = serializers.SerializerMethodField()
    class Meta:
        model = Note
        fields = ["id", "title", "made", "secret", "length"]
        read_only_fields = ["made"]

class NoteViewSet(mixins.ListModelMixin, mixins.CreateModelMixin, viewsets.GenericViewSet):
    queryset = Note.objects.all()
    serializer_class = NoteSerializer
`,
      }),
    ).toEqual([
      "GET /notes/ 200 {count:number,next:string,previous:string,results:[{id:integer,title:string,made:date-time,length:*}]}",
      "POST /notes/ 201 {id:integer,title:string,made:date-time,length:*}",
      "POST /notes/ 400 -",
    ]);
  });

  it("Flask: by what a schema dumps, after its own hook", async () => {
    expect(
      await answersOf({
        "app.py": `
from flask import Flask, jsonify
from flask_apispec import marshal_with
from marshmallow import Schema, fields, post_dump

app = Flask(__name__)

class NoteSchema(Schema):
    id = fields.Int(dump_only=True)
    title = fields.Str()
    secret = fields.Str(load_only=True)

class BoxSchema(NoteSchema):
    @post_dump
    def box(self, data, **kwargs):
        return {"note": data}

notes_schema = NoteSchema(many=True)

@app.route("/notes")
def notes():
    return jsonify(notes_schema.dump(store.all()))

@app.route("/notes/<int:id>")
@marshal_with(BoxSchema())
def note(id):
    return store.get(id)
`,
      }),
    ).toEqual([
      "GET /notes 200 [{id:integer,title:string}]",
      "GET /notes/{id} 200 {note:{id:integer,title:string}}",
    ]);
  });

  it("Fastify and Hono: by the schemas that a route declares its answers by", async () => {
    expect(
      await answersOf({
        "fastify.js": `
const app = require("fastify")();
const note = { type: "object", properties: { id: { type: "integer" } } };
app.get("/notes/:id", { schema: { response: { 200: note, "4xx": { type: "object", properties: { why: { type: "string" } } } } } }, async (req, reply) => {
  if (!req.params.id) return reply.code(404).send(what());
  return find(req.params.id);
});
`,
        "hono.ts": `
import { OpenAPIHono, createRoute, z } from "@hono/zod-openapi";
const app = new OpenAPIHono();
const list = createRoute({
  method: "get", path: "/tags",
  responses: { 200: { content: { "application/json": { schema: z.array(z.object({ name: z.string().nullable(), ready: z.literal(true), more: z.any().nullable() })) } }, description: "All" } },
});
app.openapi(list, async (c) => c.json(await find()));
export default app;
`,
      }),
    ).toEqual([
      "GET /notes/{id} 200 {id:integer}",
      "GET /notes/{id} 404 {why:string}",
      "GET /tags 200 [{name:string?,ready:boolean,more:*}]",
    ]);
  });

  it("pages and files: by their media types", async () => {
    const { routes } = await scanOf({
      "app.js": `
const app = require("express")();
app.get("/", (req, res) => res.render("index", { title: "Notes" }));
app.get("/notes.pdf", (req, res) => res.download("notes.pdf"));
`,
      "app.py": `
from flask import Flask, render_template
app = Flask(__name__)
@app.route("/flask")
def flask():
    return render_template("index.html")
`,
    });
    expect(
      routes.map(({ path, answers: [first] }) => `${path} ${first?.type} ${text(first?.schema)}`).sort(),
    ).toEqual([
      "/ text/html string",
      "/flask text/html string",
      "/notes.pdf application/octet-stream binary",
    ]);
  });

  it("mongoose: by the model that a query asks, without what it leaves out", async () => {
    expect(
      await answersOf({
        "app.js": `
const express = require("express");
const mongoose = require("mongoose");
const User = mongoose.model("User", new mongoose.Schema({ name: String, age: Number, password: { type: String, select: false } }));
const app = express();
app.get("/users", async (req, res) => res.json(await User.find({}).sort("name").lean()));
app.get("/users/:id", async (req, res) => res.json({ user: await User.findById(req.params.id) }));
app.delete("/users", async (req, res) => res.json(await User.deleteMany({})));
`,
      }),
    ).toEqual([
      "DELETE /users 200 -",
      "GET /users 200 [{_id:string,name:string,age:number}]",
      "GET /users/{id} 200 {user:{_id:string,name:string,age:number}}",
    ]);
  });
});
