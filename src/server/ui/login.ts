import { createHmac } from "node:crypto";
import type * as OpenId from "openid-client";
import { isSameSecret } from "../../gateway/index.ts";
import { ApiError } from "../../messages/index.ts";
import type { Answer, Call, Route } from "../route.ts";
import type { Sessions } from "./session.ts";

/** Login of administrators with an identity provider (OpenID Connect). */
export interface LoginOptions {
  readonly issuer: URL;
  readonly clientId: string;
  /** Without it, the client is a public one. */
  readonly clientSecret?: string;
  /** The server's public URL, such as `https://gateway.example.org`. */
  readonly url: URL;
  /** The ID token's claim, of whose `values` administrators must have one. */
  readonly claim: string;
  readonly values: readonly string[];
}

export interface LoginDoor {
  readonly sessions: Sessions;
  now(): number;
  /** Called for users who logged in at the provider but aren't administrators. */
  refused?(name: string): void;
}

const cookieName = "antiphon_login";
/** Seconds allowed for logging in at the provider. */
const lifetime = 600;

interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Code flow with PKCE. The state is in a signed cookie, so that any instance can finish a login. */
export function loginRoutes(options: LoginOptions, { sessions, now, refused }: LoginDoor): readonly Route[] {
  const sign = async (text: string): Promise<Buffer> =>
    createHmac("sha256", await sessions.secretFor("login"))
      .update(text)
      .digest();
  let found: Promise<Provider> | undefined;
  /** Discovered once; retried if the provider couldn't be reached. */
  const provider = (): Promise<Provider> =>
    (found ??= discovered(options).catch((cause: unknown) => {
      found = undefined;
      throw cause;
    }));
  const route = (path: string, handle: (call: Call) => Promise<string>): Route => ({
    method: "GET",
    path,
    access: "public",
    handle: async (call): Promise<Answer> => ({
      status: 303,
      headers: {
        location: await handle(call),
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      },
      body: "",
    }),
  });
  const transport = options.url.protocol === "https:" ? "https" : undefined;
  const cookie = (value: string, seconds: number): string =>
    `${cookieName}=${value}; Path=/ui/login; Max-Age=${seconds}; HttpOnly; SameSite=Lax${transport ? "; Secure" : ""}`;
  return [
    route("/ui/login", async ({ header }) => {
      const { client, config } = await provider().catch(unreachable);
      const attempt: Attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        until: now() + lifetime * 1000,
      };
      const text = Buffer.from(JSON.stringify(attempt)).toString("base64url");
      header("set-cookie", cookie(`${text}.${(await sign(text)).toString("base64url")}`, lifetime));
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectOf(options).href,
        scope: "openid profile email",
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: "S256",
      }).href;
    }),
    route("/ui/login/callback", async ({ headers, query, header }) => {
      const refuse = (why: string): string => {
        header("set-cookie", cookie("", 0));
        return `/ui?login=${why}`;
      };
      const attempt = await attemptOf(headers.cookie, sign);
      if (!attempt || attempt.until < now()) return refuse("expired");
      const { client, config } = await provider().catch(unreachable);
      const url = redirectOf(options);
      url.search = query;
      const claims = await client
        .authorizationCodeGrant(config, url, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        })
        .then(
          (tokens) => tokens.claims(),
          () => undefined,
        );
      if (!claims) return refuse("failed");
      // Many providers let users enter any address, so an unverified one identifies nobody.
      const email = claims["email_verified"] === true ? claims["email"] : undefined;
      const claim: readonly unknown[] = [options.claim === "email" ? email : claims[options.claim]].flat();
      const name = `oidc:${(typeof email === "string" ? email : claims.sub).slice(0, 200)}`;
      if (!claim.some((value) => typeof value === "string" && options.values.includes(value))) {
        refused?.(name);
        return refuse("denied");
      }
      header("set-cookie", await sessions.open(name, transport));
      return "/ui";
    }),
  ];
}

const redirectOf = ({ url }: LoginOptions): URL => new URL("/ui/login/callback", url);

async function attemptOf(
  cookies = "",
  sign: (text: string) => Promise<Buffer>,
): Promise<Attempt | undefined> {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(cookies)?.[1] ?? "";
  const [text = "", mac = ""] = value.split(".");
  if (!isSameSecret(Buffer.from(mac, "base64url"), await sign(text))) return undefined;
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Attempt; // the shape that was signed here
}

type Client = typeof OpenId;
interface Provider {
  readonly client: Client;
  readonly config: Awaited<ReturnType<Client["discovery"]>>;
}

/** The library is loaded with the first login. */
async function discovered({ issuer, clientId, clientSecret }: LoginOptions): Promise<Provider> {
  const client = await import("openid-client");
  const authentication = clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret);
  const isPlain = issuer.protocol === "http:"; // the configuration allows it for loopback only
  const config = await client.discovery(issuer, clientId, undefined, authentication, {
    timeout: 10,
    // The first one also verifies the signature of tokens received directly from the provider.
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  });
  return { client, config };
}

function unreachable(cause: unknown): never {
  throw new ApiError(
    "api_error",
    "The identity provider can't be reached now. Log in with the admin key, or try again later.",
    {
      status: 503,
      retryAfter: 5,
      cause,
    },
  );
}
