import { useEffect, useState } from "preact/hooks";
import { ask, nothing, type Shown } from "./stream.ts";

export interface AnswerProps {
  readonly model: string;
  /** Throws where what was written is no JSON. */
  readonly body: () => object;
  readonly apiKey: string;
  readonly signal: AbortSignal;
}

/** Asks once, when it is first shown. */
export function Answer({ model, body, apiKey, signal }: AnswerProps) {
  const [shown, show] = useState<Shown>(nothing);
  const [error, setError] = useState("");
  useEffect(() => {
    const send = async (): Promise<void> => ask(body(), { key: apiKey, signal, show });
    send().catch((failure: unknown) =>
      setError(failure instanceof Error ? failure.message : String(failure)),
    );
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
