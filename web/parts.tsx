import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { call, Failure, number } from "./api.ts";

/** Signals that the login must be shown again. */
export const loggedOut = new EventTarget();

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns an error's message; signals an expired session to the application. */
function failed(error: unknown): string {
  if (error instanceof Failure && error.status === 401) loggedOut.dispatchEvent(new Event("out"));
  return messageOf(error);
}

/** Returns a parameter of the address, which links from other screens set. */
export const asked = (name: string): string =>
  new URLSearchParams(location.hash.split("?")[1] ?? "").get(name) ?? "";

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: string;
  reload(): void;
}

/** Loads a path, again whenever it changes or every `seconds`. */
export function useData<T>(path: string, seconds = 0): Loaded<T> {
  const [data, setData] = useState<T>();
  const [error, setError] = useState("");
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    call<T>(path).then(
      (answer) => {
        if (!isCurrent) return;
        setData(answer);
        setError("");
      },
      (failure: unknown) => isCurrent && setError(failed(failure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [path, turn]);
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setInterval(() => setTurn((last) => last + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return { data, error, reload: useCallback(() => setTurn((last) => last + 1), []) };
}

/** Runs a change and keeps its message: the error, or that it is done. */
export function useAct(): {
  readonly note: ComponentChildren;
  run(act: () => Promise<string>): Promise<void>;
} {
  const [note, setNote] = useState<readonly [kind: string, text: string]>(["", ""]);
  return {
    note: (
      <p role="status" class={note[0]}>
        {note[1]}
      </p>
    ),
    async run(act) {
      try {
        setNote(["good", await act()]);
      } catch (error) {
        setNote(["bad", failed(error)]);
      }
    },
  };
}

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  readonly kind?: "number" | "wrap";
}
export interface TableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly loaded: { readonly data: readonly T[] | undefined; readonly error: string };
  readonly empty: string;
}

export function Table<T>({ caption, columns, loaded: { data, error }, empty }: TableProps<T>) {
  if (error)
    return (
      <p role="alert" class="bad">
        {error}
      </p>
    );
  if (!data) return <p class="soft">Loading…</p>;
  if (data.length === 0) return <p class="soft">{empty}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, kind }) => (
              <th scope="col" class={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr>
              {columns.map(({ cell, kind }) => (
                <td class={kind}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly type?: string;
  readonly options?: readonly string[];
  readonly placeholder?: string;
}

/** A labelled input, or a select if there are options. */
export const Field = ({ label, value, set, type = "text", options, placeholder }: FieldProps) => (
  <label>
    {label}
    {options ? (
      <select value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {options.map((option) => (
          <option value={option}>{option === "" ? "–" : option}</option>
        ))}
      </select>
    ) : (
      <input
        type={type}
        value={value}
        placeholder={placeholder}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    )}
  </label>
);

export const TextArea = ({ label, value, set, rows = 4 }: FieldProps & { readonly rows?: number }) => (
  <label>
    {label}
    <textarea rows={rows} value={value} onInput={({ currentTarget }) => set(currentTarget.value)} />
  </label>
);

/** Keeps the pages by their cursors; the first is the empty text. */
export function usePages(): {
  readonly start: string;
  first(): void;
  buttons(next: string | null | undefined): ComponentChildren;
} {
  const [starts, setStarts] = useState<readonly string[]>([""]);
  return {
    start: starts.at(-1) ?? "",
    first: () => setStarts([""]),
    buttons: (next) => (
      <div class="row">
        <button disabled={starts.length < 2} onClick={() => setStarts(starts.slice(0, -1))}>
          Previous page
        </button>
        <button disabled={!next} onClick={() => next && setStarts([...starts, next])}>
          Next page
        </button>
      </div>
    ),
  };
}

export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** A bar chart; the table next to it has the same numbers. */
export function Chart({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  if (most === 0) return <p class="soft">Nothing to draw yet.</p>;
  const width = 100 / bars.length;
  return (
    <figure>
      <figcaption>{`up to ${number(most)}`}</figcaption>
      <svg class="chart" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={title}>
        {bars.map(({ label, value }, i) => (
          <rect
            x={i * width + width * 0.1}
            width={width * 0.8}
            y={40 - (38 * value) / most}
            height={(38 * value) / most}
          >
            <title>{`${label}: ${value}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption>
        <span>{bars[0]?.label}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.label}</span>}
      </figcaption>
    </figure>
  );
}

export const copy = (text: string): void => void navigator.clipboard?.writeText(text);
