import type { Block, Level, Report, Section } from "./report.ts";
import { firstSentence } from "./text.ts";
import { thin } from "./thin.ts";

/** What a level leaves of a report. Prose goes; every file, endpoint, failure and number stays. */
export async function shape(report: Report, level: Level): Promise<Report> {
  if (level === "default") return report;
  const sections = await Promise.all(
    report.sections.map(async (section): Promise<Section> => {
      const blocks = await Promise.all(section.blocks.map((block) => shapeBlock(block, level)));
      return { ...section, blocks: blocks.flat() };
    }),
  );
  return { ...report, sections: sections.filter(({ blocks }) => blocks.length > 0) };
}

async function shapeBlock(block: Block, level: Exclude<Level, "default">): Promise<readonly Block[]> {
  if (block.kind === "text")
    return level === "ultra" ? [] : [{ kind: "text", text: firstSentence(block.text) }];
  if (block.kind === "code") return [{ ...block, code: await thin(block, level) }];
  return [block];
}
