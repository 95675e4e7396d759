import { signInLimits, type Account } from "../../../api/index.ts";
import { imported, ts, type Code } from "../../../code/index.ts";

const { minutes, failures, requests } = signInLimits;
const limiter = (name: string): Code => imported("express-rate-limit", name);

/** `src/limits.ts`: limits attempts to register or log in. */
export const limitsModule = ({ identity }: Account): Code => ts`
const shared = {
  windowMs: ${minutes} * 60_000,
  standardHeaders: "draft-8",
  legacyHeaders: false,
  handler: (_request: ${imported("express", "type Request")}, _response: ${imported("express", "type Response")}, next: ${imported("express", "type NextFunction")}) => next(new ${imported("/src/problem.ts", "Problem")}(429)),
} as const;

/** The caller's address, and the account that is named. */
function attempt({ ip = "", body }: Request): string {
  const name: unknown = (body as Readonly<Record<string, unknown>> | undefined)?.[${identity.name}]; // read from JSON
  return \`\${${limiter("ipKeyGenerator")}(ip)} \${typeof name === "string" ? name.trim().toLowerCase().slice(0, 254) : ""}\`;
}

/** Lets an address fail ${failures} times for one account, and ask ${requests} times, within ${minutes} minutes. Counted in this process. */
export const limitSignIn = (): readonly ${imported("express", "type RequestHandler")}[] => [
  ${limiter("rateLimit")}({ ...shared, limit: ${requests} }),
  rateLimit({ ...shared, limit: ${failures}, skipSuccessfulRequests: true, requestWasSuccessful: (_request, { statusCode }) => statusCode !== 401 && statusCode !== 409, keyGenerator: attempt }),
];
`;
