import { describe, expect, it } from "vitest";
import { documented, once } from "./documented.suite.ts";

describe("what a function does outside of itself", () => {
  it("names settings, tables and the end of the process", async () => {
    const python = await once(
      "a.py",
      `def send_mail(text):
    # settings.UNUSED
    connect(settings.MAIL_HOST, settings.MAIL_PORT)


def follow_author(name):
    found = Author.query.filter_by(name=name).first()
    db.session.commit()


def main():
    if not run():
        sys.exit(2)
`,
    );
    expect(python).toContain('"""Sends the mail, reading the settings `MAIL_HOST` and `MAIL_PORT`."""');
    expect(python).toMatch(
      /"""Follows the author, looking up `Author` in the database and committing\s+`db\.session`\.\s+"""/,
    );
    expect(python).toContain('"""May end the process with `2`."""');
  });

  it("names the table of a model that is named after its class", async () => {
    const python = await once(
      "a.py",
      `class User(Mixin, db.Model):
    id = db.Column(db.Integer, primary_key=True)


class Other(db.Model):
    __tablename__ = "others"
    id = db.Column(db.Integer, primary_key=True)
`,
    );
    expect(python).toContain('"""A row of the table `user`."""');
    expect(python).toContain('"""A row of the table `others`."""');
  });

  it("tells what decorators do to it", async () => {
    const after = await once(
      "a.py",
      `@lru_cache(maxsize=32)
def rate_of(country):
    return load(country)


@cache
def find_root():
    return look()

`,
    );
    expect(after).toContain("What it gives is kept for the last 32 sets of arguments.");
    expect(after).toContain("Worked out once, then kept.");
  });

  it("says when it does nothing, where that is the first thing it looks at", async () => {
    const after = await once(
      "a.ts",
      `export function draw(shape: Shape | null): void {
  if (!shape) return;
  paint(shape);
}
export function log(shape: Shape | null): void {
  paint(shape);
  if (!shape) return;
  paint(shape);
}
export function check(shape: Shape | null): void {
  if (!shape) {
    if (!known.has(shape)) report(shape);
    return;
  }
  paint(shape);
}
`,
    );
    expect(after.match(/Does nothing/g)).toHaveLength(1);
    expect(after).toContain("/** Does nothing if `shape` is empty or missing. */\nexport function draw");
    expect(after).toContain("}\nexport function log");
  });
});

describe("the convention of docstrings", () => {
  it("is the file's own, else what most of the project's files have", async () => {
    const bare =
      'def half(n):\n    if n < 0:\n        raise ValueError("less than nothing")\n    return n / 2\n';
    const other = bare.replaceAll("half", "third");
    const { text } = await documented({
      "a.py": `def one(n):\n    """Gives one.\n\n    :param n: what is asked\n    """\n    return 1\n`,
      "b.py": `def two(n):\n    """Gives two.\n\n    :returns: two\n    """\n    return 2\n`,
      "c.py": `def three(n):\n    """Gives three.\n\n    Args:\n        n: what is asked\n    """\n    return 3\n\n\n${other}`,
      "d.py": `def four(n):\n    """Gives four."""\n    return half(n)\n\n\n${bare}`,
    });
    expect(text("d.py")).toMatch(/Gives four\.\n\n {4}:raises ValueError: /);
    expect(text("c.py")).not.toContain(":raises");
  });
});

describe("a method that is left open", () => {
  it("isn't told of as one that raises an error, but as a duty of those who extend the class", async () => {
    const after = await once(
      "a.py",
      `class Store:
    def enqueue(self, data):
        """Puts data into the queue."""
        raise NotImplementedError

    def dequeue(self):
        """Takes data out of the queue."""
        raise NotImplementedError("To be overridden!")

    def put(self, key, ttl=None):
        """Keeps a key."""
        if ttl is not None:
            raise NotImplementedError("ttl is not supported")
        self.keys.add(key)
`,
    );
    expect(after).toContain("Subclasses define `enqueue` and `dequeue`.");
    expect(after.match(/NotImplementedError:/g)).toHaveLength(1);
    expect(after).toMatch(/Keeps a key\.\n\n {8}Raises:\n {12}NotImplementedError: if `ttl` is not `None`/);
  });
});

describe("what would be said in vain, or wrongly", () => {
  it("of a module's member that is called like a parameter, and of a deed that the name says better", async () => {
    const after = await once(
      "a.py",
      `def load_app(path):
    if cwd() not in sys.path:
        sys.path.insert(0, cwd())
    return load(path)


class Store:
    def flush_results(self):
        self._flush_dir(self.result_path)

    def disconnect_signal(self, *signals):
        self._signal.disconnect(*signals)
`,
    );
    expect(after).not.toContain('"""');
  });

  it("of error classes where they are raised, and of one class by a comment above several", async () => {
    const { text } = await documented({
      "errors.py": "class CancelError(Exception):\n    pass\n\n\nclass RetryError(Exception):\n    pass\n",
      "queue.py": "from errors import RetryError\n\n\ndef again():\n    raise RetryError\n",
      "tests/test_queue.py":
        "from errors import CancelError, RetryError\n\n\ndef test_cancel():\n    raise CancelError\n\n\ndef test_retry():\n    raise RetryError\n",
      "stores.py":
        "import os\n\n# Convenience wrappers for the various stores.\nclass MemoryStore(Store):\n    kind = 1\n\nclass FileStore(Store):\n    kind = 2\n",
      "wraps.py":
        "import os\n\n# Convenience wrappers for the various stores.\nclass Wrappers(Store):\n    kind = 1\n",
    });
    expect(text("errors.py")).not.toContain('"""');
    expect(text("stores.py")).not.toContain('"""');
    expect(text("wraps.py")).toContain('"""Convenience wrappers');
  });
});

describe("what is given back where an error is caught", () => {
  it("isn't told as if the test around it were the reason, nor as what is left", async () => {
    const python = await once(
      "a.py",
      `class Queue:
    def dequeue(self):
        if self.blocking:
            try:
                return self.conn.brpop(self.key)[1]
            except (ConnectionError, TypeError):
                return None
        else:
            return self.conn.rpop(self.key)


def ready(name, strict):
    if strict:
        return False
    try:
        probe(name)
    except:
        return True
`,
    );
    expect(python).not.toContain('"""Returns `None`');
    expect(python).not.toContain("otherwise");
    const typescript = await once(
      "a.ts",
      `export function take(queue: Queue, blocking: boolean): Item | null {
  if (blocking) {
    try {
      return queue.wait(1);
    } catch {
      return null;
    }
  }
  return queue.next();
}
`,
    );
    expect(typescript).not.toContain("`null` if `blocking`");
  });
});

describe("what is given back", () => {
  it("where an error is caught, and by its keys where no type says them", async () => {
    const after = await once(
      "a.js",
      `export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
export function measure(box) {
  return { width: box.a, height: box.b };
}
export const create = (context) => ({ Program() { return context; } });
`,
    );
    expect(after).toContain("/** @returns `null` if `JSON.parse(text)` fails */\nexport function parse");
    expect(after).toContain("/** @returns an object with `width` and `height` */\nexport function measure");
    expect(after).toContain("}\nexport const create");
    expect(await once("a.ts", "export const size = () => ({ width: 1, height: two() });\n")).not.toContain(
      "/**",
    );
  });

  it("by fields of a parameter that is taken apart", async () => {
    const after = await once(
      "a.ts",
      `export function delayOf({ count, limit }: Retry): number {
  if (!limit) return 0;
  return later(count);
}
`,
    );
    expect(after).toContain("@returns `0` if `limit` is empty or missing");
  });
});

describe("errors", () => {
  it("of public callees are left to their own docstrings where there are many, those of hidden ones are told", async () => {
    const { text } = await documented({
      "a.py": `class F(Exception):
    pass


def read_all(path):
    if path == "g":
        raise G("the seventh of them")
    first(path)
    second(path)
    _third(path)


def parse_time(text):
    try:
        return load(text)
    except (ValueError, OSError):
        raise BadTime("no such time")


def first(path):
    if path == "a":
        raise A("one of them")
    if path == "b":
        raise B("one of them")
    if path == "c":
        raise C("one of them")


def second(path):
    if path == "d":
        raise D("one of them")
    if path == "e":
        raise E("one of them")


def _third(path):
    if path == "f":
        raise F("the sixth of them")
`,
    });
    expect(text("a.py")).toContain('Raises `BadTime`: "no such time"');
    expect(text("a.py").match(/ A: |`A`/g)).toHaveLength(1);
    expect(text("a.py")).toContain('"""Raises `G` if `path` is `"g"`."""');
    expect(text("a.py")).toContain('Raises `D` if `path` is `"d"`; `E` if `path` is `"e"`.');
  });

  it("of callees come with their condition only where it is the caller's too", async () => {
    const { text } = await documented({
      "a.ts": `/** Ends the command. */
export function fail(options: Options, message: string): never {
  if (options.cli) process.exit(1);
  throw new Error(message);
}
export function check(limit: number): void {
  if (limit < 0) throw new RangeError("the limit is negative");
}
function inner(limit: number): void {
  if (limit > 9) throw new TypeError();
}
/** Loads it. */
export function load(options: Options): string {
  if (!options.file) fail(options, "no file");
  return read(options.file);
}
/** Takes some. */
export function take(limit: number): number {
  check(limit);
  inner(limit);
  return limit * 2;
}
/** Takes others. */
export function others(limit: number, size: number): number {
  check(size);
  inner(size);
  return limit * 2;
}
`,
    });
    expect(text("a.ts")).toContain("/** Ends the command. */\nexport function fail");
    expect(text("a.ts")).toContain("/** Loads it. */\nexport function load"); // fails if there is no file, not without a command line
    expect(text("a.ts")).toContain(
      `/**
 * Takes some.
 *
 * @throws {TypeError} if \`limit > 9\`
 * @throws {RangeError} if \`limit < 0\`: "the limit is negative"
 */`,
    );
    expect(text("a.ts")).toContain(
      `/**
 * Takes others.
 *
 * @throws {TypeError} if \`size > 9\`
 * @throws {RangeError} if \`size < 0\`: "the limit is negative"
 */`,
    );
  });

  it("are told with their holes said once, and of callees without calls that only these know", async () => {
    const { text } = await documented({
      "a.ts": `/** Reads it. */
export function read(name: string, line: string): string {
  try {
    return JSON.parse(line);
  } catch {
    throw new SyntaxError(\`No JSON in '\${name}'. \${line}\${name} \${line}\`);
  }
}
function inner(args: unknown[]): string {
  try {
    return joined(args);
  } catch {
    throw new Error();
  }
}
/** Takes them. */
export function take(args: unknown[]): string {
  return inner(args);
}
`,
    });
    expect(text("a.ts")).toContain(`@throws {SyntaxError} if \`JSON.parse\` fails: "No JSON in '...'. ..."`);
    expect(text("a.ts")).toContain("/** Takes them. */");
  });

  it("are not laid to one of several calls that could fail", async () => {
    const typescript = await once(
      "a.ts",
      `export function one(path: string) {
  try { return load(path); } catch (error) { throw new ReadError(error); }
}
export function several(path: string) {
  try { const text = load(path); return parse(text); } catch (error) { throw new ReadError(error); }
}
`,
    );
    expect(typescript).toContain("@throws {ReadError} if `load` fails");
    expect(typescript.match(/`load` fails/g)).toHaveLength(1);
  });

  it("are not told where only the body knows what they depend on, of what others call, and twice", async () => {
    const { text } = await documented({
      "a.ts": `/** Returns true if there is such a file. */
export function exists(path: string): boolean {
  if (!path) return false;
  return look(path);
}
/** Installs it all. */
export function install(all: Tool[]): void {
  let allSuccess = true;
  for (const one of all) if (!one.run()) allSuccess = false;
  if (!allSuccess) throw new Error();
}
/** Escapes it. */
export const escape = (text: string): string => text.replace(/[.*]/g, "x");
`,
      "b.py": `class GoneError(Exception):
    pass


def deep(path):
    if len(path) > 3:
        raise GoneError()


def _near(path):
    return deep(path)


def far(path):
    """Goes far."""
    return _near(path)


class Form:
    def __call__(self):
        if not self.limits.is_open_for(self.account_of_it):
            raise forms.errors.BrokenValidationError
`,
    });
    expect(text("a.ts").match(/@.*/g)).toEqual(["@throws {Error}"]); // thrown here, without what it depends on
    expect(text("b.py")).toContain('"""Goes far."""');
    expect(text("b.py").match(/BrokenValidationError/g)).toHaveLength(2);
  });
});

describe("what holds of a class", () => {
  it("says how it is used, and what is left to others", async () => {
    const after = await once(
      "a.py",
      `class Box(ABC):
    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    @abstractmethod
    def close(self):
        ...

`,
    );
    expect(after).toMatch(
      /"""To be used in `with`, which calls `close` at its end\. Subclasses define\s+`close`\."""\n\n {4}def __enter__/,
    );
  });
});

describe("a comment above a declaration", () => {
  it("becomes its documentation in its author's words", async () => {
    const after = await once(
      "a.ts",
      `import "x";

// Finds the shortest way, by
// looking at near ones first.
export function shortest(graph: Graph): Way {
  if (!graph) throw new TypeError("no graph");
  return walk(graph);
}

/* Where a drawing begins */
export const origin = place(0);

class Pen {
  // Lifts the pen.
  lift() { this.down = false; }
}
export { Pen };
`,
    );
    expect(after).toContain(
      "/**\n * Finds the shortest way, by\n * looking at near ones first.\n *\n * @throws {TypeError}",
    );
    expect(after).toContain("/** Where a drawing begins */\nexport const origin");
    expect(after).toContain("  /** Lifts the pen. */\n  lift()");
    expect(after).not.toContain("//");
  });

  it("stays as it is where it is for others, of several, or about something else", async () => {
    const source = `import "x";

// TODO: remove this some day.
export function one(a: A): B { return b(a); }

// eslint-disable-next-line no-undef
export function two(a: A): B { return b(a); }

// Colours of the page
export const red = paint(1);
export const blue = paint(2);

// const old = draw(1);
export const fresh = paint(3);

// Because the parser needs a name here.
export function three(a: A): B { return b(a); }

// Copyright of somebody else, under some terms.
export function four(a: A): B { return b(a); }

// ------- A part of the file --------
export function five(a: A): B { return b(a); }

// Speaks of the whole paragraph.

export function six(a: A): B { return b(a); }
`;
    expect(await once("a.ts", source)).toBe(source);
  });

  it("is left beside a tool's, and at the top of a file", async () => {
    const { text } = await documented({
      "a.ts": "// Draws all of the shapes.\nexport function draw(a: A): B { return b(a); }\n",
    });
    expect(text("a.ts")).not.toContain("/**");
  });
});

it("leaves tests to their names", async () => {
  const source = `def test_total():\n    """"""\n\n\ndef test_more(items):\n    items.append(1)\n    raise ValueError("more than one")\n`;
  expect(await once("test_a.py", source)).toBe(source);
});
