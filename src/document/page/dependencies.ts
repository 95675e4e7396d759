import { isBuiltin } from "node:module";
import type { Declared } from "../../inspect/index.ts";
import { capital, inTable } from "../../lib/index.ts";
import { span, table } from "./markdown.ts";

/** What Python brings along. */
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

interface Project {
  readonly declared: Readonly<Record<string, string>>;
  readonly index: Pick<Declared, "files">;
  /** As its manifest calls it. */
  readonly name: string | undefined;
}

/** What an import of a file means outside of the project: the package, and whence it comes where the manifest doesn't declare it. */
interface Outside {
  readonly name: string;
  readonly origin: string;
}

/** What modules take from outside the project, with the range that the manifest declares. */
export function dependencies(
  modules: readonly { readonly path: string; readonly imports: readonly string[] }[],
  project: Project,
): readonly string[] {
  const { declared } = project;
  const known = { ...project, own: new Set(project.index.files.flatMap(topsOf)) };
  const used = new Map<string, { readonly origin: string; count: number }>();
  for (const { path, imports } of modules) {
    const found = imports.flatMap((one) => outsideOf(path)(one, known) ?? []);
    for (const [name, { origin }] of new Map(found.map((one) => [one.name, one])))
      used.set(name, { origin, count: (used.get(name)?.count ?? 0) + 1 });
  }
  const all = [...used].sort(([a], [b]) => (a < b ? -1 : 1));
  const isBrought = ([name, { origin }]: (typeof all)[number]): boolean =>
    origin.startsWith("part of ") && declared[name] === undefined;
  return [
    ...table(
      ["Import", "Declared", "Modules"],
      all
        .filter((one) => !isBrought(one))
        .map(([name, { origin, count }]) => [
          span(name),
          declared[name] ? span(declared[name]) : origin,
          String(count),
        ]),
    ),
    ...[...Map.groupBy(all.filter(isBrought), ([, { origin }]) => origin)].flatMap(([origin, names]) => [
      `${capital(origin)}: ${names.map(([name]) => span(name)).join(", ")}.`,
      "",
    ]),
  ];
}

type Known = Project & { readonly own: ReadonlySet<string> };
type Ask = (from: string, known: Known) => Outside | undefined;

const unknown = "not by the manifest";

function outsideOf(path: string): Ask {
  const [, extension = ""] = /\.(py|go|rs|java)$/.exec(path) ?? [];
  return inTable(languages, extension) ?? ofNode;
}

/** The declared package that an import lies in, the longest. */
const within = (from: string, declared: Project["declared"]): string | undefined =>
  Object.keys(declared)
    .filter((one) => from === one || from.startsWith(`${one}/`))
    .sort((a, b) => b.length - a.length)[0];

const ofNode: Ask = (from, { declared, own, name: itself }) => {
  if (from === itself || (itself !== undefined && from.startsWith(`${itself}/`))) return undefined;
  const name = within(from, declared) ?? from;
  const [first = ""] = name.split("/");
  if (/^(?:\.|[@~#]?\/|@\/)/.test(name) || (!Object.hasOwn(declared, name) && own.has(first)))
    return undefined;
  return { name, origin: isBuiltin(name) ? "part of Node.js" : unknown };
};

const ofPython: Ask = (from, { declared, own, name: itself }) => {
  const [first = ""] = from.split(".");
  const asOne = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, "-");
  if (own.has(first) && itself !== undefined && asOne(first) === asOne(itself)) return undefined;
  const named = Object.keys(declared).find((one) => one === from || one === first.replaceAll("_", "-"));
  if (from.startsWith(".") || (named === undefined && own.has(first))) return undefined;
  return { name: named ?? first, origin: python.has(first) ? "part of Python" : unknown };
};

/** Paths of Go's own packages begin without a host. */
const ofGo: Ask = (from, { declared, name }) => {
  if (from.startsWith(".") || from === name || from.startsWith(`${name ?? ""}/`)) return undefined;
  return { name: within(from, declared) ?? from, origin: /^[^/]*\./.test(from) ? unknown : "part of Go" };
};

/** A path may begin with any name that the file knows: only what is declared, and what Rust brings along, is outside. */
const ofRust: Ask = (from, { declared }) => {
  const [first = ""] = from.split("/");
  const named = Object.keys(declared).find((one) => one.replaceAll("-", "_") === first);
  if (named !== undefined) return { name: named, origin: "" };
  return /^(?:std|core|alloc)$/.test(first) ? { name: first, origin: "part of Rust" } : undefined;
};

/** Packages; the project's own lie in its folders. What builds declare isn't read. */
const ofJava: Ask = (from, { index }) => {
  const name = from.replace(/\/[A-Z].*$/, "");
  if (from.startsWith(".") || index.files.some((file) => file.includes(`${name}/`))) return undefined;
  return { name: name.replaceAll("/", "."), origin: jdk.test(`${name}/`) ? "part of Java" : "" };
};

const jdk =
  /^(?:java|javax\/(?:accessibility|annotation\/processing|crypto|imageio|lang|management|naming|net|print|script|security|sound|sql|swing|tools|xml)|org\/(?:w3c\/dom|xml\/sax))\//;

const languages: Readonly<Record<string, Ask>> = { py: ofPython, go: ofGo, rs: ofRust, java: ofJava };

/** The names by which a project's own modules are imported from its root and from `src`. */
const topsOf = (file: string): readonly string[] => {
  const [first = "", second] = file.replace(/^src\//, "").split("/");
  return second === undefined ? [first.replace(/\.\w+$/, "")] : [first];
};
