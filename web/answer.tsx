import { useEffect, useState } from "preact/hooks";
import { ask, nothing, type Shown } from "./stream.ts";

export interface AnswerProps {
  readonly model: string;
  /** Throws if the input is not valid JSON. */
  readonly body: () => object;
  readonly apiKey: string;
  readonly signal: AbortSignal;
}

/** Sends the request when first shown; aborts it when removed. */
export function Answer({ model, body, apiKey, signal }: AnswerProps) {
  const [shown, show] = useState<Shown>(nothing);
  const [error, setError] = useState("");
  useEffect(() => {
    const left = new AbortController();
    const until = AbortSignal.any([signal, left.signal]);
    const send = async (): Promise<void> => ask(body(), { key: apiKey, signal: until, show });
    send().catch((failure: unknown) =>
      setError(failure instanceof Error ? failure.message : String(failure)),
    );
    return () => left.abort();
  }, []);
  return (
    <section class="panel" aria-label={`Answer of ${model}`} aria-live="polite">
      <h3>{model}</h3>
      {shown.blocks.map(({ kind, text }) => (
        <>
          <span class="soft">{kind}</span>
          <pre class="text" tabIndex={0}>
            {text}
          </pre>
        </>
      ))}
      {error && (
        <p role="alert" class="bad">
          {error}
        </p>
      )}
      {shown.stop && <p class="soft">{`${shown.stop} · ${shown.usage}`}</p>}
    </section>
  );
}
