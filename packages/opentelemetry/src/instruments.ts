import {
  type Counter,
  createNoopMeter,
  type Histogram,
  type Meter,
  type MeterProvider,
  metrics,
} from '@opentelemetry/api'
import { metricNames, scopeName } from './conventions.ts'

/** The metrics. None has an attribute with the id of a session, a user or a fragment. */
export interface Instruments {
  readonly duration: Histogram
  readonly requestTokens: Histogram
  readonly layerTokens: Histogram
  readonly cachedShare: Histogram
  readonly fragments: Counter
  readonly cuts: Counter
  readonly compactions: Counter
}

/**
 * Returns a function that returns the instruments, or `undefined` while no SDK for metrics is registered. They are created
 * once for each provider: unlike a tracer, a meter from before the registration stays without effect.
 */
export function createInstruments(given: MeterProvider | undefined): () => Instruments | undefined {
  let last: { readonly provider: MeterProvider; readonly instruments: Instruments | undefined } | undefined
  return () => {
    const provider = given ?? metrics.getMeterProvider()
    if (last?.provider !== provider) {
      const meter = provider.getMeter(scopeName)
      last = { provider, instruments: meter === createNoopMeter() ? undefined : instrumentsOf(meter) }
    }
    return last.instruments
  }
}

// Older versions of the API do not type `advice`, and their SDKs ignore it.
const buckets = (explicitBucketBoundaries: number[]): object => ({ advice: { explicitBucketBoundaries } })
const seconds = buckets([
  0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120,
])
const tokens = buckets([1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304])
const shares = buckets([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1])

function instrumentsOf(meter: Meter): Instruments {
  return {
    duration: meter.createHistogram(metricNames.duration, {
      unit: 's',
      description: 'How long builds and their parts, calls of stores and compactions take.',
      ...seconds,
    }),
    requestTokens: meter.createHistogram(metricNames.requestTokens, {
      unit: '{token}',
      description: 'Tokens of a request, as counted when it was built.',
      ...tokens,
    }),
    layerTokens: meter.createHistogram(metricNames.layerTokens, {
      unit: '{token}',
      description: 'Tokens that a layer has in a request.',
      ...tokens,
    }),
    cachedShare: meter.createHistogram(metricNames.cachedShare, {
      unit: '1',
      description: 'The share of a request that repeats the one before, which a prompt cache can serve.',
      ...shares,
    }),
    fragments: meter.createCounter(metricNames.fragments, {
      unit: '{fragment}',
      description: 'Fragments that were shortened, dropped or repaired.',
    }),
    cuts: meter.createCounter(metricNames.cuts, { unit: '{cut}', description: 'Cuts of runs.' }),
    compactions: meter.createCounter(metricNames.compactions, {
      unit: '{compaction}',
      description: 'Attempts to summarize messages.',
    }),
  }
}
