import type { Call } from "../example.ts";
import type { Showcase } from "../examples/showcase.ts";

/** Where requests go, and whether they send the token from the environment. */
export interface Target {
  readonly server: string;
  readonly token: boolean;
}

/** Quotes text for a POSIX shell; `{{name.id}}` becomes the variable that holds the id. */
const quoted = (text: string): string =>
  `'${text.replaceAll("'", `'\\''`).replaceAll(/\{\{(\w+)\.id\}\}/g, `'"$$$1"'`)}'`;

/** Returns a URL, in double quotes if it contains a variable. */
function address(url: string): string {
  const filled = url.replaceAll(/\{\{(\w+)\.id\}\}/g, "$$$1");
  return filled === url && /^[\w:/.-]+$/.test(url) ? url : `"${filled}"`;
}

function line(call: Call, { server, token }: Target, flags: string): string {
  const parts = [
    `curl ${flags}`,
    call.method === "get" ? "" : `-X ${call.method.toUpperCase()}`,
    address(`${server}${call.path}`),
    token ? `-H "authorization: Bearer $TOKEN"` : "",
    call.body === undefined
      ? ""
      : `-H "content-type: application/json" -d ${quoted(JSON.stringify(call.body))}`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** Extracts the record's own id: the first one in the response. */
const keepId = `sed 's/^{"id":"\\([^"]*\\)".*/\\1/'`;

/** Returns shell lines, ready to run, that create what the call needs and then make it. */
export const curl = ({ before, call }: Showcase, target: Target): string =>
  [
    ...before.map((step) =>
      step.as === undefined
        ? `${line(step, target, "-s")} > /dev/null`
        : `${step.as}=$(${line(step, target, "-s")} | ${keepId})`,
    ),
    line(call, target, "-i"),
  ].join("\n");
