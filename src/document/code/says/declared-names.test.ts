import { expect, it } from "vitest";
import { documented, once } from "../documented.suite.ts";

it.each([
  "class Box:\n    def open(self, user):\n        return self.users[user]\n",
  'class Box:\n    def open(self, name):\n        return name\n\n    def go(self):\n        self.open("user")\n        self.exec("ls")\n        return 1\n',
  'def open(name):\n    return registry[name]\n\n\ndef use():\n    data = open("user")\n    return data.strip()\n',
  'def use(open):\n    data = open("user")\n    return data.strip()\n',
  'def use(x):\n    open = x.opener\n\n    def fetch(a):\n        return a\n\n    return fetch("/users")\n',
])("takes nothing of one's own in Python for what the language calls so", async (source) => {
  expect(await once("a.py", source)).toBe(source);
});

it.each([
  "export class Box {\n  open(\n    user: string,\n    more = 1,\n  ) { return this.users[user + more]; }\n}\n",
  'export class Box {\n  read() { return this.open("user"); }\n  load() { return this.fetch("/users"); }\n  run() { this.exec("DROP TABLE x"); return this.items; }\n}\n',
  'const fetch = (name: string) => table[name];\nexport function load() { return fetch("/users"); }\n',
  'export function load(fetch: Fetch) { return fetch("/users"); }\n',
  'export function config() { return store.readFile("config.json"); }\n',
  'export function config() { return pattern.exec("config"); }\n',
  'export function config() { const readFile = (name: string) => table[name]; return readFile("config.json"); }\n',
])("takes nothing of one's own in TypeScript for what a platform calls so", async (source) => {
  expect(await once("a.ts", source)).toBe(source);
});

it("follows imports to what the project declares, and knows what comes from elsewhere", async () => {
  const body = 'export function config() { return readFile("config.json"); }\n';
  const { text } = await documented({
    "own.ts": "export function readFile(name: string) { return table[name]; }\n",
    "a.ts": `import { readFile } from "./own.ts";\n${body}`,
    "b.ts": `import { readFile } from "node:fs/promises";\n${body}`,
    "c.py":
      "class Box:\n    def open(self, path):\n        with open(path) as file:\n            return file.read()\n",
  });
  expect(text("a.ts")).not.toContain("/**");
  expect(text("b.ts")).toContain("Reads the file `config.json`.");
  expect(text("c.py")).toContain("eads the file `path`");
});
