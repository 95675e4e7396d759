import { expect, it } from "vitest";
import { markdownOf } from "./sphinx.ts";

it.each([
  ["Plain *text* of `code` and ``code``.", "Plain *text* of `code` and ``code``."],
  [
    "See :class:`~click.Context` and :meth:`Context.invoke()`.",
    "See {@link Context Context} and {@link Context.invoke Context.invoke()}.",
  ],
  [
    ":func:`the maker <click.option>`, :envvar:`HOME`, :pep:`8`, :ref:`there <x>`",
    "{@link option the maker}, `HOME`, PEP 8, there",
  ],
  ["`Site <https://x.y/z>`_ and `name`_", "[Site](https://x.y/z) and name"],
  [
    ".. versionchanged:: 8.2\n    It is :attr:`gone`.\n\nMore.",
    "\n**Changed in 8.2.** It is {@link gone gone}.\n\n\nMore.",
  ],
  [".. deprecated:: 3.0 Use another.", "\n**Deprecated since 3.0.** Use another.\n"],
  [".. note::\n    One.\n\n    Two.", "\n**Note:** One.\n\nTwo.\n"],
  [
    ".. code-block:: python\n    :linenos:\n\n    a = 1\n      b = 2\n\nend",
    "\n```python\na = 1\n  b = 2\n```\n\n\nend",
  ],
  ["For example::\n\n    a = :x:`1`\n\nend", "For example:\n\n```\na = :x:`1`\n```\n\n\nend"],
  [">>> add(1)\n2\n\nend", "\n```python\n>>> add(1)\n2\n```\n\n\nend"],
  [".. image:: x.png\n    :alt: y\n\nend", "\nend"],
])("%j as Markdown", (text, markdown) => {
  expect(markdownOf(text)).toBe(markdown);
});

it("ends, however deep directives nest and whatever isn't closed", () => {
  const nested = Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}.. note::`).join("\n");
  expect(markdownOf(nested)).toContain("**Note:**");
  expect(markdownOf(":class:`".repeat(20_000)).length).toBeGreaterThan(0);
  expect(markdownOf("`a <https://".repeat(20_000)).length).toBeGreaterThan(0);
});
