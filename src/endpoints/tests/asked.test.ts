import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("who is asked for credentials", () => {
  const koa = (rest: string): Record<string, string> => ({
    "app.js": `
      const Koa = require("koa");
      const Router = require("koa-router");
      const jwt = require("koa-jwt");
      const app = new Koa();
      const router = new Router({ prefix: "/api" });
      router.get("/login", (ctx) => { ctx.body = {}; });
      router.get("/notes/:id", (ctx) => { ctx.body = {}; });
      ${rest}
      app.use(router.routes());`,
  });

  it("Koa: a function says which requests a guard lets pass", async () => {
    const guard = `app.use(jwt({ secret: "x" }).unless((ctx) => {
      if (/^\\/api/.test(ctx.path)) return ["/api/login", "/api/open"].includes(ctx.path);
      return true;
    }));`;
    expect(await routesOf(koa(guard))).toEqual([
      "GET /api/login open 200",
      "GET /api/notes/{id} required:bearer 200,401",
    ]);
  });

  it("Koa: what a middleware of the whole application answers itself is no answer of an endpoint", async () => {
    const guard = `
      app.use((ctx, next) => { if (blocked(ctx.ip)) { ctx.body = { error: "later" }; return; } return next(); });
      app.use(jwt({ secret: "x" }));`;
    expect(await routesOf(koa(guard))).toEqual([
      "GET /api/login required:bearer 200,401",
      "GET /api/notes/{id} required:bearer 200,401",
    ]);
  });

  it("Koa: what signs in by another service sends there, and asks for nothing when people come back", async () => {
    const files = {
      "app.js": `
        const Koa = require("koa");
        const Router = require("koa-router");
        const passport = require("koa-passport");
        const router = new Router();
        router
          .get("/github", passport.authenticate("github", { failureRedirect: "/", session: false }))
          .get("/github/back", async (ctx, next) => {
            await passport.authenticate("github", { session: false }, (error, user) => ctx.redirect(ctx.session.passport.to))(ctx);
          })
          .post("/local", async (ctx, next) => {
            await passport.authenticate("local", async (error, user, info) => {
              if (info) { ctx.status = 403; return (ctx.body = info); }
              ctx.body = { token: sign(user) };
            })(ctx, next);
          });
        new Koa().use(router.routes());`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /github open 302",
      "GET /github/back open 302",
      "POST /local open 200,403",
    ]);
  });

  it("Express: a strategy of the program's own that keeps no session is asked for by each request", async () => {
    const files = {
      "app.js": `
        const app = require("express")();
        const passport = require("passport");
        const { Strategy } = require("passport-custom");
        passport.use("machine", new Strategy((req, done) => done(null, known(req) || false)));
        const machine = passport.authenticate("machine", { session: false });
        for (const step of ["start", "stop"])
          app.post("/jobs/" + step, machine, (req, res) => res.json({ by: req.user.id }));`,
    };
    expect(await routesOf(files)).toEqual([
      "POST /jobs/start required:bearer 200,401",
      "POST /jobs/stop required:bearer 200,401",
    ]);
  });

  it("Django: a permission for one object that may refuse is not known", async () => {
    const files = {
      "manage.py": 'os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")',
      "shop/settings.py": 'ROOT_URLCONF = "shop.urls"',
      "shop/urls.py": `
from django.urls import path
from .views import OrderView

urlpatterns = [path("orders/<int:pk>/", OrderView.as_view())]
`,
      "shop/views.py": `
from rest_framework import generics
from rest_framework.permissions import BasePermission
from .models import Order

class IsBuyer(BasePermission):
    def has_object_permission(self, request, view, obj):
        return request.user.is_staff or obj.buyer_id is not None and obj.buyer_id == request.user.pk

class OrderView(generics.RetrieveAPIView):
    queryset = Order.objects.all()
    permission_classes = [IsBuyer]
`,
    };
    expect(await routesOf(files)).toEqual([expect.stringContaining("GET /orders/{pk}/ unknown")]);
  });

  it("Flask: anonymous callers are of the class that the program sets", async () => {
    const files = {
      "app.py": `
from flask import Flask, abort
from flask_login import LoginManager, AnonymousUserMixin, current_user

app = Flask(__name__)
login_manager = LoginManager()

class Anonymous(AnonymousUserMixin):
    def can(self, right):
        return False

login_manager.anonymous_user = Anonymous

@app.get("/")
def index():
    if current_user.can("write"):
        return {"form": True}
    return {}

@app.get("/own")
def own():
    if not current_user.can("write"):
        abort(403)
    return {}
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET / optional:cookie:session 200",
      "GET /own required:cookie:session 200,403",
    ]);
  });

  it("Hono: a client that says whether somebody has signed in", async () => {
    const files = {
      "app.ts": `
        import { Hono } from "hono";
        import { serveStatic } from "hono/bun";
        import { createMiddleware } from "hono/factory";
        import { createKindeServerClient } from "@kinde-oss/kinde-typescript-sdk";
        const client = createKindeServerClient("code", {});
        const guard = createMiddleware(async (c, next) => {
          try {
            if (!(await client.isAuthenticated(manager(c)))) return c.json({}, 401);
            c.set("user", await client.getUserProfile(manager(c)));
            await next();
          } catch { return c.json({}, 401); }
        });
        const app = new Hono().basePath("/api").get("/me", guard, (c) => c.json({ user: c.var.user })).get("/open", (c) => c.json({}));
        app.get("*", serveStatic({ root: "./dist" }));`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /api/me required:cookie:session 200,401",
      "GET /api/open open 200",
    ]);
  });

  it("NestJS: hooks of the server below, the request that is injected, and guards of all that only let through", async () => {
    const files = {
      "main.ts": `
        import { NestFactory, APP_GUARD, REQUEST, Reflector } from "@nestjs/core";
        import { Controller, Get, Post, Inject, Injectable, Module, Query, Scope, SetMetadata, UnauthorizedException } from "@nestjs/common";
        import { FastifyAdapter } from "@nestjs/platform-fastify";
        import { JwtService } from "@nestjs/jwt";
        class Identity { constructor(token) { this.token = token; } get isGuest() { return !this.token; } }
        const Only = (role) => SetMetadata("only", role);
        class Guard {
          constructor(private reflector: Reflector) {}
          canActivate(context) {
            const { identity } = context.switchToHttp().getRequest();
            if (this.reflector.get("only", context.getHandler()) === undefined) return true;
            if (identity.isGuest) throw new UnauthorizedException();
            return true;
          }
        }
        @Injectable({ scope: Scope.REQUEST })
        class Filter {
          constructor(@Inject(REQUEST) private readonly request) {}
          transform(value) { return this.request.identity.isGuest ? { ...value, public: true } : value; }
        }
        @Controller("notes")
        class Notes {
          @Get() all(@Query(Filter) query) { return find(query); }
          @Get("open") open() { return []; }
          @Post() @Only("admin") create() { return {}; }
        }
        @Module({ controllers: [Notes], providers: [{ provide: APP_GUARD, useClass: Guard }, JwtService] })
        class App {}
        async function start() {
          const app = await NestFactory.create(App, new FastifyAdapter());
          const jwt = app.get(JwtService);
          app.getHttpAdapter().getInstance().addHook("onRequest", async (request) => {
            request.identity = new Identity(null);
            const [type, token] = request.headers.authorization?.split(" ") ?? [];
            if (!token) return;
            request.identity = new Identity(await jwt.verifyAsync(token));
          });
        }
        start();`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes optional:bearer 200",
      "GET /notes/open open 200",
      "POST /notes required:bearer 201,401",
    ]);
  });

  it("Fastify: an error of its own plugins is no validator's", async () => {
    const files = {
      "app.ts": `
        import fastify from "fastify";
        import fastifyJwt from "@fastify/jwt";
        import { ZodError } from "zod";
        const app = fastify();
        app.register(fastifyJwt, { secret: "x" });
        app.setErrorHandler((error, _, reply) =>
          error instanceof ZodError ? reply.status(400).send({}) : reply.status(503).send({}));
        app.patch("/token", async (request, reply) => { await request.jwtVerify({ onlyCookie: true }); return {}; });`,
    };
    expect(await routesOf(files)).toEqual(["PATCH /token required:bearer 200,503"]);
  });
});
