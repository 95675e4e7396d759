import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("idioms of boilerplates", () => {
  it("FastAPI: a template is given data before its status", async () => {
    const files = {
      "main.py": `
from fastapi import FastAPI, Request
from fastapi.templating import Jinja2Templates
app = FastAPI()
templates = Jinja2Templates(directory="templates")

@app.get("/")
def index(request: Request):
    return templates.TemplateResponse("index.html", {"request": request})

@app.get("/gone")
def gone(request: Request):
    return templates.TemplateResponse("gone.html", {"request": request}, 410)
`,
    };
    expect(await routesOf(files)).toEqual(["GET / open 200", "GET /gone open 410"]);
  });

  it("Flask: a response that is made of what a function answers has its status", async () => {
    const files = {
      "app.py": `
from flask import Flask, make_response, redirect, request
app = Flask(__name__)

def back():
    if request.referrer:
        return redirect(request.referrer)
    return redirect("/")

@app.route("/theme/<name>")
def theme(name):
    response = make_response(back())
    response.set_cookie("theme", name)
    return response
`,
    };
    expect(await routesOf(files)).toEqual(["GET /theme/{name} open 302"]);
  });

  it("Flask: a record of a model may be what it is checked to be", async () => {
    const files = {
      "app.py": `
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
app = Flask(__name__)
db = SQLAlchemy()

class Note(db.Model):
    pass

@app.route("/notes/<id>", methods=["DELETE"])
def remove(id):
    note = Note.query.get_or_404(id)
    if not isinstance(note, Note):
        raise ValueError("none")
    db.session.delete(note)
    return "", 204
`,
    };
    expect(await routesOf(files)).toEqual(["DELETE /notes/{id} open 204,404"]);
  });

  it("Django: letters of a pattern that may be missing, and forms that Django brings or the program extends", async () => {
    const files = {
      "site/settings.py": `ROOT_URLCONF = "site.urls"`,
      "site/urls.py": `
from django.urls import path, re_path, include
from . import views
urlpatterns = [
    re_path(r"^profiles?/", include([path("me", views.me)])),
    path("login", views.sign_in),
    path("register", views.register),
    path("people", views.people),
]
`,
      "site/views.py": `
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.contrib.auth import login
from django import forms
from django.shortcuts import redirect, render
from .models import Person

class PersonForm(forms.ModelForm):
    nickname = forms.CharField()
    class Meta:
        model = Person
        fields = ["name"]

class SignUpForm(UserCreationForm):
    class Meta(UserCreationForm.Meta):
        fields = ("username", "email")

def me(request):
    return render(request, "me.html")

def sign_in(request):
    form = AuthenticationForm(request, data=request.POST or None)
    if form.is_valid():
        login(request, form.get_user())
        return redirect("/")
    return render(request, "login.html")

def register(request):
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        form.save()
        return redirect("/")
    return render(request, "register.html")

def people(request):
    form = PersonForm(request.POST or None)
    if form.is_valid():
        form.save()
        return redirect("/")
    return render(request, "people.html")
`,
      "site/models.py": `
from django.db import models
class Person(models.Model):
    name = models.CharField(max_length=20)
    age = models.IntegerField()
`,
    };
    const found = await routesOf(files);
    expect(found.filter((line) => !line.startsWith("GET"))).toEqual([
      "POST /login open 200,302 {username,password}",
      "POST /people open 200,302 {nickname,name}",
      "POST /register open 200,302 {password1,password2,username,email}",
    ]);
    expect(found).toContain("GET /profiles/me open 200");
  });

  it("NestJS: a guard answers as the strategy that it asks", async () => {
    const files = {
      "main.ts": `
        import { Controller, Get, Post, Injectable, Module, NotFoundException, BadRequestException, UseGuards } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        import { AuthGuard, PassportStrategy } from "@nestjs/passport";
        import { Strategy } from "passport-jwt";
        import { Strategy as Local } from "passport-local";

        @Injectable()
        class Users {
          constructor(private readonly repository: Repository) {}
          async find(id: number) {
            const user = await this.repository.findOne(id);
            if (!user) throw new NotFoundException();
            return user;
          }
        }
        @Injectable()
        class Jwt extends PassportStrategy(Strategy) {
          constructor(private readonly users: Users) { super({}); }
          validate(payload: { id: number }) { return this.users.find(payload.id); }
        }
        @Injectable()
        class ByPassword extends PassportStrategy(Local) {
          async validate(username: string, password: string) {
            if (!(await check(username, password))) throw new BadRequestException();
            return { username };
          }
        }
        @Controller("notes")
        class Notes {
          @UseGuards(AuthGuard("jwt")) @Get() all() { return []; }
          @UseGuards(AuthGuard()) @Get("mine") mine() { return []; }
          @UseGuards(AuthGuard("local")) @Post("login") login() { return {}; }
        }
        @Module({ controllers: [Notes], providers: [Users, Jwt, ByPassword] })
        class App {}
        const app = await NestFactory.create(App);
        await app.listen(3000);`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes required:bearer 200,401,404",
      "GET /notes/mine required:bearer 200,401,404",
      "POST /notes/login open 201,400,401 {username,password}",
    ]);
  });

  it("Next.js: a token that a schema asks for is data, whoever is signed in", async () => {
    const files = {
      "package.json": `{ "dependencies": { "next": "14" } }`,
      "app/api/news/route.ts": `
        import { currentUser } from "@clerk/nextjs/server";
        import { z } from "zod";
        const joining = z.object({ email: z.string(), token: z.string() });
        export async function POST(req: Request) {
          const input = joining.parse(await req.json());
          const user = await currentUser();
          await Promise.all([mail.send({ name: user?.firstName ?? "" }), db.insert(news).values({ token: input.token }).execute()]);
          return new Response(null, { status: 200 });
        }`,
    };
    expect(await routesOf(files)).toEqual(["POST /api/news optional:cookie:session 200 {email,token}"]);
  });
});
