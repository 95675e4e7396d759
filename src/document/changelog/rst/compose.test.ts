import { describe, expect, it } from "vitest";
import type { Entry } from "../entry.ts";
import { composeRst } from "./index.ts";

const entry = (group: Entry["group"], text: string, prs: readonly number[] = []): Entry => ({
  group,
  text,
  scope: undefined,
  breaking: false,
  prs,
  commits: ["a".repeat(40)],
});
const entries = [entry("Added", "Add `sails`", [3]), entry("Fixed", "Fix the hull_ of *ships*", [4])];
const heading = { version: "1.1.0", date: "2026-11-22" };
const update = { heading, entries, link: "https://example.com/1.0.0...1.1.0" };

const forms = {
  flat: `.. currentmodule:: boat

Version 1.0.0
-------------

Released 2026-01-01

-   Two oars. :pr:\`2\`
`,
  towncrier: `News
****

.. towncrier release notes start

1.0.0 (2026-01-01)
==================

Features
--------

- Two oars (\`#2 <https://example.com/issues/2>\`_)

Bug Fixes
---------

- A leak (\`#1 <https://example.com/issues/1>\`_)
`,
  labels: `Changelog
---------

1.0.0 (2026-01-01)
******************

Features:

* Two oars (:issue:\`2\`).
`,
  linked: `Changelog
=========

\`v1.0.0 <https://example.com/0.9.0...1.0.0>\`__
----------------------------------------------

Fixed
~~~~~

- A leak in \`#1 <https://example.com/pull/1>\`__
`,
};

describe("a release in reStructuredText takes the form of the ones before", () => {
  it.each([
    [
      "flat",
      `Version 1.1.0
-------------

Released 2026-11-22

-   Add \`\`sails\`\` :pr:\`3\`
-   Fix the hull\\_ of \\*ships\\* :pr:\`4\`

Version 1.0.0`,
    ],
    [
      "towncrier",
      `1.1.0 (2026-11-22)
==================

Features
--------

- Add \`\`sails\`\` (\`#3 <https://example.com/issues/3>\`_)

Bug Fixes
---------

- Fix the hull\\_ of \\*ships\\* (\`#4 <https://example.com/issues/4>\`_)

1.0.0 (`,
    ],
    [
      "labels",
      `1.1.0 (2026-11-22)
******************

Features:

* Add \`\`sails\`\` (:issue:\`3\`)

Fixed:

* Fix the hull\\_ of \\*ships\\* (:issue:\`4\`)

1.0.0 (`,
    ],
    [
      "linked",
      `\`v1.1.0 <https://example.com/1.0.0...1.1.0>\`__
----------------------------------------------

Added
~~~~~

- Add \`\`sails\`\` \`#3 <https://example.com/pull/3>\`__

Fixed
~~~~~

- Fix the hull\\_ of \\*ships\\* \`#4 <https://example.com/pull/4>\`__

\`v1.0.0 <`,
    ],
  ] as const)("%s", (form, expected) => {
    const before = forms[form];
    const text = composeRst(before, update);
    expect(text).toContain(expected);
    const index = before.search(/^.*1\.0\.0/m);
    expect(text.startsWith(before.slice(0, index))).toBe(true);
    expect(text.endsWith(before.slice(index))).toBe(true);
    expect(composeRst(text, update)).toBe(text);
  });
});

describe("what stands unreleased in reStructuredText", () => {
  const open = `Version 1.1.0
-------------

Unreleased

-   Words by hand, over
    two lines. :pr:\`3\`

`;

  it("is kept word for word and becomes the release", () => {
    const text = composeRst(open + forms.flat.replace(/^[^]*?(?=Version)/, ""), update);
    expect(text).toMatch(
      /^Version 1\.1\.0\n-+\n\nReleased 2026-11-22\n\n- {3}Words by hand, over\n {4}two lines\. :pr:`3`\n- {3}Fix/,
    );
    expect(text.match(/:pr:`3`/g)).toHaveLength(1);
  });

  it("stays unreleased where no version is asked for, and the whole stays where there is no news", () => {
    const before = `\`Unreleased <https://example.com/x>\`__\n-----------\n\nFixed\n~~~~~\n\n- Words (#4)\n\n${forms.linked.replace(/^[^]*?(?=`v)/, "")}`;
    const text = composeRst(before, { ...update, heading: { version: undefined, date: "" } });
    expect(text).toMatch(/^`Unreleased <[^]*- Words \(#4\)\n\nAdded\n~~~~~\n\n- Add ``sails``[^]*`v1\.0\.0/);
    expect(composeRst(before, { ...update, entries: [], heading: { version: undefined, date: "" } })).toBe(
      before,
    );
  });

  it("takes a number and a date with its release", () => {
    const before = `Unreleased\n----------\n\n- Words (#3)\n\n${forms.labels.replace(/^[^]*?(?=1\.0)/, "")}`;
    expect(composeRst(before, update)).toMatch(
      /^1\.1\.0 \(2026-11-22\)\n\*{18}\n\n- Words \(#3\)\n\nFixed:\n/,
    );
  });
});

it("strangers' text is no directive, role, link or substitution", () => {
  const hostile = [
    ".. raw:: html <b>x</b>",
    "|today| and `a`_ `x <javascript:y>`_ foo_",
    "1. one",
    "- two",
    "a\u202eb",
  ].map((text) => entry("Fixed", text));
  const composed = composeRst(forms.flat, { ...update, entries: hostile });
  expect(composed).toContain("-   \\.. raw:: html");
  expect(composed).toContain("\\|today\\| and ``a``\\ \\_ ``x <javascript:y>``\\ \\_ foo\\_");
  expect(composed).toContain("-   \\1. one\n-   \\- two\n-   ab\n");
});
