import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { place, type Place } from "../host.suite.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

const json = async (...args: string[]) => JSON.parse((await at.antiphon(["keys", ...args, "--json"])).out);

it("creates, shows once, changes, rotates, disables and enables", async () => {
  const { key, secret } = await json(
    "create",
    "--name=ci",
    "--team=search",
    "--models=a, b-*",
    "--labels=env=prod",
  );
  expect(secret).toMatch(/^sk-antiphon-[\w-]{43}$/);
  expect(key).toMatchObject({ name: "ci", team: "search", models: ["a", "b-*"], labels: { env: "prod" } });
  expect(await json("update", key.id, "--models=-", "--expires=2030-01-31")).toMatchObject({
    models: null,
    expires: Date.UTC(2030, 0, 31),
  });
  const rotated = await json("rotate", key.id, "--grace=60");
  expect(rotated.secret).not.toBe(secret);
  expect((await json("disable", key.id)).disabled).toEqual(expect.any(Number));
  expect((await json("enable", key.id)).disabled).toBeNull();
  const { out } = await at.antiphon(["keys", "list"]);
  expect(out).toContain(key.id);
  expect(out).not.toContain(secret.slice(12, 20));
});

it.each([
  [["keys", "creat"], /Did you mean: antiphon keys create/],
  [["keys", "rotate"], /needs the id of a key/],
  [["keys", "list", "key_x"], /takes no id/],
  [["keys", "disable", "key_x"], /There is no key key_x/],
  [["keys", "create", "--endpoints=admin"], /endpoints: admin is not an endpoint/],
  [["keys", "rotate", "key_x", "--grace=-1"], /not a number of seconds/],
])("%j says what is wrong", async (line, message) => {
  const { code, err } = await at.antiphon(line);
  expect(code).not.toBe(0);
  expect(err).toMatch(message);
});

it.each([
  [
    "upstreams: { own: builtin }\n",
    "bultin",
    "No model of the configuration matches bultin. Did you mean builtin?\n",
  ],
  ["upstreams: { own: builtin }\n", "claude-*", "No model of the configuration matches claude-*.\n"],
  ["upstreams: { own: builtin, a: { provider: anthropic } }\n", "claude-*, builtin, built*", ""],
  ["upstreams: { own: builtin, a: { provider: anthropic } }\n", "bultin", "Did you mean builtin?\n"],
  ["{}\n", "builtin", ""],
])("with %j, a key for %j is created with the warning %j", async (config, models, warning) => {
  await writeFile(join(at.root, "antiphon.yaml"), config);
  const file = `--config=${join(at.root, "antiphon.yaml")}`;
  const { code, err } = await at.antiphon(["keys", "create", `--models=${models}`, file]);
  expect(code).toBe(0);
  if (warning === "") expect(err).toBe("");
  else expect(err).toContain(warning);
});
