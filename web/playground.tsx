import { useEffect, useState } from "preact/hooks";
import { Answer } from "./answer.tsx";
import { asked as askedFor, copy, Field, TextArea } from "./parts.tsx";
import { Replay } from "./replay.tsx";
import { snippets, type Language } from "./snippets.ts";

const tools = `[{ "name": "get_weather", "description": "The weather of a city",
  "input_schema": { "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] } }]`;

interface Fields {
  readonly model: string;
  readonly second: string;
  readonly system: string;
  readonly prompt: string;
  readonly max: string;
  readonly tools: string;
  readonly choice: string;
  readonly stream: string;
}

/** Throws if the tools are not valid JSON. */
function bodyOf({ system, prompt, max, tools: defined, choice, stream }: Fields, model: string): object {
  const hasTools = defined.trim() !== "";
  return {
    model,
    max_tokens: Number(max),
    ...(system && { system }),
    messages: [{ role: "user", content: prompt }],
    ...(hasTools && { tools: JSON.parse(defined) as unknown }),
    ...(hasTools && choice && { tool_choice: { type: choice } }),
    ...(stream === "yes" && { stream: true }),
  };
}

function useModels(key: string): readonly string[] {
  const [models, setModels] = useState<readonly string[]>([]);
  useEffect(() => {
    fetch("/v1/models", { headers: key ? { "x-api-key": key } : {}, credentials: "omit" })
      .then((response) => (response.ok ? response.json() : { data: [] }))
      .then(({ data }: { readonly data: readonly { readonly id: string }[] }) =>
        setModels(data.map(({ id }) => id)),
      )
      .catch(() => setModels([]));
  }, [key]);
  return models;
}

export function Playground() {
  const [key, setKey] = useState("");
  const models = useModels(key);
  const [fields, setFields] = useState<Fields>({
    model: "builtin",
    second: "",
    system: "",
    prompt: "Hello",
    max: "1024",
    tools: "",
    choice: "",
    stream: "yes",
  });
  const [running, setRunning] = useState<AbortController>();
  const [run, setRun] = useState(0);
  const [recorded] = useState(askedFor("request"));
  const [exported, setExported] = useState<object>();
  const change = (changed: Partial<Fields>): void => {
    setExported(undefined);
    setFields({ ...fields, ...changed });
  };
  const field = (name: keyof Fields, label: string, options?: readonly string[]) => (
    <Field
      label={label}
      value={fields[name]}
      {...(options && { options })}
      set={(value) => change({ [name]: value })}
    />
  );
  const area = (name: keyof Fields, label: string, rows: number) => (
    <TextArea label={label} value={fields[name]} rows={rows} set={(value) => change({ [name]: value })} />
  );
  const asked = [fields.model, ...(fields.second ? [fields.second] : [])];
  return (
    <>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          setRunning(new AbortController());
          setRun(run + 1);
        }}
      >
        <div class="row">
          <Field
            label="Key of a team (admin keys can't ask models)"
            type="password"
            value={key}
            set={setKey}
          />
          {field("model", "Model", models.includes(fields.model) ? models : [fields.model, ...models])}
          {field("second", "Compare with", ["", ...models])}
          {field("max", "max_tokens")}
          {field("stream", "Stream", ["yes", "no"])}
        </div>
        <div class="columns">
          {area("system", "System", 3)}
          {area("prompt", "Prompt", 3)}
        </div>
        <div class="columns">
          {area("tools", "Tools, as JSON", 4)}
          <div class="row">
            {field("choice", "tool_choice", ["", "auto", "any", "none"])}
            <button type="button" onClick={() => change({ tools })}>
              Example tool
            </button>
          </div>
        </div>
        <div class="row">
          <button class="main">Send</button>
          <button type="button" disabled={!running} onClick={() => running?.abort()}>
            Stop
          </button>
        </div>
      </form>
      {running && (
        <div class="columns">
          {asked.map((model) => (
            <Answer
              key={`${run} ${model}`}
              body={() => bodyOf(fields, model)}
              model={model}
              apiKey={key}
              signal={running.signal}
            />
          ))}
        </div>
      )}
      {recorded && <Replay id={recorded} apiKey={key} show={setExported} />}
      <Export body={() => exported ?? bodyOf(fields, fields.model)} />
    </>
  );
}

function Export({ body }: { readonly body: () => object }) {
  const [language, setLanguage] = useState<Language>("curl");
  const text = (): string => {
    try {
      return snippets[language](location.origin, body());
    } catch {
      return "The tools are no valid JSON.";
    }
  };
  return (
    <section class="panel" aria-label="Export">
      <div class="row">
        <Field
          label="The same request in"
          value={language}
          options={Object.keys(snippets)}
          set={(value) => setLanguage(value as Language)} // one of the options
        />
        <button onClick={() => copy(text())}>Copy</button>
      </div>
      <pre tabIndex={0}>{text()}</pre>
    </section>
  );
}
