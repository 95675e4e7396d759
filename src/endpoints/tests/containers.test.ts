import { expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

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

it("NestJS: @RequestMapping maps any method to a handler", async () => {
  const files = {
    "main.ts": `
      import { Controller, Module, RequestMapping, RequestMethod } from "@nestjs/common";
      import { NestFactory } from "@nestjs/core";
      @Controller("tides") class Tides {
        @RequestMapping({ path: ["high", "low"], method: RequestMethod.PUT }) set() { return {}; }
        @RequestMapping({ path: "now" }) now() { return {}; }
      }
      @Module({ controllers: [Tides] }) class App {}
      NestFactory.create(App);`,
  };
  expect(await routesOf(files)).toEqual([
    "GET /tides/now open 200",
    "PUT /tides/high open 200",
    "PUT /tides/low open 200",
  ]);
});
