import { inTable, isObject } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import { homeOf } from "../page/home.ts";
import type { Manifest } from "../page/manifest.ts";
import { headingsIn, managed, managedIn } from "./managed.ts";

/** Parsed GitHub workflows, by path. */
export type Workflows = ReadonlyMap<string, unknown>;

interface Shown {
  readonly manifest: Manifest | undefined;
  readonly workflows: Workflows;
  /** The remote's `https://host/owner/name`. */
  readonly remote: string | undefined;
}

/** Renders badges that are always accurate: the state of a push workflow, and the licence identified from its file. */
export async function badgesOf(files: Files, { manifest, workflows, remote }: Shown): Promise<string> {
  const home = remote ?? homeOf(manifest?.homepage ?? "");
  return [...tested(workflows, home), ...(await licensed(files, manifest?.license))].join("\n");
}

function tested(workflows: Workflows, home: string | undefined): readonly string[] {
  if (!home?.startsWith("https://github.com/")) return [];
  const started = [...workflows].filter(
    ([path, workflow]) => /test|\bci\b|check|build/i.test(path) && onPush(workflow),
  );
  const [path] = started.map(([one]) => one.replace(/^.*\//, "")).toSorted((a, b) => rank(a) - rank(b));
  if (path === undefined) return [];
  const page = `${home}/actions/workflows/${encodeURIComponent(path)}`;
  return [`[![CI](${page}/badge.svg)](${page})`];
}

const rank = (file: string): number => (/^ci\b/i.test(file) ? 0 : /test/i.test(file) ? 1 : 2);

const onPush = (workflow: unknown): boolean => startsOn(workflow, "push");

/** Whether an event triggers a workflow. */
export function startsOn(workflow: unknown, event: string): boolean {
  const on = isObject(workflow) ? workflow["on"] : undefined;
  return on === event || (Array.isArray(on) && on.includes(event)) || (isObject(on) && event in on);
}

/** First words of licence texts, by SPDX name. */
const texts: Readonly<Record<string, RegExp>> = {
  MIT: /Permission is hereby granted, free of charge/,
  ISC: /Permission to use, copy, modify, and\/or distribute/,
  "Apache-2.0": /Apache License\s+Version 2\.0/,
  "BSD-2-Clause": /Redistribution and use in source and binary forms(?![\s\S]*Neither the name)/,
  "BSD-3-Clause": /Redistribution and use in source and binary forms[\s\S]*Neither the name/,
  "MPL-2.0": /Mozilla Public License,? [Vv]ersion 2\.0/,
  Unlicense: /This is free and unencumbered software/,
};

async function licensed(files: Files, name: string | undefined): Promise<readonly string[]> {
  const begins = name === undefined ? undefined : inTable(texts, name);
  if (name === undefined || !begins) return [];
  for (const path of ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE"]) {
    const text = await files.tryRead(path).catch(() => null);
    if (text === null || !begins.test(text)) continue;
    const image = `https://img.shields.io/badge/license-${name.replaceAll("-", "--")}-blue.svg`;
    return [`[![License: ${name}](${image})](${path})`];
  }
  return [];
}

/** Puts badges right below the title unless the author has some there; outdated ones are removed. */
export function withBadges(text: string, badges: string, written: string[]): string {
  const badgeBlock = managedIn(text).find(({ key }) => key === "badges");
  if (badgeBlock) {
    if (badgeBlock.body.trim() === badges) return text;
    written.push("Badges");
    if (badges === "")
      return text.slice(0, badgeBlock.start) + text.slice(badgeBlock.end).replace(/^\n+/, "");
    return text.slice(0, badgeBlock.start) + managed("badges", badges) + text.slice(badgeBlock.end);
  }
  const [title] = headingsIn(text);
  if (badges === "" || title?.level !== 1 || /badge|shields\.io/i.test(text)) return text;
  const index = text.indexOf("\n", title.start) + 1 || text.length;
  written.push("Badges");
  return `${text.slice(0, index)}\n${managed("badges", badges)}\n${text.slice(index)}`;
}
