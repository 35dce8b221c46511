import { type Checks, checkOptions, mustBeBoolean, mustBeText, mustHaveMethod } from '@lamella/core/plugin'
import type { MeterProvider, TracerProvider } from '@opentelemetry/api'

/** Options of everything that makes spans and metrics. */
export interface TelemetryOptions {
  /**
   * Whether spans contain texts: messages, system prompt, queries, memories and the messages of errors. They may be private,
   * and exporters send them to another system. Default `false`.
   */
  readonly content?: boolean
  /** Default: the global one, also if it is registered later. */
  readonly tracerProvider?: TracerProvider
  /** Default: the global one, also if it is registered later. */
  readonly meterProvider?: MeterProvider
}

/** Options for a store. */
export interface StoreTelemetryOptions extends TelemetryOptions {
  /** Names the store in spans: `gen_ai.data_source.id` or `gen_ai.memory.store.id`. Default: none. */
  readonly store?: string
}

const checks: Checks<TelemetryOptions> = {
  content: mustBeBoolean,
  tracerProvider: mustHaveMethod('getTracer'),
  meterProvider: mustHaveMethod('getMeter'),
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkTelemetry(what: string, options: TelemetryOptions): TelemetryOptions {
  return checkOptions(what, options, checks)
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkStoreTelemetry(what: string, options: StoreTelemetryOptions): StoreTelemetryOptions {
  return checkOptions(what, options, { ...checks, store: mustBeText })
}

/**
 * Checks what is observed. A store that opens asynchronously has to be awaited: awaiting the observed promise would return
 * the store itself, without spans.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function checkTarget(what: string, name: string, target: unknown, method: string): void {
  checkOptions(what, { [name]: target ?? null }, { [name]: mustHaveMethod(method) })
}
