import { describe, expect, it } from "vitest";
import { accessOf, routesOf } from "./app.suite.ts";

describe("what becomes of what was looked for", () => {
  it.each([
    ["mongoose", `(await mongoose.model("User").findOne({ token }).lean())`],
    ["mongoose's promise", `(await mongoose.model("User").findOne({ token }).exec().then((user) => user))`],
    ["knex", `(await knex()("users").where("token", token).first())`],
    ["Supabase", `(await createClient("a", "b").from("users").select("*").eq("token", token).single()).data`],
  ])("Express: a query of %s without credentials finds nobody, which is no refusal", async (_, query) => {
    const files = {
      "app.js": `
        const mongoose = require("mongoose");
        const knex = require("knex");
        const { createClient } = require("@supabase/supabase-js");
        const app = require("express")();
        const find = async (req) => { const token = req.headers.authorization; return ${query}; };
        app.get("/page", async (req, res) => { const user = await find(req); res.json({ name: user ? user.name : "guest" }); });
        app.get("/own", async (req, res) => { const user = await find(req); res.json({ name: user.name }); });`,
    };
    expect(await accessOf(files)).toEqual(["GET /own required:bearer", "GET /page optional:bearer"]);
  });

  it("Flask: nor one of SQLAlchemy or of a cursor", async () => {
    const files = {
      "app.py": `
import sqlite3
from flask import Flask, session
from flask_sqlalchemy import SQLAlchemy
app = Flask(__name__)
db = SQLAlchemy(app)

class User(db.Model):
    name = db.Column(db.String)

@app.get("/page")
def page():
    user = User.query.filter_by(id=session.get("user_id")).first()
    return {"name": user.name if user else "guest"}

@app.get("/row")
def row():
    user = sqlite3.connect("x").execute("SELECT * FROM user WHERE id = ?", (session.get("user_id"),)).fetchone()
    return {"name": user["name"] if user else "guest"}
`,
    };
    expect(await accessOf(files)).toEqual([
      "GET /page optional:cookie:session",
      "GET /row optional:cookie:session",
    ]);
  });

  it("Flask: what a model has of its library, whatever it is mixed with, and values of either place", async () => {
    const files = {
      "app.py": `
from flask import Flask, request
from flask_login import UserMixin
from flask_sqlalchemy import SQLAlchemy
app = Flask(__name__)
db = SQLAlchemy()

class Base(object):
    pass

class User(Base, UserMixin, db.Model):
    pass

@app.route("/users", methods=["GET", "POST"])
def users():
    for name in names():
        request.values.get(name)
    User.query.paginate(request.values.get("page"), 20)
    return "users"
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /users open 200,404 ?page",
      "POST /users open 200,404 {page}",
    ]);
  });

  it("FastAPI: a package called as a library means that library within itself", async () => {
    const files = {
      "app/__init__.py": "",
      "app/models/__init__.py": "",
      "app/models/pydantic/__init__.py": "",
      "app/models/pydantic/note.py": `
from pydantic import BaseModel

class NoteIn(BaseModel):
    text: str
`,
      "app/main.py": `
from fastapi import FastAPI
from .models.pydantic.note import NoteIn
app = FastAPI()

@app.post("/notes")
def create(request: NoteIn):
    return request
`,
    };
    expect(await routesOf(files)).toEqual(["POST /notes open 200,422 {text}"]);
  });

  it("Django REST framework: columns of Django's own users may be written", async () => {
    const files = {
      "site/settings.py": `ROOT_URLCONF = "site.urls"`,
      "site/urls.py": `
from rest_framework.routers import SimpleRouter
from .views import Members, People
router = SimpleRouter()
router.register("members", Members)
router.register("people", People)
urlpatterns = router.urls
`,
      "site/models.py": `
from django.contrib.auth.models import AbstractBaseUser
from django.db import models
class Member(AbstractBaseUser):
    email = models.EmailField()
`,
      "site/views.py": `
from django.contrib.auth.models import User
from rest_framework import mixins, serializers, viewsets
from .models import Member

class MemberSerializer(serializers.ModelSerializer):
    class Meta:
        model = Member
        fields = ["id", "email", "last_login", "date_joined"]

class PersonSerializer(serializers.ModelSerializer):
    class Meta:
        model = User
        exclude = ["groups", "user_permissions", "is_staff", "is_active", "is_superuser"]

class Members(mixins.CreateModelMixin, viewsets.GenericViewSet):
    queryset = Member.objects.all()
    serializer_class = MemberSerializer

class People(mixins.CreateModelMixin, viewsets.GenericViewSet):
    queryset = User.objects.all()
    serializer_class = PersonSerializer
`,
    };
    expect(await routesOf(files)).toEqual([
      "POST /members/ open 201,400 {email,last_login}",
      "POST /people/ open 201,400 {password,last_login,username,first_name,last_name,email,date_joined}",
    ]);
  });
});
