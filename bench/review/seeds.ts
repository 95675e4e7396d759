import { pick } from "./random.ts";

export type Files = Map<string, string>;
type Next = () => number;

/** A change of the shop, and the finding a review must report: `check/rule` in a file. Harmless changes have none. */
export interface Seed {
  readonly name: string;
  readonly expected?: readonly [rule: string, file: RegExp];
  apply(files: Files, next: Next): void;
}

const edit = (files: Files, path: string, change: (text: string) => string): void => {
  const before = files.get(path) ?? "";
  const after = change(before);
  if (after === before) throw new Error(`the seed changes nothing in ${path}`);
  files.set(path, after);
};
const swap = (path: string, from: string, to: string) => (files: Files) =>
  edit(files, path, (text) => text.replace(from, () => to));

/** Replaces a text in one file. */
const swapped = (name: string, expected: Seed["expected"], at: Parameters<typeof swap>): Seed => ({
  name,
  ...(expected && { expected }),
  apply: swap(...at),
});

/** Inserts lines at the start of a function's body, in a randomly chosen file. */
const inside =
  (places: readonly (readonly [path: string, head: string])[], lines: readonly string[]): Seed["apply"] =>
  (files, next) => {
    const [path, head] = pick(places, next);
    edit(files, path, (text) => text.replace(head, () => `${head}\n${pick(lines, next)}`));
  };

const scripts = [
  ["src/cart.ts", "export function cartTotal(cart: readonly Line[]): number {"],
  ["src/orders.ts", "export function describeOrder(order: Order): string {"],
  ["src/users.ts", "Promise<void> {"],
] as const;
const python = [
  ["report/load.py", "def totals(orders):"],
  ["report/load.py", "def fetch_orders(address, timeout=10):"],
] as const;
const ts = (...lines: readonly string[]) =>
  inside(
    scripts,
    lines.map((line) => `  ${line}`),
  );
const py = (...lines: readonly string[]) =>
  inside(
    python,
    lines.map((line) => `    ${line}`),
  );
const key = (prefix: string, length: number, next: Next): string =>
  prefix + Array.from({ length }, () => pick([..."ABCDEFGHJKLMNPQRSTUVWXYZ23456789"], next)).join("");

const [script, reports] = [/^src\//, /^report\//];

export const defects: readonly Seed[] = [
  {
    name: "eval",
    expected: ["dangerous/eval", script],
    apply: ts(
      'const picked = eval("1 + " + String(Date.now()));',
      'const made = new Function("x", "return x + " + String(Date.now()));',
    ),
  },
  {
    name: "eval in Python",
    expected: ["dangerous/eval", reports],
    apply: py("extra = eval(input())", "extra = eval(open('rules.txt').read())"),
  },
  {
    name: "command",
    expected: ["dangerous/command-injection", script],
    apply: ts(
      "execSync(`git log ${String(Date.now())}`);",
      'exec("convert " + fileName, done);',
      "child_process.exec(`rm -r ${folder}`);",
    ),
  },
  {
    name: "command in Python",
    expected: ["dangerous/command-injection", reports],
    apply: py(
      'os.system(f"gzip {timeout}")',
      'subprocess.run("gzip " + name, shell=True)',
      "subprocess.check_output(command, shell=True)",
    ),
  },
  {
    name: "query",
    expected: ["dangerous/sql-injection", script],
    apply: ts(
      "void database.query(`SELECT * FROM users WHERE name = '${wanted}'`);",
      'void database.query("DELETE FROM users WHERE id = " + wanted);',
      "const text = `UPDATE users SET name = ${wanted}`;",
    ),
  },
  {
    name: "query in Python",
    expected: ["dangerous/sql-injection", reports],
    apply: py(
      'cursor.execute(f"SELECT * FROM orders WHERE id = {timeout}")',
      'cursor.execute("SELECT * FROM orders WHERE id = %s" % wanted)',
      'cursor.execute("DELETE FROM orders WHERE id = " + wanted)',
    ),
  },
  {
    name: "markup",
    expected: ["dangerous/html-injection", script],
    apply: ts(
      "element.innerHTML = String(Date.now());",
      'element.insertAdjacentHTML("beforeend", text);',
      "document.write(text);",
    ),
  },
  {
    name: "certificate",
    expected: ["dangerous/tls-unverified", script],
    apply: ts(
      "const agent = { rejectUnauthorized: false };",
      'process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";',
    ),
  },
  {
    name: "certificate in Python",
    expected: ["dangerous/tls-unverified", reports],
    apply: py(
      'requests.post("https://pay.example.com", verify=False)',
      "context = ssl._create_unverified_context()",
    ),
  },
  {
    name: "random",
    expected: ["dangerous/weak-random", script],
    apply: ts("const sessionToken = Math.random().toString(36);", "const resetSecret = `${Math.random()}`;"),
  },
  {
    name: "pickle",
    expected: ["dangerous/deserialization", reports],
    apply: py("cached = pickle.loads(blob)", 'cached = pickle.load(open("cache", "rb"))'),
  },
  swapped(
    "yaml",
    ["dangerous/yaml-load", reports],
    ["report/load.py", "yaml.safe_load(stream)", "yaml.load(stream, Loader=yaml.Loader)"],
  ),
  {
    name: "hash",
    expected: ["dangerous/weak-hash", script],
    apply: ts(
      'const digest = createHash("md5").update(text).digest("hex");',
      "const digest = createHash('sha1');",
    ),
  },
  swapped(
    "default",
    ["dangerous/mutable-default", reports],
    ["report/load.py", "def totals(orders):", "def totals(orders, result={}):"],
  ),
  {
    name: "swallowed",
    expected: ["dangerous/swallowed-error", reports],
    apply: py("try:\n        check()\n    except Exception:\n        pass"),
  },
  {
    name: "service key",
    expected: ["secrets/secret", script],
    apply: (files, next) =>
      edit(files, "src/prices.ts", (text) => `const access = "${key("AKIA", 16, next)}";\n${text}`),
  },
  {
    name: "password",
    expected: ["secrets/secret", reports],
    apply: (files, next) =>
      edit(files, "report/load.py", (text) =>
        text.replace(
          "import yaml\n",
          () => `import yaml\n\nDB_PASSWORD = "${key("q7-", 12, next).toLowerCase()}Z!"\n`,
        ),
      ),
  },
  {
    name: "address",
    expected: ["secrets/secret", script],
    apply: (files, next) =>
      edit(
        files,
        "src/users.ts",
        (text) => `${text}\nexport const url = "postgres://shop:${key("w8", 10, next)}@db.internal/shop";\n`,
      ),
  },
  swapped(
    "type",
    ["types/TS2322", script],
    ["src/orders.ts", "const goods = cartTotal(cart);", "const goods: string = cartTotal(cart);"],
  ),
  swapped(
    "type elsewhere",
    ["types/TS2459", script],
    ["src/cart.ts", "export function shippingCost", "function shippingCost"],
  ),
  swapped(
    "branch",
    ["tests/untested-branch", script],
    [
      "src/orders.ts",
      "  const owner = order.user;",
      '  const owner = order.user;\n  if (order.total < 0) {\n    return owner + " gets money";\n  }',
    ],
  ),
  swapped(
    "branch in Python",
    ["tests/untested-branch", reports],
    [
      "report/load.py",
      "    answer.raise_for_status()",
      "    if answer.status_code == 204:\n        return []\n    answer.raise_for_status()",
    ],
  ),
  swapped(
    "export",
    ["exports/export-removed", script],
    ["src/users.ts", "export async function renameUser", "export async function setUserName"],
  ),
  swapped(
    "signature",
    ["exports/signature-changed", script],
    ["src/prices.ts", "priceOf(article: string)", "priceOf(article: string, at: Date)"],
  ),
  swapped(
    "signature in Python",
    ["exports/signature-changed", reports],
    ["report/load.py", "def totals(orders):", "def totals(orders, currency):"],
  ),
  swapped(
    "path",
    ["contracts/breaking-contract", /openapi/],
    ["openapi.yaml", "  /orders/{id}:", "  /order/{id}:"],
  ),
  swapped(
    "property",
    ["contracts/breaking-contract", /openapi/],
    ["openapi.yaml", "        total:\n          type: number\n", ""],
  ),
  swapped(
    "enum",
    ["contracts/breaking-contract", /openapi/],
    ["openapi.yaml", "[open, paid, sent]", "[open, sent]"],
  ),
  swapped(
    "required",
    ["contracts/breaking-contract", /openapi/],
    ["openapi.yaml", "required: [user]", "required: [user, state]"],
  ),
  {
    name: "column",
    expected: ["contracts/breaking-schema", /migrations/],
    apply: (files) => files.set("migrations/002.sql", "ALTER TABLE users DROP COLUMN name;\n"),
  },
  swapped(
    "major",
    ["dependencies/major-version", /package\.json/],
    ["package.json", '"router": "4.0.2"', '"router": "5.0.0"'],
  ),
  swapped(
    "loose",
    ["dependencies/loose-version", /requirements/],
    ["requirements.txt", "pyyaml==6.0.2", "pyyaml==6.0.2\nrich"],
  ),
  swapped(
    "lock",
    ["dependencies/lock-unchanged", /package\.json/],
    ["package.json", '"packer": "2.1.0"', '"packer": "2.2.0"'],
  ),
  swapped(
    "licence",
    ["dependencies/licence-changed", /package\.json/],
    ["package.json", '"MIT"', '"AGPL-3.0"'],
  ),
  {
    name: "complexity",
    expected: ["complexity/complexity", script],
    apply: ts(Array.from({ length: 13 }, (_, i) => `if (Date.now() === ${i}) Date.now();`).join("\n  ")),
  },
  {
    name: "copy",
    expected: ["duplication/duplication", script],
    apply: (files) =>
      edit(files, "src/prices.ts", (text) => {
        const lines = (files.get("src/cart.ts") ?? "").split("\n");
        const from = lines.findIndex((line) => line.startsWith("export interface Line"));
        const to = lines.findIndex((line, i) => i > from + 5 && line === "}");
        const end = lines.findIndex((line, i) => i > to && line === "}");
        return `${text}\n${lines.slice(from, end + 1).join("\n")}\n`;
      }),
  },
  { name: "todo", expected: ["leftovers/todo", script], apply: ts("// TODO: round to cents", "/* FIXME */") },
  {
    name: "debugger",
    expected: ["leftovers/debugger", reports],
    apply: py("breakpoint()", "import pdb; pdb.set_trace()"),
  },
  swapped(
    "only",
    ["leftovers/focused-test", /^tests\//],
    ["tests/cart.test.ts", 'it("adds', 'it.only("adds'],
  ),
  swapped(
    "docs",
    ["docs/docs-drift", /README/],
    ["src/prices.ts", 'environment["SHOP_CURRENCY"]', 'environment["SHOP_MONEY"]'],
  ),
];

/** Correct changes that resemble defects. */
export const harmless: readonly Seed[] = [
  {
    name: "comment",
    apply: ts(
      "// Never call eval( here, and no exec(`x ${y}`) either.",
      "// The todo list is kept elsewhere.",
    ),
  },
  {
    name: "renamed local",
    apply: (files) => edit(files, "src/cart.ts", (text) => text.replaceAll(/\bsum\b/g, "total")),
  },
  swapped("placeholder", undefined, [
    "src/users.ts",
    "  const trimmed = name.trim();",
    '  const trimmed = name.trim();\n  await database.query("DELETE FROM sessions WHERE user_id = $1", [id]);',
  ]),
  { name: "list of arguments", apply: ts('execFile("git", ["log", String(Date.now())], done);') },
  { name: "pattern", apply: ts("const found = /(\\d+)/.exec(String(Date.now()));") },
  { name: "text", apply: ts("element.textContent = String(Date.now());") },
  { name: "cleared", apply: ts('element.innerHTML = "";') },
  { name: "hash", apply: ts('const digest = createHash("sha256").update("eval(x)").digest("hex");') },
  {
    name: "environment",
    apply: ts('const password = process.env["SHOP_PASSWORD"] ?? "";', 'const token = "changeme-changeme";'),
  },
  {
    name: "label",
    apply: ts('const passwordLabel = "Your new password";', 'const secretName = "shop-database-secret";'),
  },
  { name: "random colour", apply: ts("const colour = Math.floor(Math.random() * 360);") },
  { name: "verify", apply: py('requests.post("https://pay.example.com", verify=True, timeout=5)') },
  { name: "safe loader", apply: py('rules = yaml.load(open("rules.yaml"), Loader=yaml.SafeLoader)') },
  { name: "cursor", apply: py('cursor.execute("SELECT * FROM orders WHERE id = %s", (wanted,))') },
  {
    name: "literal",
    apply: py("parsed = ast.literal_eval(text)", "print(f'selected {timeout} from orders')"),
  },
  { name: "run list", apply: py('subprocess.run(["gzip", name], check=True)') },
  { name: "expected error", apply: py("with contextlib.suppress(KeyError):\n        check()") },
  swapped("optional parameter", undefined, [
    "src/cart.ts",
    "country: string)",
    "country: string, fast = false)",
  ]),
  {
    name: "new function",
    apply: (files) =>
      edit(
        files,
        "src/prices.ts",
        (text) => `${text}\nexport const withTax = (net: number): number => net * 1.19;\n`,
      ),
  },
  {
    name: "branch with a test",
    apply: (files) => {
      swap(
        "src/orders.ts",
        "  const goods = cartTotal(cart);",
        '  const goods = cartTotal(cart);\n  if (goods < 0) throw new RangeError("negative");',
      )(files);
      swap(
        "tests/orders.test.ts",
        'it("places',
        'it("refuses placeOrder below nothing", () => {});\n\nit("places',
      )(files);
    },
  },
  swapped("added property", undefined, [
    "openapi.yaml",
    "        total:",
    "        note:\n          type: string\n        total:",
  ]),
  swapped("added path", undefined, [
    "openapi.yaml",
    "components:",
    '  /health:\n    get:\n      responses:\n        "200":\n          description: Fine.\ncomponents:',
  ]),
  {
    name: "new table",
    apply: (files) =>
      files.set(
        "migrations/002.sql",
        "CREATE TABLE orders (id TEXT PRIMARY KEY, total NUMERIC NOT NULL);\nALTER TABLE users ADD COLUMN mail TEXT NOT NULL DEFAULT '';\n",
      ),
  },
  {
    name: "patch version with its lock",
    apply: (files) => {
      swap("package.json", '"packer": "2.1.0"', '"packer": "2.1.1"')(files);
      swap("package-lock.json", "}", ',"packages":{}}')(files);
    },
  },
  swapped("more documentation", undefined, [
    "README.md",
    "# Shop\n",
    "# Shop\n\nA shop for tea. It never calls `eval()`, and knows no password.\n",
  ]),
  swapped("more tests", undefined, [
    "tests/cart.test.ts",
    'it("adds',
    'it("sends abroad", () => {\n  expect(shippingCost(1, "FR")).toBe(9);\n});\n\nit("adds',
  ]),
  swapped("moved line", undefined, [
    "report/load.py",
    "import json\n\nimport requests\nimport yaml",
    "import json\n\nimport yaml\nimport requests",
  ]),
  swapped("simplified", undefined, [
    "src/cart.ts",
    '  if (total > 50) return 0;\n  return country === "DE" ? 4 : 9;',
    '  return total > 50 ? 0 : country === "DE" ? 4 : 9;',
  ]),
];
