import { createContext, defineLayer } from '@lamella/core'
import { openTelemetry } from '@lamella/opentelemetry'
import * as oldest from 'opentelemetry-api-oldest'
import * as metrics3 from 'opentelemetry-sdk-metrics-v3'
import * as trace3 from 'opentelemetry-sdk-trace-v3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAgent, scope } from './support/agent.ts'
import { listen } from './support/exported.ts'

const names = [
  'build_context some-model',
  'load_layer history',
  'load_layer memory',
  'load_layer message',
  'load_layer system',
  'plan_context',
  'search_memory',
]

describe('the oldest supported API, 1.3.0', () => {
  let used = 0
  beforeEach(() => {
    used = 0
    vi.resetModules()
    const createNoopMeter = (): ReturnType<typeof oldest.createNoopMeter> => {
      used++
      return oldest.createNoopMeter()
    }
    vi.doMock('@opentelemetry/api', () => ({ ...oldest, createNoopMeter }))
  })
  afterEach(() => {
    vi.doUnmock('@opentelemetry/api')
    vi.resetModules()
  })

  it('makes the same spans and metrics', async () => {
    const seen = listen()
    const { createAgent: createOldAgent } = await import('./support/agent.ts')
    await createOldAgent(seen.options).builder.build({ scope, message: 'Hello' })
    expect(
      seen
        .spans()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names)
    expect(seen.span('search_memory').attributes['gen_ai.memory.store.id']).toBe('notes')
    expect((await seen.points('lamella.request.tokens')).map(({ count }) => count)).toEqual([1])
    expect(used).toBeGreaterThan(0)
  })

  it('does nothing without an SDK', async () => {
    const { openTelemetry: openOld } = await import('@lamella/opentelemetry')
    expect(openOld().begin({ type: 'build', request: { scope }, parameters: {} })).toBeUndefined()
  })
})

describe('SDK 3', () => {
  it('gets the same spans and metrics', async () => {
    const exporter = new trace3.InMemorySpanExporter()
    const tracerProvider = new trace3.TracerProvider({ spanProcessors: [new trace3.SimpleSpanProcessor({ exporter })] })
    const measured = new metrics3.InMemoryMetricExporter(metrics3.AggregationTemporality.CUMULATIVE)
    const reader = new metrics3.PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 1e9 })
    const meterProvider = new metrics3.MeterProvider({ readers: [reader] })
    await createAgent({ tracerProvider, meterProvider }).builder.build({ scope, message: 'Hello' })
    expect(
      exporter
        .getFinishedSpans()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names)
    await meterProvider.forceFlush()
    const recorded = measured.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
    expect(recorded.map(({ descriptor }) => descriptor.name)).toContain('lamella.layer.tokens')
  })
})

describe('an SDK that is registered after the tracer was created', () => {
  it('gets spans and metrics from then on', async () => {
    const { metrics, trace } = await import('@opentelemetry/api')
    const text = defineLayer('text', { load: () => 'Be kind.' })
    const builder = createContext().use(text).budget({ window: 100, reserve: 0 }).observe(openTelemetry())
    await builder.build({ scope })
    const seen = listen()
    try {
      trace.setGlobalTracerProvider(seen.options.tracerProvider)
      metrics.setGlobalMeterProvider(seen.options.meterProvider)
      await builder.build({ scope })
    } finally {
      trace.disable()
      metrics.disable()
    }
    expect(seen.spans().map(({ name }) => name)).toEqual(['load_layer text', 'plan_context', 'build_context'])
    expect((await seen.points('lamella.request.tokens')).map(({ count }) => count)).toEqual([1])
  })
})
