import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from '@opentelemetry/api'
import { genAi, scopeName } from './conventions.ts'
import { errorType } from './error-type.ts'
import { createInstruments, type Instruments } from './instruments.ts'
import type { TelemetryOptions } from './options.ts'

/** What an operation is, before it begins. */
export interface OperationStart {
  /** The value of `gen_ai.operation.name`. */
  readonly name: string
  /** Follows the name in the name of the span. */
  readonly target?: string | undefined
  /** Attributes of the span. */
  readonly attributes?: Attributes
  /** Attributes of the span and of the duration: few different values. */
  readonly dimensions?: Attributes
}

/** An operation at work. */
export interface Operation {
  /** What is called in it becomes part of it. */
  readonly context: Context
  /** Whether attributes are of any use. */
  readonly isRecording: boolean
  readonly instruments: Instruments | undefined
  set(attributes: Attributes): void
  /** Ends the span and records the duration. */
  end(error?: unknown): void
}

/** Makes spans and measures durations. */
export interface Telemetry {
  readonly content: boolean
  /** Whether an SDK is registered. It costs next to nothing to ask, so that observing without one does too. */
  isListening(): boolean
  /** Begins an operation; `undefined` if nothing listens. */
  begin(start: OperationStart, parent?: Context): Operation | undefined
}

/** Creates the part that all observers of this package share. */
export function createTelemetry({ content = false, tracerProvider, meterProvider }: TelemetryOptions): Telemetry {
  // The global provider is a proxy: it finds an SDK that is registered later.
  const provider: TracerProvider & Partial<ProxyTracerProvider> = tracerProvider ?? trace.getTracerProvider()
  const tracer = provider.getTracer(scopeName)
  const noDelegate = new ProxyTracerProvider().getDelegate()
  // The provider of another version of the API counts as listening.
  const isTracing = (): boolean => provider.getDelegate?.() !== noDelegate
  const instrumentsNow = createInstruments(meterProvider)
  return {
    content,
    isListening: () => isTracing() || instrumentsNow() !== undefined,
    begin: ({ name, target, attributes, dimensions }, parent = context.active()) => {
      const instruments = instrumentsNow()
      const own = { [genAi.operation]: name, ...dimensions }
      const options = { kind: SpanKind.INTERNAL, attributes: { ...own, ...attributes } }
      const span = tracer.startSpan(target === undefined ? name : `${name} ${target}`, options, parent)
      const isRecording = span.isRecording()
      if (!isRecording && !instruments && !isNew(span, parent)) return undefined
      const start = performance.now()
      return {
        context: trace.setSpan(parent, span),
        isRecording,
        instruments,
        set: (more) => void span.setAttributes(more),
        end: (error) => {
          const failed = error === undefined ? undefined : { [genAi.errorType]: errorType(error) }
          if (failed && isRecording) {
            span.setAttributes(failed)
            span.setStatus({ code: SpanStatusCode.ERROR, ...(content && { message: String(error) }) })
          }
          instruments?.duration.record((performance.now() - start) / 1_000, { ...own, ...failed })
          span.end()
        },
      }
    },
  }
}

/** Whether an SDK made the span, although it is not sampled: then what is called in it must not be either. */
function isNew(span: Span, parent: Context): boolean {
  const own = span.spanContext()
  return isSpanContextValid(own) && own.spanId !== trace.getSpanContext(parent)?.spanId
}
