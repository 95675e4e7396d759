import { expect, it } from "vitest";
import { withoutRst, withRst } from "./rst.ts";

const readme = "Sails\n=====\n\nBoats.\n\nLicense\n~~~~~~~\n\nMIT\n";
const section = (key: string, body: string): { key: string; body: string; start: number; end: number } => ({
  key,
  body,
  start: 0,
  end: 0,
});

it("puts sections at the end, in the README's own form, and takes them out again", () => {
  const code = section(
    "usage",
    "## Usage\n\n`sail` and [more](docs/a.md):\n\n```sh\nsail --help\n\nsail\n```\n",
  );
  const rows = section(
    "configuration",
    "## Configuration\n\n| Setting | Default |\n| --- | --- |\n| `PORT` | none |\n",
  );
  const written = withRst(readme, [code, rows]);
  expect(written).toBe(`${readme}
.. antiphon:begin usage

Usage
~~~~~

\`\`sail\`\` and \`more <docs/a.md>\`__:

.. code-block:: sh

   sail --help

   sail

.. antiphon:end usage

.. antiphon:begin configuration

Configuration
~~~~~~~~~~~~~

.. list-table::
   :header-rows: 1

   * - Setting
     - Default
   * - \`\`PORT\`\`
     - none

.. antiphon:end configuration
`);
  expect(withRst(written, [code, rows])).toBe(written);
  expect(withoutRst(written).trimEnd()).toBe(readme.trimEnd());
  expect(withRst(readme, [])).toBe(readme);
});
