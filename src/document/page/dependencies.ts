import { isBuiltin } from "node:module";
import type { Declared } from "../../inspect/index.ts";
import { span, table } from "./markdown.ts";

/** What Python brings along. */
const python = new Set(
  (
    "__future__ abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect" +
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

/** What modules take from outside the project, with the range that the manifest declares. */
export function dependencies(
  modules: readonly { readonly path: string; readonly imports: readonly string[] }[],
  declared: Readonly<Record<string, string>>,
  { files }: Pick<Declared, "files">,
): readonly string[] {
  const own = new Set(files.flatMap(topsOf));
  const used = new Map<string, { count: number; python: boolean }>();
  for (const { path, imports } of modules)
    for (const from of new Set(imports.map((one) => nameIn(one, declared, path.endsWith(".py"))))) {
      const first = from.split(path.endsWith(".py") ? "." : "/")[0] ?? from;
      if (/^(?:\.|[@~#]?\/|@\/)/.test(from) || (!Object.hasOwn(declared, from) && own.has(first))) continue;
      const { count = 0 } = used.get(from) ?? {};
      used.set(from, { count: count + 1, python: path.endsWith(".py") });
    }
  return table(
    ["Import", "Declared", "Modules"],
    [...used]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { count, python: isPython }]) => [
        span(name),
        declared[name] ? span(declared[name]) : origin(name, isPython),
        String(count),
      ]),
  );
}

function origin(name: string, isPython: boolean): string {
  if (isPython) return python.has(name) ? "part of Python" : "not by the manifest";
  return isBuiltin(name) ? "part of Node.js" : "not by the manifest";
}

/** The declared package that an import belongs to, or the import itself; in Python its first part. */
function nameIn(from: string, declared: Readonly<Record<string, string>>, isPython: boolean): string {
  const package_ = Object.keys(declared).find(
    (one) => from === one || from.startsWith(`${one}/`) || from.replaceAll("_", "-").split(".")[0] === one,
  );
  if (package_) return package_;
  return isPython && !from.startsWith(".") ? (from.split(".")[0] ?? from) : from;
}

/** The names by which a project's own modules are imported from its root and from `src`. */
const topsOf = (file: string): readonly string[] => {
  const [first = "", second] = file.replace(/^src\//, "").split("/");
  return second === undefined ? [first.replace(/\.\w+$/, "")] : [first];
};
