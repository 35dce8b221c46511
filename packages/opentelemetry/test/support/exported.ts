import { type Attributes, SpanStatusCode } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type Sampler,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'

/** A span as it was exported. */
export interface Exported {
  readonly name: string
  readonly attributes: Attributes
  readonly parent: string | undefined
  readonly failed: boolean
  readonly message: string | undefined
}

/** A data point of a metric. */
interface Point {
  readonly metric: string
  readonly unit: string
  readonly attributes: Attributes
  /** The sum of a counter or a histogram. */
  readonly sum: number
  /** How often it was recorded. Counters do not tell. */
  readonly count: number | undefined
}

/** SDKs in memory, as options of this package, and what was exported to them. */
export interface Listening {
  readonly options: { readonly tracerProvider: BasicTracerProvider; readonly meterProvider: MeterProvider }
  spans(): readonly Exported[]
  span(name: string): Exported
  points(metric?: string): Promise<readonly Point[]>
  /** Everything that was exported, as one text. */
  text(): Promise<string>
}

/** Creates SDKs that export to memory. */
export function listen(sampler?: Sampler): Listening {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    ...(sampler && { sampler }),
  })
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 1e9 })
  const meterProvider = new MeterProvider({ readers: [reader] })
  const spans = (): readonly Exported[] => {
    const finished = exporter.getFinishedSpans()
    return finished.map(({ name, attributes, parentSpanContext, status }) => ({
      name,
      attributes,
      parent: finished.find((other) => other.spanContext().spanId === parentSpanContext?.spanId)?.name,
      failed: status.code === SpanStatusCode.ERROR,
      message: status.message,
    }))
  }
  const points = async (metric?: string): Promise<readonly Point[]> => {
    await meterProvider.forceFlush()
    const scopes = metricExporter.getMetrics().at(-1)?.scopeMetrics ?? []
    return scopes
      .flatMap(({ metrics }) => metrics)
      .flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => ({
          metric: descriptor.name,
          unit: descriptor.unit,
          attributes,
          sum: typeof value === 'number' ? value : (value.sum ?? 0),
          count: typeof value === 'number' ? undefined : value.count,
        })),
      )
      .filter((point) => metric === undefined || point.metric === metric)
  }
  return {
    options: { tracerProvider, meterProvider },
    spans,
    span: (name) => {
      const found = spans().filter((span) => span.name === name)
      if (found[0] && found.length === 1) return found[0]
      throw new Error(`${found.length} spans are named ${name}: ${spans().map((span) => span.name)}`)
    },
    points,
    text: async () => {
      const events = exporter.getFinishedSpans().flatMap((span) => [span.events, span.links, span.status])
      return JSON.stringify([spans(), events, await points()])
    },
  }
}
