import type { Block, Report, Section, Style } from "./report.ts";
import { firstSentence } from "./text.ts";
import { thin } from "./thin.ts";

/** What a style leaves of a report. Prose goes; every file, endpoint, failure and number stays. */
export async function shape(report: Report, style: Style): Promise<Report> {
  const sections = await Promise.all(
    report.sections.map(async (section): Promise<Section> => {
      const blocks = await Promise.all(section.blocks.map((block) => shapeBlock(block, style)));
      return { ...section, blocks: blocks.flat() };
    }),
  );
  return { ...report, sections: sections.filter(({ blocks }) => blocks.length > 0) };
}

async function shapeBlock(block: Block, style: Style): Promise<readonly Block[]> {
  if (block.kind === "text") return explained(block.text, style);
  if (block.kind === "code") return [{ ...block, code: await thin(block, style.comments) }];
  return [block];
}

function explained(text: string, { explanations }: Style): readonly Block[] {
  if (explanations === "none") return [];
  return [{ kind: "text", text: explanations === "short" ? firstSentence(text) : text }];
}
