import { expect, it } from "vitest";
import { shownBy } from "./shown-declarations.ts";
import { sectionOf, type Facts } from "./sections.ts";

const manifest = (name: string, more: object = {}): NonNullable<Facts["manifest"]> => ({
  path: "package.json",
  ecosystem: "node",
  name,
  version: "1.0.0",
  description: undefined,
  license: undefined,
  private: false,
  published: true,
  requires: undefined,
  scripts: {},
  programs: {},
  homepage: undefined,
  ...more,
});

const usageOf = async (
  files: Readonly<Record<string, string>>,
  of: Facts["manifest"],
): Promise<string | undefined> => {
  const tryRead = (path: string): Promise<string | null> => Promise.resolve(files[path] ?? null);
  const ground = { files: { tryRead }, paths: new Set(Object.keys(files)), manifest: of };
  return (await shownBy(ground as unknown as Parameters<typeof shownBy>[0]))?.code; // only reads
};

it("shows an example that imports the package, else what starts the project", async () => {
  const files = {
    "examples/long.js": `import { sail } from "boat";\n${"sail();\n".repeat(60)}`,
    "examples/basic.js": 'import { sail } from "boat";\nsail(2);\n',
    "examples/a.js": 'import { sail } from "other";\n',
  };
  expect(await usageOf(files, manifest("boat"))).toBe('import { sail } from "boat";\nsail(2);');
  const python = manifest("my-boat", { ecosystem: "python" });
  expect(await usageOf({ "src/my_boat/__main__.py": "" }, python)).toBe("python -m my_boat");
  expect(await usageOf({ "main.py": "" }, undefined)).toBe("python main.py");
  expect(await usageOf({ "index.js": "" }, manifest("boat"))).toBeUndefined();
});

it("installs what makes projects as people type it", () => {
  const line = (name: string): string | undefined => {
    const facts = {
      manifest: manifest(name),
      project: { frameworks: [], packageManager: "npm" },
      packages: [],
      mains: [],
    };
    return sectionOf("installation", facts as unknown as Facts)
      ?.split("\n")
      .slice(1, -1)
      .join("; "); // what it reads
  };
  expect(line("create-sails")).toBe("npm create sails@latest");
  expect(line("@boats/create-sails")).toBe("npm create @boats/sails@latest");
  expect(line("@boats/create")).toBe("npm create @boats@latest");
  expect(line("generator-sails")).toBe("npm install --global yo generator-sails; yo sails");
  expect(line("sails")).toBe("npm install sails");
});
