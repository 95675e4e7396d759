import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf, documents, matchesTranscript, Reader, root, type Block } from "./documents.ts";

const scratch = join(root, "tests/.scratch");

beforeAll(() => void mkdirSync(scratch, { recursive: true }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Answers y to a generation; no other command reads input. */
const answers = (commands: string): string => (commands.includes("/api-gen") ? "y\n" : "");

/** Runs each command after a `$` and compares its output with the lines up to the next `$`. */
async function transcript(reader: Reader, block: Block): Promise<void> {
  for (const part of block.text.split(/^\$ /m).slice(1)) {
    const [command = "", ...expected] = part.split("\n");
    const { output } = await reader.run(command, answers(command));
    expect(matchesTranscript(expected.join("\n"), output), `$ ${command}\n${output}`).toBe(true);
  }
}

async function execute(reader: Reader, block: Block): Promise<void> {
  if (block.language === "console") return transcript(reader, block);
  if (block.language === "sh") {
    const { code, output } = await reader.run(block.text, answers(block.text));
    expect(code, output).toBe(0);
  } else if (block.language === "ts") {
    const path = join(scratch, `${block.file.replaceAll(/\W/g, "-")}-${block.line}.ts`);
    writeFileSync(path, block.text);
    execFileSync(process.execPath, ["-C", "antiphon-source", path], {
      cwd: reader.folder,
      stdio: "pipe",
      timeout: 120_000,
    });
  } else if (block.language === "json") JSON.parse(block.text);
  else if (block.language === "yaml") expect(parse(block.text)).not.toBeNull();
  else
    expect(
      ["text", "diff", "markdown", "mermaid", "http"],
      `${block.file}:${block.line} is of a language that nobody runs`,
    ).toContain(block.language);
}

describe.each(documents())("%s", (file) => {
  const reader = new Reader();
  afterAll(() => reader.remove());
  const blocks = blocksOf(file).filter((block) => !block.long);
  it.each(blocks.map((block) => [`line ${block.line} (${block.language})`, block] as const))(
    "%s",
    (_name, block) => execute(reader, block),
  );

  it("links to files that are there", () => {
    const text = readFileSync(join(root, file), "utf8").replaceAll(/```[\s\S]*?```/g, "");
    const targets = [...text.matchAll(/\]\(([^()#\s]+)(?:#[^()]*)?\)/g)].map((match) => match[1] ?? "");
    const missing = targets.filter(
      (target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(file), target)),
    );
    expect(missing).toEqual([]);
  });
});
