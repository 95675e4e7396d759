import { describe, expect, it } from "vitest";
import { once } from "./documented.suite.ts";

describe("what isn't worth a line", () => {
  it.each([
    [
      "what types say of properties that are handed on",
      "a.tsx",
      `export function Card({ size, ...props }: ComponentProps<"div">) { return <div data-size={size} {...props} />; }`,
    ],
    [
      "defaults of typed properties that are nothing, flags or names",
      "a.tsx",
      `export function Box({ title = "", open = false, wide = true, days = DAYS }: BoxProps) { return <p>{title}{open}{wide}{days}</p>; }`,
    ],
    [
      "what a component's actions do, as if it did that itself",
      "a.tsx",
      `export const DeleteConfirmation = () => {
  const client = useQueryClient();
  return <button onClick={() => client.invalidateQueries({ queryKey: ["user"] })} />;
};`,
    ],
    [
      "that a handler renders its page",
      "a.py",
      `def login_sent(request):\n    return render(request, "accounts/login_sent.html")\n`,
    ],
    [
      "six of thirty methods that a class leaves to others",
      "a.ts",
      `export abstract class Visitor {\n  visit(node: Node): void {\n    this.#all.get(node.kind)?.(node);\n  }\n${Array.from({ length: 30 }, (_, i) => `  protected abstract visit${i}(node: Node): void;\n`).join("")}}`,
    ],
    [
      "how a program is built",
      "a.ts",
      `export function pause() { return wait(import.meta.env.TEST ? 0 : 200); }`,
    ],
    [
      "a setting that is read, in place of what a function is for",
      "a.py",
      `class Token:
    def generate(self):
        self.ends = now() + settings.TOKEN_LIFETIME
        self.code = random_code()
`,
    ],
    [
      "a part of what is given as if it were all",
      "a.ts",
      `export function slugify(title: string) { return slug(title) + "-" + Math.random().toString(36); }`,
    ],
    [
      "that nothing is given back as it came",
      "a.ts",
      `export function trimmed(text: string | null) {
  if (text === null) return text;
  return text.trim();
}`,
    ],
    [
      "a class that has nothing but what it leaves to others",
      "a.ts",
      `export abstract class Store {
  abstract find(id: string): Promise<Item>;
  abstract add(item: Item): Promise<void>;
}`,
    ],
    [
      "what an object keeps for itself, as a reason for a result",
      "a.ts",
      `export class Tree {
  #root = 1;
  isStart(): boolean {
    if (this.#root === 1) return true;
    return this.look();
  }
}`,
    ],
    [
      "that nothing is given back where nothing ever is",
      "a.ts",
      `export function read(req: Request, next: () => void) {
  if (!req.body) {
    next();
    return;
  }
  return next(parse(req));
}`,
    ],
    [
      "what functions do that are given back, as if making them did that",
      "a.ts",
      `export function openStore(url: string) {
  return {
    watch(callback: () => void) {
      window.addEventListener("storage", callback);
    },
  };
}`,
    ],
    [
      "what a name and a head say of a file",
      "a.ts",
      `import { readFile as read } from "node:fs/promises";
export function readFile(path: string) {
  return fs.readFile(path, "utf8");
}`,
    ],
    [
      "kinds of nodes that a question is about, as if they were handled",
      "a.ts",
      `export function hasChild(node: Node) {
  switch (node.type) {
    case "Text": return look(node);
    case "Element": return look(node.first);
    case "Box": return find(node);
    default: return look(node.all);
  }
}`,
    ],
    [
      "a private part that several methods call, and what it takes",
      "a.py",
      `class Logger:
    async def debug(self, event, *args):
        await self._dispatch_to_sync(event, *args)

    async def info(self, event, *args):
        await self._dispatch_to_sync(event, *args)

    async def warn(self, event, *args):
        await self._dispatch_to_sync(event, *args)
`,
    ],
    [
      "the parts of a tuple that its name lists",
      "a.py",
      `def to_args_and_kwargs(event):
    args = event.pop(0)
    kwargs = event.pop(1)
    return args, kwargs
`,
    ],
    [
      "that a call stores what its name says",
      "a.ts",
      `export function persistDb() {
  storeDb();
}`,
    ],
  ])("%s", async (_, path, source) => {
    expect(await once(path, `${source.trim()}\n`)).toBe(`${source.trim()}\n`);
  });

  it("a default that the head of a function shows, in Python", async () => {
    const after = await once(
      "a.py",
      `def spend(amount, timeout_ms=500, retries=25):
    """Spends it."""
    return send(amount, timeout_ms, retries)
`,
    );
    expect(after).not.toContain("retries: defaults");
  });

  it("an error of a hook, in what uses it", async () => {
    const after = await once(
      "a.tsx",
      `export const useTheme = () => {
  const theme = useContext(Theme);
  if (!theme) throw new Error("useTheme is for what stands in a Provider");
  return theme;
};
export const Button = () => {
  const theme = useTheme();
  return <p>{theme}</p>;
};
`,
    );
    expect(after.match(/@throws/g)).toHaveLength(1);
  });

  it("a commit that only happens in a branch", async () => {
    const after = await once(
      "a.py",
      `def add_user(name):
    with lock:
        db.session.add(name)
        db.session.commit()


def check_user(name):
    if not name.fresh:
        db.session.commit()
    return name.good
`,
    );
    expect(after).toContain("Adds a user, committing `db.session`.");
    expect(after.match(/committing/g)).toHaveLength(1);
  });

  it("a panic that only comes where a callee is called wrongly", async () => {
    const after = await once(
      "a.go",
      `package a

// Fail stores an error.
func Fail(err error) {
	if err == nil {
		panic("err is nil")
	}
}

// Bind reads a body.
func Bind(err error) {
	if err != nil {
		Fail(err)
	}
}
`,
    );
    expect(after.match(/panics/g)).toHaveLength(1);
  });
});

it("says which settings a factory reads, and leaves out those of a handler", async () => {
  const after = await once(
    "a.ts",
    `export default registerAs<Config>("app", () => ({
  port: process.env.APP_PORT,
  name: process.env.APP_NAME,
}));
export const upload = wrapped(async (req, res) => {
  res.send(process.env.MAX_SIZE + process.env.MAX_FILES);
});
`,
  );
  expect(after).toContain("Reads `APP_PORT` and `APP_NAME` from the environment.");
  expect(after).not.toContain("`MAX_SIZE`");
});

describe("what is looked for", () => {
  it.each([
    [
      "const user = await this.users.findOne(id);\n  if (!user) return null;\n  return map(user);",
      "`null` if no user is found",
    ],
    ["const entity = await load(id);\n  return entity ? map(entity) : null;", "`null` if none is found"],
    [
      "const users = useUsers().data;\n  if (!users) return null;\n  return map(users);",
      "`null` if there are no users",
    ],
  ])("is said to be missing: %s", async (body, text) => {
    expect(await once("a.ts", `export async function f(id: string) {\n  ${body}\n}\n`)).toContain(text);
  });

  it("isn't, where it is a flag", async () => {
    const source =
      "export async function f() {\n  const enabled = await getEnabled();\n  if (!enabled) return null;\n  return 1 + go();\n}\n";
    expect(await once("a.ts", source)).not.toContain("found");
  });
});
