/** A dangerous call, recognised by its text. Patterns match within one file and a few lines. */
export interface Rule {
  readonly id: string;
  /** Language families of `mask.ts`, separated by a space. */
  readonly in: string;
  /** `bare`: with empty strings; `code`: as written. */
  readonly on: "bare" | "code";
  readonly pattern: RegExp;
  /** A match of this at the same place makes it safe. */
  readonly unless?: RegExp;
  /** Whether the text alone shows what goes wrong, whatever is passed in; otherwise it is a note. */
  readonly grave?: true;
  readonly reason: string;
  readonly suggestion: string;
}

/** A string with interpolated values: a template with `${`, or a quote and `+` or `%`. */
const built = String.raw`(?:\x60[^\x60\n]{0,300}\$\{|["'][^"'\n]{0,300}["']\s*\+\s*[\w(]|[\w.()[\]]{1,80}\s*\+\s*["'\x60])`;
const sqlJs = String.raw`(?:\x60\s*(?:SELECT\s[^\x60]{1,400}?\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM)\b[^\x60]{0,600}?\$\{|["']\s*(?:SELECT\s[^"'\n]{1,300}?\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM)\b[^"\n]{0,300}?["']\s*\+\s*[A-Za-z_])`;
const sqlWords = String.raw`(?:SELECT\s[^"\n]{1,300}?\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM)\b`;

const injection = "What is put in may hold code of its own.";

export const rules: readonly Rule[] = [
  {
    id: "eval",
    in: "js py",
    on: "bare",
    pattern: /(?<![\w.$])eval\s*\(|\bnew\s+Function\s*\(/g,
    unless: /\b(?:def|function)\s+eval\b/,
    grave: true,
    reason: "A string is run as code.",
    suggestion: "Parse the data (JSON.parse, ast.literal_eval) or look the function up in a table.",
  },
  {
    id: "eval",
    in: "py",
    on: "bare",
    pattern: /(?<![\w.])exec\s*\(/g,
    unless: /\bdef\s+exec\b/,
    grave: true,
    reason: "A string is run as code.",
    suggestion: "Parse the data, or look the function up in a table.",
  },
  {
    id: "timer-string",
    in: "js",
    on: "bare",
    pattern: /\bset(?:Timeout|Interval)\s*\(\s*["'`]/g,
    reason: "A timer runs a string as code.",
    suggestion: "Hand over a function.",
  },
  {
    id: "command-injection",
    in: "js",
    on: "code",
    pattern: new RegExp(
      String.raw`(?<![\w$])(?:child_process\.|cp\.)?(?:exec|execSync)\s*\(\s*${built}`,
      "g",
    ),
    unless: /\/[gimsuy]*\.exec\(|\.exec\(\s*\w+\s*\)/,
    grave: true,
    reason: `A shell command is put together from values. ${injection}`,
    suggestion: "Use execFile with the program and its arguments as a list.",
  },
  {
    id: "shell-true",
    in: "js",
    on: "bare",
    pattern: /\b(?:spawn|execFile|spawnSync|execFileSync)\s*\([^;]{0,300}?\bshell\s*:\s*true/g,
    reason: "The program is started by a shell, which reads its arguments as commands.",
    suggestion: "Leave `shell` out and hand over the arguments as a list.",
  },
  {
    id: "command-injection",
    in: "py",
    on: "code",
    pattern:
      /\bos\.(?:system|popen)\s*\(\s*(?:[rf]{1,2}["'][^"'\n]*\{|["'][^"'\n]*["']\s*(?:%|\+|\.format)|[\w.]+\s*[)+%])|\bsubprocess\.\w+\([^#]{0,300}?\bshell\s*=\s*True/g,
    grave: true,
    reason: `A shell command is put together from values. ${injection}`,
    suggestion: "Use subprocess.run with a list of arguments, without a shell.",
  },
  {
    id: "command-injection",
    in: "go",
    on: "code",
    pattern:
      /\bexec\.Command\(\s*"(?:sh|bash|cmd)"\s*,\s*"(?:-c|\/c)"\s*,\s*(?:"[^"\n]*"\s*\+|[^)"\n]*\+|fmt\.Sprintf|[A-Za-z_])/g,
    grave: true,
    reason: `A shell command is put together from values. ${injection}`,
    suggestion: "Call the program itself, each argument on its own.",
  },
  {
    id: "sql-injection",
    in: "js",
    on: "code",
    pattern: new RegExp(sqlJs, "gi"),
    unless: /\b(?:sql|Prisma\.sql|db\.sql)\s*`/,
    grave: true,
    reason: `A query is put together from values. ${injection}`,
    suggestion: "Write placeholders, and hand the values over beside the query.",
  },
  {
    id: "sql-injection",
    in: "py",
    on: "code",
    pattern: new RegExp(
      String.raw`\b[rf]?f[rf]?("""|"|')\s*${sqlWords}[^"']{0,400}?\{|("""|"|')\s*${sqlWords}[^"\n]{0,300}?["']+\s*(?:%\s*[\w(]|\+\s*\w|\.format\()`,
      "gi",
    ),
    grave: true,
    reason: `A query is put together from values. ${injection}`,
    suggestion: "Write placeholders, and hand the values over beside the query.",
  },
  {
    id: "sql-injection",
    in: "go c",
    on: "code",
    pattern: new RegExp(
      String.raw`(?:Sprintf|format)\(\s*["\x60]\s*${sqlWords}[^"\n]{0,300}?%[sdv]|"\s*${sqlWords}[^"\n]{0,300}?"\s*\+\s*\w`,
      "gi",
    ),
    grave: true,
    reason: `A query is put together from values. ${injection}`,
    suggestion: "Write placeholders, and hand the values over beside the query.",
  },
  {
    id: "html-injection",
    in: "js",
    on: "bare",
    pattern:
      /\.(?:inner|outer)HTML\s*\+?=(?!=|\s*["'`]\s*["'`]\s*[;\n])|\bdangerouslySetInnerHTML\b(?!\?)|\.insertAdjacentHTML\s*\(|\bdocument\.write(?:ln)?\s*\(|\bv-html\s*=/g,
    unless: /DOMPurify|sanitize|escapeHtml/i,
    reason: "Text becomes part of the page as HTML, scripts included.",
    suggestion: "Set textContent, or clean the HTML with a sanitizer first.",
  },
  {
    id: "html-injection",
    in: "py",
    on: "bare",
    pattern:
      /\brender_template_string\s*\(\s*(?:[rf]*f["']|[\w.]+\s*[)+%,])|\b(?:Markup|mark_safe)\s*\(\s*(?!["')])|\bautoescape\s*=\s*False/g,
    unless: /(?<!un)escape(?!\s*=)|sanitize|bleach|nh3|__html__/i,
    reason: "Text becomes part of the page as HTML, scripts included.",
    suggestion: "Render a template of your own, with escaping on.",
  },
  {
    id: "deserialization",
    in: "py",
    on: "bare",
    pattern:
      /\b(?:c?[pP]ickle|dill|shelve|marshal|joblib)\.(?:loads?|open|Unpickler)\s*\(|\bpd\.read_pickle\s*\(/g,
    grave: true,
    reason: "Reading such data runs what is in it.",
    suggestion: "Use JSON, or sign the data and check it first.",
  },
  {
    id: "yaml-load",
    in: "py",
    on: "bare",
    pattern: /\byaml\.(?:unsafe_load|full_load|load(?:_all)?)\s*\((?![^\n]{0,300}(?:Safe|CSafe)Loader)/g,
    grave: true,
    reason: "This loader makes any object that the YAML names.",
    suggestion: "Use yaml.safe_load.",
  },
  {
    id: "deserialization",
    in: "js",
    on: "bare",
    pattern:
      /\bunserialize\s*\(|\bvm\.run(?:InNewContext|InThisContext|InContext)\s*\(|\bv8\.deserialize\s*\(/g,
    reason: "Reading such data can run what is in it; vm is no sandbox.",
    suggestion: "Use JSON, and a process of its own for foreign code.",
  },
  {
    id: "tls-unverified",
    in: "js py go",
    on: "bare",
    pattern:
      /\brejectUnauthorized\s*:\s*false|\bNODE_TLS_REJECT_UNAUTHORIZED\b[^\n]{0,20}=|(?<=\b(?:requests|httpx|session|client)\.\w+\([^)\n]{0,200})\bverify\s*=\s*False\b|\b_create_unverified_context\b|\bcheck_hostname\s*=\s*False|(?<![=!])=\s*(?:ssl\.)?CERT_NONE\b|\bInsecureSkipVerify\s*:\s*true/g,
    grave: true,
    reason: "The other side's certificate is not checked, so anyone in between can answer.",
    suggestion: "Leave the check on, and add your own authority to the trusted ones.",
  },
  {
    id: "weak-hash",
    in: "js py go",
    on: "code",
    pattern:
      /\bcreateHash\(\s*["'`](?:md5|sha1)["'`]|\bhashlib\.(?:md5|sha1)\s*\((?![^)\n]*usedforsecurity\s*=\s*False)|\b(?:md5|sha1)\.(?:New|Sum)\(/gi,
    reason: "This hash can be forged.",
    suggestion: "Use SHA-256; for passwords scrypt, bcrypt or argon2.",
  },
  {
    id: "weak-random",
    in: "js py",
    on: "bare",
    pattern:
      /\b\w*(?:token|secret|password|passwd|session|nonce|salt|otp|api_?key)\w*\s*(?::\s*\w+\s*)?[=:][^\n;]{0,120}?(?:\bMath\.random\(|(?<!\.)\brandom\.(?:random|randint|choices?|randrange)\()/gi,
    grave: true,
    reason: "These random numbers can be predicted.",
    suggestion: "Use crypto.randomBytes or randomUUID; in Python the secrets module.",
  },
  {
    id: "jwt-unverified",
    in: "js py",
    on: "code",
    pattern:
      /\balgorithms?\s*[:=]\s*\[?\s*["']none["']|["']?verify_signature["']?\s*[:=]\s*False|\bignoreExpiration\s*:\s*true/gi,
    grave: true,
    reason: "A token is taken without its signature or its end being checked.",
    suggestion: "Verify with the one algorithm that you sign with.",
  },
  {
    id: "path-traversal",
    in: "js",
    on: "bare",
    pattern:
      /\b(?:readFile|readFileSync|createReadStream|sendFile|unlink|unlinkSync|writeFile|writeFileSync|rm|rmSync)\s*\([^;\n]{0,160}?\breq(?:uest)?\.(?:params|query|body)\b/g,
    grave: true,
    reason: "The request names a file, and `..` leads anywhere.",
    suggestion: "Resolve the path and refuse what lies outside the folder.",
  },
  {
    id: "open-redirect",
    in: "js py",
    on: "bare",
    pattern: /\bredirect\s*\([^;\n]{0,80}?\breq(?:uest)?\.(?:params|query|body|args|GET)\b/g,
    reason: "The request says where to go, so a link here can lead to any site.",
    suggestion: "Allow paths of your own only.",
  },
  {
    id: "debug-mode",
    in: "py",
    on: "bare",
    pattern: /\.run\s*\([^)\n]*\bdebug\s*=\s*True|^DEBUG\s*=\s*True\b/gm,
    reason: "The debugger of the web framework runs code that visitors send.",
    suggestion: "Read it from the environment, off by default.",
  },
  {
    id: "temporary-file",
    in: "py",
    on: "bare",
    pattern: /\btempfile\.mktemp\s*\(|\bos\.tmpnam\b/g,
    reason: "Between the name and the file, someone else can put one there.",
    suggestion: "Use tempfile.NamedTemporaryFile or mkstemp.",
  },
  {
    id: "archive-traversal",
    in: "py",
    on: "bare",
    pattern: /\.extractall\s*\((?![^)\n]*filter\s*=)/g,
    unless: /\bzip/i, // that reader stays within the folder
    reason: "An archive can name files outside the folder.",
    suggestion: 'Pass filter="data", or check each name.',
  },
  {
    id: "cors-any",
    in: "js py",
    on: "code",
    pattern:
      /Access-Control-Allow-Origin["']?\s*[,:]\s*["']\*["']|\borigin\s*:\s*["']\*["'][^}]{0,120}credentials\s*:\s*true/g,
    reason: "Every site may call this with its visitors' browsers.",
    suggestion: "Name the origins that may.",
  },
  {
    id: "swallowed-error",
    in: "js",
    on: "bare",
    pattern: /\bcatch\s*(?:\([^)\n]{0,80}\))?\s*\{\s*\}/g,
    reason: "An error disappears here, whatever it was.",
    suggestion: "Handle the one that is expected, and let the others pass.",
  },
  {
    id: "swallowed-error",
    in: "py",
    on: "bare",
    pattern:
      /^[ \t]*except(?:\s+(?:Base)?Exception(?:\s+as\s+\w+)?)?\s*:\s*(?:pass|\.\.\.)[ \t]*$|^[ \t]*except\s*:/gm,
    reason: "An error disappears here, whatever it was.",
    suggestion: "Name the exception that is expected, and let the others pass.",
  },
  {
    id: "mutable-default",
    in: "py",
    on: "bare",
    pattern: /\bdef\s+\w+\s*\([^)]{0,300}?=\s*(?:\[\s*\]|\{\s*\}|(?:list|dict|set)\(\))/g,
    reason: "The default is made once and shared by all calls.",
    suggestion: "Default to None, and make it in the body.",
  },
  {
    id: "await-in-foreach",
    in: "js",
    on: "bare",
    pattern: /\.forEach\s*\(\s*async\b/g,
    reason: "forEach doesn't wait, and errors in it are lost.",
    suggestion: "Use for … of with await, or Promise.all over map.",
  },
];
