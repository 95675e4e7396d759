import type { FrameworkEntry } from "./contract.ts";
import { django } from "./django.ts";
import { express } from "./express.ts";
import { fastapi } from "./fastapi.ts";
import { fastify } from "./fastify.ts";
import { flask } from "./flask.ts";
import { hono } from "./hono.ts";
import { koa } from "./koa.ts";
import { nest } from "./nest.ts";
import { next } from "./next.ts";

/** The frameworks whose routes can be found: one file and one line each. */
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
