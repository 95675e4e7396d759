import { objectIn } from "../../lib/index.ts";
import { coveragePy } from "../coverage/python.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { noReport } from "./no-report.ts";
import { frameLine, relativeTo } from "./junit.ts";

/** The standard library's runner prints for people only, so our result class prints one line per result. */
const driver = `
import sys, os, json, time, inspect, unittest
out = open(sys.argv[1], "w")
sys.path.insert(0, "")
def place(test):
    try:
        method = inspect.unwrap(getattr(type(test), test._testMethodName))
        return inspect.getsourcefile(method), inspect.getsourcelines(method)[1]
    except Exception: return None, None
class Told(unittest.TextTestResult):
    def startTest(self, test):
        self.at = time.time()
        super().startTest(test)
    def tell(self, test, status, message="", more=""):
        file, line = place(test)
        parts = test.id().split(".")
        name = parts[-2:] if file else parts[-1:]
        broken = type(test).__module__ == "unittest.loader"
        if broken: file, line, name = parts[-1].replace(".", "/") + ".py" if len(parts) == 3 else test._testMethodName.replace(".", "/") + ".py", None, [test._testMethodName]
        at = getattr(self, "at", None)
        print(json.dumps({"name": name + ([more] if more else []), "file": file and os.path.abspath(file), "line": line, "status": status, "message": message, "seconds": at and time.time() - at}), file=out, flush=True)
    def addSuccess(self, test):
        super().addSuccess(test)
        self.tell(test, "passed")
    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.tell(test, "failed", self._exc_info_to_string(err, test))
    def addError(self, test, err):
        super().addError(test, err)
        self.tell(test, "failed", self._exc_info_to_string(err, test))
    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.tell(test, "skipped", reason)
    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.tell(test, "passed")
    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.tell(test, "failed", "It was expected to fail, and passed.")
    def addSubTest(self, test, sub, err):
        super().addSubTest(test, sub, err)
        if err: self.tell(test, "failed", self._exc_info_to_string(err, test), sub._subDescription())
loader = unittest.TestLoader()
targets = [one.partition("::") for one in sys.argv[2:]]
names = [name for _, _, name in targets if name]
if names: loader.testNamePatterns = ["*%s*" % name.replace(" > ", ".").replace("[", "[[]") for name in names]
def top(folder):
    while os.path.exists(os.path.join(folder, "__init__.py")): folder = os.path.dirname(folder) or "."
    return folder
def found(path):
    if os.path.isdir(path): return loader.discover(path, top_level_dir=top(path))
    folder = os.path.dirname(path) or "."
    loader._top_level_dir = None
    return loader.discover(folder, pattern=os.path.basename(path), top_level_dir=top(folder))
files = [path for path, _, _ in targets if path]
suite = unittest.TestSuite(map(found, files)) if files else loader.discover(".")
if not files and not suite.countTestCases():
    suite = unittest.TestSuite(found(path) for path in ("tests", "test") if os.path.isdir(path))
result = unittest.TextTestRunner(resultclass=Told, verbosity=2).run(suite)
print(json.dumps({"ran": result.testsRun}), file=out, flush=True)
sys.exit(0 if result.wasSuccessful() else 1)
`;

const unittest: TestRunner = {
  input: driver,
  command: (targets) => ["python3", "-", "{report}", ...targets],
  parse({ report }, root) {
    const lines = (report ?? "").split("\n").flatMap(parsed);
    if (!lines.some((line) => "ran" in line)) throw noReport("unittest");
    return lines.flatMap((line) => ("ran" in line ? [] : [one(line, root)]));
  },
  coverage: coveragePy,
};
export default unittest;

type Line = Readonly<Record<string, unknown>>;

const parsed = (line: string): readonly Line[] => [objectIn(line) ?? []].flat();

function one({ name, file, line, status, message, seconds }: Line, root: string): TestResult {
  const path = typeof file === "string" ? relativeTo(root, file) : "";
  const text = typeof message === "string" ? message.trim() : "";
  const place = (text && pythonLine(text, path)) || (typeof line === "number" ? line : undefined);
  return {
    name: Array.isArray(name) ? name.join(" > ") : "",
    file: path,
    ...(place && { line: place }),
    status: status === "passed" || status === "failed" ? status : "skipped",
    ...(status === "failed" && text && { message: text }),
    ...(typeof seconds === "number" && { milliseconds: Math.round(seconds * 1000) }),
  };
}

/** Returns the last line of the file in a traceback. */
const pythonLine = (text: string, path: string): number | undefined => {
  const places = [...text.matchAll(/File "([^"\n]+)", line (\d+)/g)].filter(([, file = ""]) =>
    path ? file.endsWith(path) : false,
  );
  return Number(places.at(-1)?.[2]) || frameLine(text, path);
};
