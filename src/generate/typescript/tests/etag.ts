import { hasEtags, versionScene, type ApiDefinition } from "../../../api/index.ts";
import { code, imported, joinModule, joined, member, ts } from "../../../code/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { preparations } from "../../examples.ts";
import { prepared } from "./calls.ts";
import { textOf, valueOf } from "./values.ts";

/** `tests/etag.test.ts`, if records have versions. */
export function etagTests(api: ApiDefinition, runner: string): readonly GeneratedFile[] {
  const scene = hasEtags(api) ? versionScene(api) : undefined;
  if (!scene) return [];
  const { path, field, values } = scene;
  const used = code("", [{ from: runner, names: ["describe", "expect", "it"] }]);
  const tests = ts`${used}const client = ${imported("/tests/client.ts", "testClient")}();

/** A new record: where it is, and its version. */
async function made(): Promise<{ path: string; version: string }> {
  ${joined(preparations(scene, prepared))}
  const path = ${textOf(path)};
  const { headers } = await client.get(path);
  return { path, version: headers.get("etag") ?? "" };
}

const type = "application/json";
const change = (path: string, value: unknown, match: string): ReturnType<typeof client.send> =>
  client.send("PATCH", path, { contentType: type, text: JSON.stringify({ ${member(field)}: value }), match });

describe("If-Match", () => {
  it("changes the version that it names", async () => {
    const { path, version } = await made();
    const answer = await change(path, ${valueOf(values[0])}, \`"another", \${version}\`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("etag")).not.toBe(version);
    expect((await client.get(path)).headers.get("etag")).toBe(answer.headers.get("etag"));
  });

  it("keeps another version from being changed or deleted", async () => {
    const { path, version } = await made();
    expect((await change(path, ${valueOf(values[0])}, "*")).status).toBe(200);
    const late = await change(path, ${valueOf(values[1])}, version);
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({ title: "Precondition failed" });
    expect((await client.send("DELETE", path, { contentType: type, text: "", match: version })).status).toBe(412);
    expect((await client.get(path)).body).toMatchObject({ ${member(field)}: ${valueOf(values[0])} });
  });

  it("lets one of several changes at once through", async () => {
    const { path, version } = await made();
    const values = ${valueOf([...values])};
    const answers = await Promise.all(values.map((value) => change(path, value, version)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(2);
  });
});`;
  return [{ path: "tests/etag.test.ts", text: joinModule("tests/etag.test.ts", [tests]) }];
}
