import { expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

it("Express: what containers make by types, and classes that say what a body holds", async () => {
  const files = {
    "app.ts": `
      import express from "express";
      import { Container, Service } from "typedi";
      import { container, inject, injectable } from "tsyringe";
      import { plainToInstance } from "class-transformer";
      import { IsEmail, IsString, validateOrReject } from "class-validator";
      class Failure extends Error { constructor(public status: number) { super("no"); } }
      class Note { @IsString() text: string; @IsEmail() email: string; }
      @Service() class Other { two() { if (late()) throw new Failure(423); return {}; } }
      @Service() class Store {
        constructor(private other: Other) {}
        one(id) { if (!find(id)) throw new Failure(404); return this.other.two(); }
      }
      @injectable() class Third { constructor(@inject(Other) private other: Other) {} three() { return this.other.two(); } }
      const checked = (type) => (req, res, next) => {
        const note = plainToInstance(type, req.body);
        validateOrReject(note).then(() => { req.body = note; next(); }).catch(() => next(new Failure(400)));
      };
      const store = Container.get(Store);
      const third = container.resolve(Third);
      const app = express();
      app.get("/notes/:id", (req, res) => res.json(store.one(req.params.id)));
      app.get("/third", (req, res) => res.json(third.three()));
      app.post("/notes", checked(Note), (req, res) => res.status(201).json(req.body));
      app.use((error, req, res, next) => res.status(error.status || 500).json({}));`,
  };
  expect(await routesOf(files)).toEqual([
    "GET /notes/{id} open 200,404,423",
    "GET /third open 200,423",
    "POST /notes open 201,400 {text,email}",
  ]);
});

it("NestJS: decorators that Reflector makes under a key, and checks of health", async () => {
  const files = {
    "main.ts": `
      import { Controller, Get, Module, UseGuards, applyDecorators } from "@nestjs/common";
      import { NestFactory, Reflector } from "@nestjs/core";
      import { AuthGuard } from "@nestjs/passport";
      import { HealthCheckService } from "@nestjs/terminus";
      const Roles = Reflector.createDecorator<string[]>({ key: "roles" });
      class RolesGuard {
        constructor(private reflector: Reflector) {}
        canActivate(context) {
          const roles = this.reflector.get("roles", context.getHandler());
          if (!roles?.length) return true;
          return roles.includes(context.switchToHttp().getRequest().user.role);
        }
      }
      const Auth = (roles: string[]) => applyDecorators(Roles(roles), UseGuards(AuthGuard("jwt"), RolesGuard));
      @Controller("notes") class Notes {
        constructor(private health: HealthCheckService) {}
        @Get() @Auth(["admin"]) all() { return []; }
        @Get("own") @Auth([]) own() { return []; }
        @Get("health") check() { return this.health.check([]); }
      }
      @Module({ controllers: [Notes] }) class App {}
      NestFactory.create(App);`,
  };
  expect(await routesOf(files)).toEqual([
    "GET /notes required:bearer 200,401,403",
    "GET /notes/health open 200,503",
    "GET /notes/own required:bearer 200,401",
  ]);
});
