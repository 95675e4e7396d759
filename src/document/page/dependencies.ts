import { isBuiltin } from "node:module";
import type { Declared } from "../../inspect/index.ts";
import { capital, inTable } from "../../lib/index.ts";
import { span, table } from "./markdown.ts";

/** Modules of the Python standard library. */
const python = new Set(
  (
    "__future__ __main__ abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect" +
    " builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys" +
    " compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses" +
    " dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno" +
    " faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt" +
    " getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imghdr imp importlib" +
    " inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox mailcap marshal" +
    " math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath" +
    " nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes" +
    " pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr" +
    " pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched" +
    " secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver" +
    " spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct" +
    " subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap" +
    " threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types" +
    " typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound" +
    " wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo"
  ).split(" "),
);

/** A manifest's declarations for the modules of its folder. */
export interface Declares {
  /** With a trailing slash; empty for the root. */
  readonly folder: string;
  /** The package's name in its manifest. */
  readonly name: string | undefined;
  /** Version ranges by package. */
  readonly dependencies: Readonly<Record<string, string>>;
}

/** An import from outside the project: the package, and its origin if the manifest doesn't declare it. */
interface Outside {
  readonly name: string;
  readonly origin: string;
}

interface Used {
  readonly origin: string;
  readonly ranges: Set<string>;
  count: number;
}

/** Renders what modules import from outside the project, with the version ranges of the manifests above them. */
export function dependencies(
  modules: readonly { readonly path: string; readonly imports: readonly string[] }[],
  { manifests, index }: { readonly manifests: readonly Declares[]; readonly index: Pick<Declared, "files"> },
): readonly string[] {
  const ownModules = new Set(index.files.flatMap(topsOf));
  const above = new Map<Declares | undefined, Known>();
  const used = new Map<string, Used>();
  for (const { path, imports } of modules) {
    const known = knownTo(path, { manifests, above, ownNames: ownModules, index });
    const found = imports.flatMap((item) => outsideOf(path)(item, known) ?? []);
    for (const [name, { origin }] of new Map(found.map((outside) => [outside.name, outside]))) {
      const at = used.get(name) ?? { origin, ranges: new Set(), count: 0 };
      at.count += 1;
      const range = inTable(known.declared, name);
      if (range) at.ranges.add(range);
      used.set(name, at);
    }
  }
  const all = [...used].sort(([a], [b]) => (a < b ? -1 : 1));
  const isBrought = ([, { origin, ranges }]: (typeof all)[number]): boolean =>
    origin.startsWith("part of ") && ranges.size === 0;
  return [
    ...table(
      ["Import", "Declared", "Modules"],
      all
        .filter((item) => !isBrought(item))
        .map(([name, { origin, ranges, count }]) => [
          span(name),
          ranges.size ? [...ranges].sort().map(span).join(", ") : origin,
          String(count),
        ]),
    ),
    ...[...Map.groupBy(all.filter(isBrought), ([, { origin }]) => origin)].flatMap(([origin, names]) => [
      `${capital(origin)}: ${names.map(([name]) => span(name)).join(", ")}.`,
      "",
    ]),
  ];
}

/** Merges the manifests in a module's folder and above it; the nearest takes precedence. */
function knownTo(
  path: string,
  {
    manifests,
    above,
    ownNames,
    index,
  }: { manifests: readonly Declares[]; above: Map<Declares | undefined, Known> } & Pick<
    Known,
    "ownNames" | "index"
  >,
): Known {
  const inside = manifests
    .filter(({ folder }) => path.startsWith(folder))
    .sort((a, b) => a.folder.length - b.folder.length);
  const nearest = inside.at(-1);
  const known = above.get(nearest) ?? {
    declared: Object.assign({}, ...inside.map(({ dependencies: one }) => one)) as Declares["dependencies"],
    name: nearest?.name,
    ownNames,
    index,
  };
  above.set(nearest, known);
  return known;
}

/** Python packages whose distribution name differs from their import name. */
const publishedAs: Readonly<Record<string, string>> = {
  attr: "attrs",
  brotli: "brotlipy",
  bs4: "beautifulsoup4",
  corsheaders: "django-cors-headers",
  Crypto: "pycryptodome pycrypto",
  cv2: "opencv-python opencv-python-headless",
  dateutil: "python-dateutil",
  decouple: "python-decouple",
  docx: "python-docx",
  dotenv: "python-dotenv",
  environ: "django-environ",
  fitz: "pymupdf",
  git: "gitpython",
  github: "pygithub",
  google: "protobuf",
  jose: "python-jose",
  jwt: "pyjwt",
  magic: "python-magic",
  MySQLdb: "mysqlclient",
  nacl: "pynacl",
  OpenSSL: "pyopenssl",
  PIL: "pillow",
  pkg_resources: "setuptools",
  psycopg: "psycopg-binary",
  psycopg2: "psycopg2-binary",
  rest_framework: "djangorestframework",
  serial: "pyserial",
  skimage: "scikit-image",
  sklearn: "scikit-learn",
  slugify: "python-slugify",
  socks: "pysocks",
  yaml: "pyyaml",
  zmq: "pyzmq",
};

interface Known {
  readonly declared: Declares["dependencies"];
  readonly name: string | undefined;
  readonly ownNames: ReadonlySet<string>;
  readonly index: Pick<Declared, "files">;
}
type Ask = (from: string, known: Known) => Outside | undefined;

const unknown = "not by the manifest";

function outsideOf(path: string): Ask {
  const [, extension = ""] = /\.(py|go|rs|java)$/.exec(path) ?? [];
  return inTable(languages, extension) ?? ofNode;
}

/** Returns the longest declared package that contains an import. */
const within = (from: string, declared: Known["declared"]): string | undefined =>
  Object.keys(declared)
    .filter((key) => from === key || from.startsWith(`${key}/`))
    .sort((a, b) => b.length - a.length)[0];

const ofNode: Ask = (from, { declared, ownNames, name: itself }) => {
  if (from === itself || (itself !== undefined && from.startsWith(`${itself}/`))) return undefined;
  const [bare = from] = isBuiltin(from) ? [] : (/^(?:@[^/]+\/)?[^/]+/.exec(from) ?? []);
  const name = within(from, declared) ?? bare;
  const [first = ""] = name.split("/");
  if (/^(?:[.#]|[@~]?\/|@\/)/.test(from) || (!Object.hasOwn(declared, name) && ownNames.has(first)))
    return undefined;
  return { name, origin: isBuiltin(name) ? "part of Node.js" : unknown };
};

const ofPython: Ask = (from, { declared, ownNames, name: itself }) => {
  const [first = ""] = from.split(".");
  const asOne = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, "-");
  if (ownNames.has(first) && itself !== undefined && asOne(first) === asOne(itself)) return undefined;
  const names = [from, asOne(first), ...(inTable(publishedAs, first) ?? "").split(" ")];
  const named = names.find((name) => Object.hasOwn(declared, name));
  if (from.startsWith(".") || (named === undefined && ownNames.has(first))) return undefined;
  return { name: named ?? first, origin: python.has(first) ? "part of Python" : unknown };
};

/** Standard library paths in Go begin without a host. */
const ofGo: Ask = (from, { declared, name }) => {
  if (from.startsWith(".") || from === name || from.startsWith(`${name ?? ""}/`)) return undefined;
  return { name: within(from, declared) ?? from, origin: /^[^/]*\./.test(from) ? unknown : "part of Go" };
};

/** A path may begin with any name known in the file, so only declared crates and those of Rust itself are outside. */
const ofRust: Ask = (from, { declared }) => {
  const [first = ""] = from.split("/");
  const named = Object.keys(declared).find((key) => key.replaceAll("-", "_") === first);
  if (named !== undefined) return { name: named, origin: "" };
  return /^(?:std|core|alloc)$/.test(first) ? { name: first, origin: "part of Rust" } : undefined;
};

/** Returns packages outside the project, whose own ones are in its folders. Build files aren't read. */
const ofJava: Ask = (from, { index }) => {
  const name = from.replace(/\/[A-Z].*$/, "");
  if (from.startsWith(".") || index.files.some((file) => file.includes(`${name}/`))) return undefined;
  return { name: name.replaceAll("/", "."), origin: jdk.test(`${name}/`) ? "part of Java" : "" };
};

const jdk =
  /^(?:java|javax\/(?:accessibility|annotation\/processing|crypto|imageio|lang|management|naming|net|print|script|security|sound|sql|swing|tools|xml)|org\/(?:w3c\/dom|xml\/sax))\//;

const languages: Readonly<Record<string, Ask>> = { py: ofPython, go: ofGo, rs: ofRust, java: ofJava };

/** Returns the names by which a project's own modules are imported from its root and from `src`. */
const topsOf = (file: string): readonly string[] => {
  const [first = "", second] = file.replace(/^src\//, "").split("/");
  return second === undefined ? [first.replace(/\.\w+$/, "")] : [first];
};
