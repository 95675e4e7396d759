import { inert } from "../../research/index.ts";
import { code } from "../../report/index.ts";
import type { Draft, Place } from "./draft.ts";

/** Formats the draft as a plan for /execute-plan: code to write is described, commands to run are steps. */
export function planText(draft: Draft): string {
  const { places, documents, test, runs } = draft;
  const tasks: (readonly string[])[] = [];
  const add = (title: string, lines: readonly string[]): number =>
    tasks.push([`## Task ${tasks.length + 1}: ${title}`, "", ...lines]);
  const changed = (places.length ? places : [undefined]).map((place, i) =>
    add(place ? `Change ${place.file}` : "Write the code", [
      ...after(i),
      ...changeTask(place, i === 0 ? test : undefined, draft),
    ]),
  );
  if (documents.length)
    add("Document it", [
      ...after(changed.at(-1)),
      "**Files:**",
      ...documents.map((file) => `- Modify: \`${file}\``),
      "",
      ...documents.map((file) => `- [ ] Say in \`${file}\` what is new`),
    ]);
  add("Look it over", [
    ...after(changed.at(-1)),
    ...(runs ? ["- [ ] Run `/test all`"] : []),
    "- [ ] Run `/review --exact`",
  ]);
  const missing = draft.gathered.notFound.map(({ words }) => plain(words));
  const lines = [
    `# ${title(draft)}`,
    "",
    "A draft from what stands in the repository. Change it before it is carried out.",
    "",
    ...tasks.flatMap((task) => [...task, ""]),
    ...similar(draft),
    "## Risks",
    "",
    ...[...risks(draft), ...missing].map((risk) => `- ${risk}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** The title on one line, without characters that Markdown or the plan's reader would interpret. */
export const title = ({ text }: Draft): string =>
  text
    .replaceAll(/[`#*[\]<>|\\]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 120);

const after = (task: number | undefined): readonly string[] => (task ? [`Depends on Task ${task}.`, ""] : []);

/** The first task begins with the test; the others cover further places to change. */
function changeTask(place: Place | undefined, test: Draft["test"], draft: Draft): readonly string[] {
  const titleText = title(draft);
  const testFile = test && `- ${test.exists ? "Modify" : "Create"}: \`${test.path}\``;
  const first = test ? `Write a test in \`${test.path}\` that shows it, then ` : "";
  if (!place)
    return [
      ...(testFile ? ["**Files:**", testFile, ""] : []),
      `- [ ] ${first ? `${first}write` : "Write"} the code: ${titleText}`,
    ];
  const { file, symbols, size, callers, tests } = place;
  const run = [...new Set([...(test ? [test.path] : []), ...tests])].slice(0, 2);
  const names = symbols.slice(0, 4).map((item) => `${inert(item.declaration.name)} at line ${item.line}`);
  return [
    `**Size:** ${size}`,
    "",
    "**Files:**",
    ...(testFile ? [testFile] : []),
    `- Modify: \`${file}\``,
    "",
    ...(names.length ? [`Places: ${names.join(", ")}; ${callers} callers elsewhere.`, ""] : []),
    test
      ? `- [ ] ${first}change \`${file}\`: ${titleText}`
      : `- [ ] Change \`${file}\` where it needs it: ${titleText}`,
    ...(draft.runs ? run.map((item) => `- [ ] Run \`/test ${item}\``) : []),
  ];
}

const similar = ({ similar: all }: Draft): readonly string[] =>
  all.length
    ? [
        "## Done before",
        "",
        ...all.map(
          ({ hash, subject, files }) =>
            `- ${hash} ${code(subject)}${files.length ? `: ${files.map(code).join(", ")}` : ""}`,
        ),
        "",
      ]
    : [];

const plain = (text: string): string => text.replaceAll(/[<>[\]*`_|\\]/g, String.raw`\$&`);

/** Only what was counted. */
export function risks({ places, gathered, test }: Draft): readonly string[] {
  const untested = places.filter(({ tests }) => tests.length === 0).map(({ file }) => code(file));
  const busy = places
    .filter(({ callers }) => callers > 8)
    .map(({ file, callers }) => `${code(file)} (${callers})`);
  return [
    ...(places.length === 0 ? ["No file fits the words: the places are yours to name."] : []),
    ...(untested.length ? [`No test imports ${untested.join(", ")}.`] : []),
    ...(busy.length ? [`Much calls ${busy.join(", ")}: keep what it takes and gives.`] : []),
    ...(test === undefined ? ["The project has no tests of this kind to follow."] : []),
    ...gathered.gaps.map(plain),
  ];
}
