import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("Express with mongoose", () => {
  it("a body that is stored as it comes has the model's fields", async () => {
    const files = {
      "note.js": `
        const mongoose = require("mongoose");
        const schema = new mongoose.Schema({
          title: { type: String, required: true },
          pages: [{ text: String, ink: { type: String, default: "black" } }],
          owner: String,
          createdAt: { type: Date, default: Date.now },
        });
        module.exports = mongoose.model("Note", schema);`,
      "app.js": `
        const express = require("express");
        const Joi = require("joi");
        const Note = require("./note");
        const app = express();
        app.post("/notes", async (req, res) => {
          req.body.owner = "me";
          res.status(201).json(await Note.create(req.body));
        });
        app.post("/strict", async (req, res) => {
          const { value } = Joi.object({ title: Joi.string() }).validate(req.body);
          res.json(await Note.create(value));
        });`,
    };
    expect(await routesOf(files)).toEqual([
      "POST /notes open 201 {title,pages}",
      "POST /strict open 200 {title}",
    ]);
  });

  it("who signs in by another service's token needs no credentials", async () => {
    const app = `
      const express = require("express");
      const passport = require("passport");
      const app = express();
      app.post("/github", passport.authenticate("github", { session: false }), (req, res) => res.json({ name: req.user.name }));
      app.post("/tags", (req, res) => { req.body.tags.push("new"); res.json(req.body.tags); });`;
    expect(await routesOf({ "app.js": app })).toEqual([
      "POST /github open 200,401",
      "POST /tags open 200 {tags}",
    ]);
  });
});

describe("NestJS", () => {
  it("filters answer through the adapter, and enumerations are one field", async () => {
    const files = {
      "main.ts": `
        import { Body, Catch, Controller, Get, HttpException, Module, NotFoundException, Patch, UseGuards, UnauthorizedException } from "@nestjs/common";
        import { HttpAdapterHost, NestFactory } from "@nestjs/core";
        import { IsEnum, IsOptional } from "class-validator";
        enum Language { German = "de", English = "en" }
        class Change { @IsOptional() @IsEnum(Language) language?: Language; }
        @Catch()
        class Everything {
          constructor(adapter) { this.adapter = adapter; }
          catch(exception, host) {
            const status = exception instanceof HttpException ? exception.getStatus() : 500;
            this.adapter.reply(host.switchToHttp().getResponse(), {}, status);
          }
        }
        class Guard {
          canActivate(context) {
            if (!context.switchToHttp().getRequest().headers.authorization) throw new UnauthorizedException();
            return true;
          }
        }
        @Controller("notes")
        class Notes {
          @Get(":id") one() { throw new NotFoundException(); }
          @Patch() @UseGuards(Guard) change(@Body() change: Change) { return change; }
        }
        @Module({ controllers: [Notes] }) class App {}
        async function start() {
          const app = await NestFactory.create(App);
          const { httpAdapter } = app.get(HttpAdapterHost);
          app.useGlobalFilters(new Everything(httpAdapter));
          await app.listen(3000);
        }
        start();`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes/{id} open 404",
      "PATCH /notes required:bearer 200,401 {language}",
    ]);
  });

  it("types that are mapped from mapped ones, in an application that is waited for", async () => {
    const files = {
      "main.ts": `
        import { Body, Controller, Module, Patch, Put, ValidationPipe } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        import { OmitType, PartialType, PickType } from "@nestjs/mapped-types";
        import { IsEmail, IsString } from "class-validator";
        class Note { @IsString() title: string; @IsString() text: string; @IsEmail() email: string; }
        class Change extends PartialType(OmitType(Note, ["email"] as const)) {}
        class Name extends PickType(PartialType(Note), ["title"]) { @IsString() more: string; }
        @Controller("notes")
        class Notes {
          @Patch() change(@Body() change: Change) { return change; }
          @Put() name(@Body() name: Name) { return name; }
        }
        @Module({ controllers: [Notes] }) class App {}
        NestFactory.create(App).then((app) => {
          app.setGlobalPrefix("api");
          app.useGlobalPipes(new ValidationPipe());
          app.listen(3000);
        });`,
    };
    expect(await routesOf(files)).toEqual([
      "PATCH /api/notes open 200,400 {title,text}",
      "PUT /api/notes open 200,400 {title,more}",
    ]);
  });

  it("what a guard refuses is refused, also where a filter answers it with 200", async () => {
    const files = {
      "main.ts": `
        import { Catch, Controller, Get, HttpCode, Module, Post, UseFilters, UseGuards } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        import { AuthGuard } from "@nestjs/passport";
        class Guard extends AuthGuard("jwt") {}
        @Catch()
        class Everything {
          catch(error, host) { host.switchToHttp().getResponse().json({ code: 401, message: error.message }); }
        }
        @Controller("notes") @UseFilters(Everything)
        class Notes {
          @Get() list() { return []; }
          @Post() @HttpCode(200) @UseGuards(Guard) add() { return {}; }
        }
        @Module({ controllers: [Notes] }) class App {}
        NestFactory.create(App).then((app) => app.listen(3000));`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes open 200", "POST /notes required:bearer 200"]);
  });
});

describe("Fastify", () => {
  it("an application that the command line starts, errors that were caught, and a status alone", async () => {
    const files = {
      "index.js": `
        const fp = require("fastify-plugin");
        module.exports = async function (fastify) {
          fastify.register(fp(async (app) => app.decorate("guard", async (request, reply) => {
            try { await request.jwtVerify(); } catch (error) { reply.send(error); }
          })));
          fastify.register(require("./notes"), { prefix: "/api/notes" });
        };`,
      "notes/index.js": `
        module.exports = async function (fastify) {
          fastify.addHook("preHandler", fastify.guard);
          fastify.post("/", async (request, reply) => { await save(request.body.text); reply.code(204); });
        };`,
      "a/index.js": `module.exports = async (fastify) => { fastify.get("/never", async () => 1); };`,
    };
    expect(await routesOf(files)).toEqual(["POST /api/notes required:bearer 204,401 {text}"]);
  });
});

describe("Django REST framework", () => {
  it("a viewset's own permissions and the framework's", async () => {
    const files = {
      "urls.py": `
from rest_framework import mixins, routers, viewsets
from rest_framework.authentication import TokenAuthentication
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.decorators import action
from rest_framework.response import Response

class People(mixins.CreateModelMixin, viewsets.GenericViewSet):
    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]
    def get_permissions(self):
        if self.action == "create":
            return [AllowAny()]
        return super().get_permissions()
    @action(["get"], detail=False)
    def me(self, request):
        return Response({})

router = routers.SimpleRouter()
router.register("people", People)
urlpatterns = router.urls
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /people/me/ required:bearer 200,401",
      "POST /people/ open 201,400",
    ]);
  });

  it("conditions that a view makes of several permissions, behind a mixin that extends nothing", async () => {
    const files = {
      "urls.py": `
from rest_framework import permissions, routers, viewsets
from oauth2_provider.contrib.rest_framework import TokenHasReadWriteScope

class Own(permissions.BasePermission):
    def has_permission(self, request, view):
        return request.user.is_authenticated

class House(permissions.BasePermission):
    def has_permission(self, request, view):
        return request.user.is_authenticated

class Scope(TokenHasReadWriteScope):
    def has_permission(self, request, view):
        return True

class Logged(object):
    def initial(self, request, *args, **kwargs):
        super(Logged, self).initial(request, *args, **kwargs)

class Notes(Logged, viewsets.ReadOnlyModelViewSet):
    permission_classes = [(Own | House) & Scope]
    def get_permissions(self):
        if self.action == "list":
            permission_classes = [(Own | House) & Scope]
            return [permission() for permission in permission_classes]
        return super().get_permissions()

router = routers.SimpleRouter()
router.register("notes", Notes)
urlpatterns = router.urls
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes/ required:cookie:sessionid 200,403",
      "GET /notes/{pk}/ required:cookie:sessionid 200,403,404",
    ]);
  });
});
