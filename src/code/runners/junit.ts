import { stripVTControlCharacters } from "node:util";
import { inTable, literal, UserError } from "../../lib/index.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { noReport } from "./no-report.ts";

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name) return inTable(entities, name) ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    },
  );

/**
 * Parses the subset of XML in JUnit reports: elements, attributes and text; no document types, so no custom
 * entities. Raises `UserError` if nested deeper than 100.
 */
export function readXml(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  for (const [, cdata, closed, opened, attributes = "", empty, text] of xml.matchAll(token)) {
    const top = open.at(-1) ?? root;
    if (opened) {
      const pairs = [...attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
      const element: Element = {
        name: opened,
        attributes: Object.fromEntries(
          pairs.map(([, key, double, single]) => [key ?? "", plain(double ?? single ?? "")]),
        ),
        children: [],
        text: "",
      };
      top.children.push(element);
      if (!empty) open.push(element);
      if (open.length > 100)
        throw new UserError(
          "report-unreadable",
          "the test report is nested too deeply",
          "Run the tests by hand.",
        );
    } else if (closed && open.length > 1) open.pop();
    else if (cdata !== undefined) top.text += cdata;
    else if (text) top.text += plain(text);
  }
  return root;
}

/** Returns a parser of a runner's JUnit XML. `lineBase` is the number of the first line there. */
export const junitParser =
  (runner: string, lineBase: 0 | 1): TestRunner["parse"] =>
  ({ report }, root) => {
    if (!report?.includes("<testsuite")) throw noReport(runner);
    return fromJunit(report, root, lineBase);
  };

/** Returns every test case of a report. */
function fromJunit(xml: string, root: string, lineBase: 0 | 1): readonly TestResult[] {
  const results: TestResult[] = [];
  const visit = (element: Element, suites: readonly string[], file: string): void => {
    const { name, attributes, children } = element;
    if (name === "testcase") results.push(caseOf(element, { suites, file, root, lineBase }));
    else {
      const suite = name === "testsuite" && attributes["name"] !== "pytest" && attributes["name"];
      // Some runners have a suite per file, named after it.
      const inner =
        suite && /^[^\s>]+\/?[^\s>]*\.[mc]?[jt]sx?$/.test(suite) ? suite.replace(/^\.\//, "") : file;
      for (const child of children)
        visit(child, suite && inner === file ? [...suites, suite] : suites, inner);
    }
  };
  visit(readXml(xml), [], "");
  return results;
}

function caseOf(
  { attributes, children }: Element,
  {
    suites,
    root,
    lineBase,
    ...around
  }: { suites: readonly string[]; file: string; root: string; lineBase: 0 | 1 },
): TestResult {
  const bad = children.find(({ name }) => name === "failure" || name === "error");
  const skipped = children.some(({ name }) => name === "skipped");
  // A file that fails as a whole is named by its path.
  const whole = relativeTo(root, attributes["name"] ?? "");
  const file = relativeTo(root, attributes["file"] ?? (whole === attributes["name"] ? around.file : whole));
  const classes = (attributes["classname"] ?? "").split(".").filter((part) => /^[A-Z]/.test(part)); // pytest: module.Class
  const failed = bad && frameLine(bad.text, file);
  const line = failed ?? (attributes["line"] ? Number(attributes["line"]) + 1 - lineBase : undefined);
  const message =
    bad && withoutColours([bad.attributes["message"], bad.text.trim()].filter(Boolean).join("\n"));
  return {
    name: [...(suites.length ? suites : classes), whole].join(" > "),
    file,
    ...(line && { line }),
    status: bad ? "failed" : skipped ? "skipped" : "passed",
    ...(message && { message }),
    ...(attributes["time"] && { milliseconds: Math.round(Number(attributes["time"]) * 1000) }),
  };
}

/** XML can't hold the escape character, which pytest writes as `#x1B`. */
const withoutColours = (text: string): string =>
  stripVTControlCharacters(text.replaceAll("#x1B[", "\u001B["));

export const relativeTo = (root: string, path: string): string =>
  path.replace(/^file:\/\//, "").startsWith(`${root}/`)
    ? path.replace(/^file:\/\//, "").slice(root.length + 1)
    : path;

/** Returns the first line of `file` named in a stack or traceback; undefined if it isn't named. */
export function frameLine(text: string, file: string): number | undefined {
  const name = literal(file.split("/").at(-1) ?? "");
  const found = name ? [...text.matchAll(new RegExp(`${name}:(\\d+)`, "g"))] : [];
  const line = found.find((match) => match[1])?.[1];
  return line ? Number(line) : undefined;
}
