import { expect, it } from "vitest";
import { once } from "../documented.suite.ts";

it("names what the body itself throws, also where its condition can't be put into words", async () => {
  const typescript = (doc: string): string => `export class Missing extends Error {}
export class Door {
${doc}  async open(name: string): Promise<string> {
    const found = await this.find(name);
    if (!found.ok) throw new Missing();
    return found.key;
  }
}
`;
  expect(await once("a.ts", typescript(""))).toContain(typescript("  /** @throws {Missing} */\n"));
  const python = (text: string): string => `class Missing(Exception):
    """Missing."""


def load(client, name):
    """Load a thing.

    :param name: its name
${text}    """
    found = client.fetch(name)
    if not found.ok:
        raise Missing()
    return found.body
`;
  expect(await once("a.py", python(""))).toContain(":raises Missing:\n");
});
