/**
 * Tries changes in a Python process that has loaded the project's tests once: each in a fork, which replaces the code
 * of changed functions; code that only runs at import is reloaded. A job is `{ mode, runner, root, targets, seconds,
 * budget }`, with CPU seconds for the tests of one change and for all, and `failed`, the ends of the names of failing
 * tests, reduced to letters.
 *
 * `locate` runs the targets once and reports for each line below the root how many passing and failing tests ran it:
 * `FOUND{ passed, failed, lines: { path: { line: [passed, failed] } }, first: ids of tests that failed, cost }`, the
 * cost in CPU seconds, null if a test was stopped or time ran out. Stopped tests count as neither.
 *
 * `try` also takes `{ sources, changes: [path, line, text][], first, most, after, patience }`, the patience in
 * wall-clock seconds, and runs the tests in `first`, which failed, before the others. A change with which none of the
 * first few passes is useless. One with which some pass and no other fails is partial: once there is one, only half of
 * the time is used. `PASSED{ passed: numbers of changes, partial: [number, failures left][], tried }`.
 */
export const python = `
import sys, os, json, time, signal, gc, types, resource, warnings, importlib.machinery as machinery
job = json.load(sys.stdin)
started = time.time()
root = os.path.realpath(job["root"]) + os.sep
answer = os.fdopen(os.dup(1), "w")
null = os.open(os.devnull, os.O_RDWR)
for fd in (0, 1, 2): os.dup2(null, fd)
sys.path.insert(0, os.getcwd())
sys.dont_write_bytecode = True
warnings.simplefilter("ignore")
unit = job["runner"] == "unittest"
if unit: import unittest
else: import pytest
before = set(sys.modules)

def flat(suite):
    for one in suite:
        if isinstance(one, unittest.TestSuite): yield from flat(one)
        else: yield one
first = {one: i for i, one in enumerate(job.get("first", []))}
def nearest(tests, name):
    "Tests that are known to fail first, then those that stand next to them: time may end."
    letters = lambda text: "".join(one for one in text.lower() if one.isalnum())
    failed = tuple(job.get("failed", []))
    bad = [i for i, one in enumerate(tests) if failed and letters(name(one)).endswith(failed)]
    far = lambda i: min((abs(i - other) for other in bad), default=i)
    tests = [tests[i] for i in sorted(range(len(tests)), key=far)]
    return sorted(tests, key=lambda one: first.get(name(one), len(first)))
class Left:
    "Counts the tests in first that still fail; None if a change breaks another test, or mends none of them."
    def __init__(self): self.count, self.seen = 0, 0
    def is_over(self, name, bad):
        known = name in first
        self.seen += known
        self.count += bad
        useless = self.count and self.count == self.seen and (not known or self.seen == min(8, len(job["first"])))
        if bad and not known or useless: self.count = None
        return self.count is None

def with_tests(work):
    "Loads the tests and passes a function that runs them: (observer) -> how many of the first fail, None if others do."
    if unit:
        suite = unittest.defaultTestLoader.loadTestsFromNames([one[:-3].replace("/", ".") for one in job["targets"]])
        suite = unittest.TestSuite(nearest(list(flat(suite)), lambda test: test.id()))
        def run(observer):
            left = Left()
            class Result(unittest.TestResult):
                def startTest(self, test):
                    super().startTest(test)
                    if observer: observer.begin()
                def stopTest(self, test):
                    bad = any(test is one or getattr(one, "test_case", None) is test for one, _ in self.failures + self.errors)
                    if observer: observer.end(test.id(), bad)
                    if observer.is_late() if observer else left.is_over(test.id(), bad): self.stop()
                    super().stopTest(test)
            result = Result()
            suite.run(result)
            whole = any(not isinstance(one, unittest.TestCase) for one, _ in result.errors)
            return left.count if result.testsRun > 0 and not whole and not result.unexpectedSuccesses else None
        work(run)
        return
    class Loop:
        hurry = False
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_makereport(self, item, call):
            "A change's failures are only counted: formatting their tracebacks would take longer than the tests."
            if not self.hurry or not call.excinfo or item.get_closest_marker("xfail"): return None
            if isinstance(call.excinfo.value, (pytest.skip.Exception, pytest.xfail.Exception)): return None
            return pytest.TestReport(item.nodeid, item.location, {}, "failed", "", call.when)
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session):
            items = nearest(session.items, lambda item: item.nodeid)
            def run(observer):
                self.hurry = not observer
                left = Left()
                if session.testsfailed or not items: return None
                for i, item in enumerate(items):
                    seen = session.testsfailed
                    if observer: observer.begin()
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=items[i + 1] if i + 1 < len(items) else None)
                    bad = session.testsfailed > seen
                    if observer: observer.end(item.nodeid, bad)
                    if observer.is_late() if observer else left.is_over(item.nodeid, bad): break
                return left.count
            work(run if items and not session.testsfailed else None)
            return True
    pytest.main(["-q", "-s", "-p", "no:cacheprovider", "-p", "no:faulthandler"] + job["targets"], plugins=[Loop()])

class Slow(Exception): pass
class Observer:
    def __init__(self):
        self.lines, self.counts, self.now, self.known, self.first, self.cost = {}, [0, 0], set(), {}, [], 0
        self.stopped = self.slowed = False
        self.until = started + job["budget"] * 0.8
    def is_late(self): return time.time() > self.until
    def mine(self, name):
        if name not in self.known:
            path = os.path.realpath(name)
            inside = path[len(root):] if path.startswith(root) else ""
            self.known[name] = inside if inside.endswith(".py") and "site-packages" + os.sep not in inside else ""
        return self.known[name]
    def call(self, frame, event, arg): return self.line if self.mine(frame.f_code.co_filename) else None
    def line(self, frame, event, arg):
        if event == "line": self.now.add((self.known[frame.f_code.co_filename], frame.f_lineno))
        return self.line
    def slow(self, number, frame):
        self.stopped = self.slowed = True
        raise Slow()
    def begin(self):
        self.now, self.since, self.slowed = set(), time.process_time(), False
        signal.signal(signal.SIGVTALRM, self.slow)
        signal.setitimer(signal.ITIMER_VIRTUAL, job["seconds"])
        signal.signal(signal.SIGALRM, self.slow) # a test that waits takes no CPU time
        signal.setitimer(signal.ITIMER_REAL, max(0.1, self.until - time.time()))
        sys.settrace(self.call)
    def rest(self):
        sys.settrace(None)
        for timer in (signal.ITIMER_VIRTUAL, signal.ITIMER_REAL): signal.setitimer(timer, 0)
    def end(self, name, bad):
        self.rest()
        self.cost += time.process_time() - self.since
        if self.slowed: return
        self.counts[bad] += 1
        if bad: self.first.append(name)
        for path, line in self.now: self.lines.setdefault(path, {}).setdefault(line, [0, 0])[bad] += 1

def locate(run):
    there, back = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(there)
        observer = Observer()
        try:
            if run: run(observer)
        finally:
            observer.rest()
            passed, failed = observer.counts
            found = {"passed": passed, "failed": failed, "lines": observer.lines, "first": observer.first}
            found["cost"] = None if observer.stopped or observer.is_late() else observer.cost
            with os.fdopen(back, "w") as out: json.dump(found, out)
            os._exit(0)
    os.close(back)
    signal.signal(signal.SIGALRM, lambda number, frame: os.kill(pid, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, max(0.1, started + job["budget"] - time.time()))
    with os.fdopen(there) as found: answer.write("FOUND" + (found.read() or "null") + "\\n")
    signal.setitimer(signal.ITIMER_REAL, 0)
    os.waitpid(pid, 0)

def pairs(old, new, found):
    "New code by the place of the old; what is in a function by the function."
    found[(old.co_name, old.co_firstlineno)] = (old, new)
    a, b = ([one for one in code.co_consts if isinstance(one, types.CodeType)] for code in (old, new))
    if len(a) == len(b):
        for one, other in zip(a, b): pairs(one, other, found)
    return found
def own(code): return (code.co_code, code.co_names, code.co_varnames, [one for one in code.co_consts if not isinstance(one, types.CodeType)], len([one for one in code.co_consts if isinstance(one, types.CodeType)]))
def exchange(path, text):
    "Whether the functions that there are do now what the text says."
    found = pairs(originals[path], compile(text, path, "exec", dont_inherit=True), {})
    for old, new in found.values():
        if not old.co_flags & 1 and own(old) != own(new): return False
    for one in functions.get(path, []):
        old, new = found.get((one.__code__.co_name, one.__code__.co_firstlineno), (None, None))
        if new is None: continue
        try: one.__code__ = new
        except ValueError: return False
    return True
def anew(path, text):
    "Loads the tests and what they use again, the file with its changed text."
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(root): del sys.modules[name]
    code = machinery.SourceFileLoader.get_code
    def get_code(self, name):
        if os.path.realpath(self.path) == path: return compile(text, self.path, "exec", dont_inherit=True)
        return code(self, name)
    machinery.SourceFileLoader.get_code = get_code
    with_tests(lambda run: os._exit(code_of(run)))
    os._exit(1)
def code_of(run):
    "As the exit code of a process: 0 if all tests pass, 1 if the change is useless, otherwise 100 and the failures left."
    left = run(None) if run else None
    return 1 if left is None else 0 if left == 0 else 100 + min(left, 99)
originals, functions, running, passed, partial, slow = {}, {}, {}, [], [], []
def child(run, path, text, seconds):
    os.setpgid(0, 0)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    if run and exchange(path, text): os._exit(code_of(run))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds + 3)
    anew(path, text)
def reap(most):
    while len(running) > most:
        for pid, (i, limit) in list(running.items()):
            got, status = os.waitpid(pid, os.WNOHANG)
            if not got and time.time() > limit:
                os.kill(pid, signal.SIGKILL)
                got, status = os.waitpid(pid, 0)
            if got:
                del running[pid]
                try: os.killpg(pid, signal.SIGKILL) # what its tests started
                except ProcessLookupError: pass
                if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0: passed.append(i)
                elif os.WIFEXITED(status) and os.WEXITSTATUS(status) > 100: partial.append((i, os.WEXITSTATUS(status) - 100))
                elif os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGVTALRM: slow.append(i)
        if len(running) > most: time.sleep(0.002)
def attempt(run):
    end = time.time() + job["patience"]
    sources = {path: text.split("\\n") for path, text in job["sources"].items()}
    for path, text in job["sources"].items():
        try: originals[os.path.realpath(root + path)] = compile(text, path, "exec", dont_inherit=True)
        except SyntaxError: run = None
    for one in gc.get_objects():
        if type(one) is types.FunctionType: functions.setdefault(os.path.realpath(one.__code__.co_filename), []).append(one)
    gc.collect()
    gc.freeze()
    tried = set()
    def go(numbers, seconds, share):
        for i in numbers:
            spent = 2 if partial and not passed else 1
            if sum(os.times()[:4]) > job["budget"] * share / spent or time.time() > end - job["patience"] * (spent - 1) / 2: break
            if len(passed) >= job["most"] or (passed and i > min(passed) + job["after"]): break
            path, line, by = job["changes"][i]
            text = "\\n".join(sources[path][:line - 1] + [by] + sources[path][line:])
            try: compile(text, path, "exec", dont_inherit=True)
            except Exception: continue
            tried.add(i)
            pid = os.fork()
            if pid == 0:
                try: child(run, os.path.realpath(root + path), text, seconds)
                finally: os._exit(1)
            running[pid] = (i, min(time.time() + seconds * 5 + 10, end + 2))
            reap(1)
        reap(0)
    # What is stopped may be right where the tests that failed at once need their time now.
    go(range(len(job["changes"])), job["seconds"], 0.6)
    for longer in (5, 25, 100):
        again = sorted(slow)
        slow.clear()
        if not passed: go(again, job["seconds"] * longer, 1)
    answer.write("PASSED" + json.dumps({"passed": sorted(passed), "partial": partial, "tried": len(tried)}) + "\\n")

done = []
def work(run):
    done.append(True)
    (locate if job["mode"] == "locate" else attempt)(run)
try: with_tests(work)
except BaseException:
    if done: raise
if not done: work(None)
answer.flush()
os._exit(0)
`;
