import { Environment, Interpreter, parse, tokenize } from "@huggingface/jinja";

/** A chat template: renders values, or throws TemplateError. */
export type Template = (values: Readonly<Record<string, unknown>>) => string;

/** Raised if the template refuses its values, or exceeds its limits. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

/**
 * Limits: evaluated expressions and statements, characters of the text, items of a range, characters of the template.
 */
const limits = { steps: 300_000, text: 8_000_000, range: 10_000, source: 500_000 };

/**
 * Compiles a Jinja template. It only has access to its values: no files, no network, no environment; time and memory
 * are bounded. `now` returns milliseconds since 1970.
 */
export function template(source: string, now: () => number): Template {
  if (source.length > limits.source) throw new TemplateError("The chat template is too long.");
  const program = attempt(() => parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true })));
  return (values) =>
    attempt(() => {
      const environment = new Environment();
      for (const [name, value] of Object.entries({ ...globals(now), ...values }))
        environment.set(name, value);
      const { value } = new Bounded(environment).run(program);
      if (typeof value !== "string") throw new TemplateError("The chat template gives no text.");
      return value;
    });
}

function attempt<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof TemplateError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TemplateError(`The model's chat template fails: ${why}`, { cause });
  }
}

interface Evaluator {
  run(program: unknown): { readonly value: unknown };
  evaluate(statement: unknown, environment: unknown): { readonly value: unknown };
}
// the package's types are lost: its declarations import without file extensions
const Evaluating = Interpreter as unknown as new (environment: unknown) => Evaluator;

class Bounded extends Evaluating {
  #steps = 0;

  override evaluate(...args: Parameters<Evaluator["evaluate"]>): { readonly value: unknown } {
    if (++this.#steps > limits.steps) throw new TemplateError("The chat template takes too long.");
    const result = super.evaluate(...args);
    const { value } = result;
    if ((typeof value === "string" || Array.isArray(value)) && value.length > limits.text)
      throw new TemplateError("The chat template writes too much.");
    return result;
  }
}

const globals = (now: () => number): Readonly<Record<string, unknown>> => ({
  true: true,
  false: false,
  none: null,
  True: true,
  False: false,
  None: null,
  raise_exception(message: unknown) {
    throw new TemplateError(`The model's chat template refuses: ${String(message)}`);
  },
  range,
  strftime_now: (format: unknown) => date(String(format), new Date(now())),
});

function range(first: number, second?: number, step = 1): readonly number[] {
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  const length = Math.ceil((stop - start) / step);
  if (!(length <= limits.range)) throw new TemplateError("The chat template counts too far.");
  return Array.from({ length: Math.max(0, length) }, (_, i) => start + i * step);
}

const months = "January February March April May June July August September October November December".split(
  " ",
);

function date(format: string, at: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const month = months[at.getUTCMonth()] ?? "";
  const parts: Readonly<Record<string, string>> = {
    Y: String(at.getUTCFullYear()),
    m: two(at.getUTCMonth() + 1),
    d: two(at.getUTCDate()),
    B: month,
    b: month.slice(0, 3),
    H: two(at.getUTCHours()),
    M: two(at.getUTCMinutes()),
    "%": "%",
  };
  return format.replace(/%([YmdBbHM%])/g, (_, letter: string) => parts[letter] ?? "");
}
