import { isObject } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import type { CheckKey } from "../access.ts";
import { json, type Answer, type Route } from "../route.ts";
import { readAssets, type Assets } from "./assets.ts";
import { loginRoutes, type LoginDoor, type LoginOptions } from "./login.ts";

export interface UiOptions extends LoginDoor {
  readonly checkKey: CheckKey;
  /** Login with an identity provider, in addition to admin keys. */
  readonly login?: LoginOptions | undefined;
}

/** The routes of the dashboard: its public files and its login. Its data comes from `/admin`. */
export function uiRoutes({ checkKey, login, ...door }: UiOptions): readonly Route[] {
  const { sessions } = door;
  let reading: Promise<Assets> | undefined;
  const assets = (): Promise<Assets> => (reading ??= readAssets());
  return [
    ...(login ? loginRoutes(login, door) : []),
    page("/ui", async () => {
      const { page: html, policy } = await assets();
      return { type: "text/html; charset=utf-8", text: html, policy };
    }),
    {
      method: "GET",
      path: "/ui/",
      access: "public",
      handle: async () => ({ status: 308, headers: { location: "/ui" }, body: "" }),
    },
    page("/ui/{name}", async (name) => {
      const { files, policy } = await assets();
      const file = files.get(name);
      if (!file) throw new ApiError("not_found_error", "The dashboard has no such file.");
      return { ...file, policy };
    }),
    {
      method: "GET",
      path: "/ui/session",
      access: "public",
      handle: async ({ headers }) =>
        json({ admin: (await sessions.find(headers))?.key ?? null, login: login !== undefined }),
    },
    {
      method: "POST",
      path: "/ui/session",
      access: "public",
      async handle({ body, header, client }) {
        const key = isObject(body) ? body["key"] : undefined;
        if (typeof key !== "string" || key === "")
          throw new ApiError("invalid_request_error", "key: Field required");
        const caller = await checkKey({ "x-api-key": key }, "admin", client);
        header("set-cookie", await sessions.open(caller?.key ?? "admin"));
        return json({ admin: caller?.key });
      },
    },
    {
      method: "POST",
      path: "/ui/logout",
      access: "public",
      async handle({ header }) {
        header("set-cookie", sessions.end);
        return json({});
      },
    },
  ];
}

interface Page {
  readonly type: string;
  readonly text: string;
  readonly policy: string;
}

const page = (path: string, read: (name: string) => Promise<Page>): Route => ({
  method: "GET",
  path,
  access: "public",
  handle: async ({ params }): Promise<Answer> => {
    const { type, text, policy } = await read(params["name"] ?? "");
    return {
      status: 200,
      headers: {
        "content-type": type,
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cache-control": "no-cache",
      },
      body: text,
    };
  },
});
