import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { venv } from "../../tests/generated/venv.ts";
import type { SpecOperation, SpecParameter } from "../../src/api/index.ts";
import { hiding, ownArguments } from "../../src/generate/python/client/method.ts";
import { Scope, snake } from "../../src/generate/python/client/python-identifiers.ts";
import type { Sent } from "./independent.ts";

/** Returns the Python client's names for an operation. */
export function pythonNames({ operationId, parameters }: SpecOperation): {
  readonly name: string;
  readonly keys: ReadonlyMap<SpecParameter, string>;
} {
  const plain = snake(operationId);
  const scope = new Scope(ownArguments);
  return {
    name: hiding.has(plain) ? `${plain}_` : plain,
    keys: new Map(parameters.map((one) => [one, scope.take(snake(one.name))])),
  };
}

/** Calls a method for each input line by the caller's names; prints a line for each, empty if nothing was raised. */
const script = `
import importlib, json, sys
module = importlib.import_module(sys.argv[2] + ".client")
client = module.Client(base_url=sys.argv[1], retries=0, validate=False)
for line in sys.stdin:
    row = json.loads(line)
    try:
        given = row["params"]
        bodies = getattr(module, "_" + row["name"].upper()).body
        adapter = bodies.get(row.get("type"))
        if "body" in given and adapter:
            given["body"] = adapter().validate_python(given["body"])
        getattr(client, row["name"])(**given)
        print("", flush=True)
    except Exception as error:
        print(repr(error).replace("\\n", " ")[:300], flush=True)
`;

export async function callPython(
  home: string,
  url: string,
  sent: readonly Sent[],
): Promise<readonly string[]> {
  const [client = ""] = globSync(join(home, "src/*/client.py"));
  const python = join(await venv(["httpx==0.28.1", "pydantic==2.14.3", "mypy==2.4.1"]), "python");
  return new Promise((done) => {
    const child = spawn(python, ["-c", script, url, basename(dirname(client))], {
      cwd: join(home, "src"),
      stdio: ["pipe", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.on("close", () => done(output.split("\n").slice(0, -1)));
    child.stdin.end(sent.map((one) => `${JSON.stringify(one)}\n`).join(""));
  });
}
