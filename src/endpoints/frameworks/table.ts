import type { FrameworkEntry } from "./contract.ts";
import { django } from "./django/django.ts";
import { express } from "./express/express.ts";
import { fastapi } from "./fastapi/fastapi.ts";
import { fastify } from "./fastify/fastify.ts";
import { flask } from "./flask/flask.ts";
import { hono } from "./hono/hono.ts";
import { koa } from "./koa/koa.ts";
import { nest } from "./nest/nest.ts";
import { next } from "./next/next.ts";

/** The supported frameworks, one file and one line each. */
export const frameworks: Readonly<Record<string, FrameworkEntry>> = {
  express,
  fastify,
  hono,
  koa,
  nest,
  next,
  fastapi,
  flask,
  django,
};
