import { defaultTextMapSetter, SpanKind, SpanStatusCode, trace, type Span } from "@opentelemetry/api";
import type { LoopTrace } from "./contract.ts";
import type { Observer } from "./observed.ts";

/** Traces a loop, which the conventions call an agent invocation; the spans of its requests and tools are children. */
export function loopTrace(id: string, { tracer, propagator, root }: Observer): LoopTrace {
  const attributes = { "gen_ai.operation.name": "invoke_agent", "antiphon.loop_id": id };
  const span = tracer.startSpan("invoke_agent", { kind: SpanKind.INTERNAL, attributes }, root);
  const here = trace.setSpan(root, span);
  const traceHeaders: Record<string, string> = {};
  propagator.inject(here, traceHeaders, defaultTextMapSetter);
  return {
    traceHeaders,
    async tool({ name, id: call }, run) {
      const called = tracer.startSpan(
        `execute_tool ${name}`,
        {
          kind: SpanKind.INTERNAL,
          attributes: {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.call.id": call,
            "gen_ai.tool.type": "extension",
          },
        },
        here,
      );
      try {
        const output = await run();
        if (typeof output === "object" && output !== null && "is_error" in output && output.is_error)
          failed(called, "tool_error");
        return output;
      } catch (error) {
        failed(called, error instanceof Error ? error.name : "error");
        throw error;
      } finally {
        called.end();
      }
    },
    end(error) {
      if (error !== undefined) failed(span, error);
      span.end();
    },
  };
}

function failed(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
