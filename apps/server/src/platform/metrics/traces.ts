import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import product from '../../../package.json' with { type: 'json' }
import { type EndedStatement, withoutLiterals } from '../db/database.ts'

/** Values of a span: names from the code, ids and status codes, but no personal data. */
type Facts = Readonly<Record<string, string | number>>

/** A request or an attempt of a job that is traced. */
export type TracedWork = {
  /** Runs `work`. The statements that it executes become parts of the trace. */
  run: <Result>(work: () => Result) => Result
  end: (name: string, facts: Facts, isError: boolean) => void
}

/** Sends traces of requests and jobs with their statements to a collector (OpenTelemetry, OTLP over HTTP). */
export type Traces = {
  begin: (kind: 'request' | 'job') => TracedWork
  /** Adds an ended statement to the request or job that has executed it. */
  addStatement: (statement: EndedStatement) => void
  /** Sends the remaining traces. */
  close: () => Promise<void>
}

const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER }

/**
 * Starts tracing. A collector that does not answer loses traces, and nothing else.
 * @param options.url address of the collector, such as `http://127.0.0.1:4318/v1/traces`
 * @param options.percent how many of 100 requests and jobs are traced
 */
export function startTraces({ url, percent }: { url: string; percent: number }): Traces {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'pontic', 'service.version': product.version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: 5_000 }) }),
    ],
  })
  const tracer = provider.getTracer('pontic')
  const current = new AsyncLocalStorage<Span>()
  return {
    begin: (kind) => {
      const span = tracer.startSpan(kind, { kind: kinds[kind], root: true }, ROOT_CONTEXT)
      return {
        run: (work) => current.run(span, work),
        end: (name, facts, isError) => {
          span.updateName(name).setAttributes(facts)
          if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    addStatement: ({ text, durationMs, isError }) => {
      const parent = current.getStore()
      if (!parent?.isRecording()) return
      const endMs = performance.timeOrigin + performance.now()
      const span = tracer.startSpan(
        // The first word after comments: select, insert, update, delete or with.
        /^(?:\/\*.*?\*\/|\W)*(\w+)/s.exec(text)?.[1] ?? 'statement',
        {
          kind: SpanKind.CLIENT,
          startTime: endMs - durationMs,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutLiterals(text) },
        },
        trace.setSpan(ROOT_CONTEXT, parent),
      )
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endMs)
    },
    close: () => provider.shutdown().catch(() => {}),
  }
}
