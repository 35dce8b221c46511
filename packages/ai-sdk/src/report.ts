import type { Context, JsonValue } from '@lamella/core'
import type { HostUsage } from './contract/host.ts'
import type { LamellaMetadata, LamellaUsage, UsageCalibration } from './contract/options.ts'

/** Returns the tokens that a provider has counted; `undefined` if it did not say how many it read. */
export function usageOf({ inputTokens, outputTokens }: HostUsage): LamellaUsage | undefined {
  const { total: input, cacheRead, cacheWrite } = inputTokens ?? {}
  if (input === undefined) return undefined
  const { total: output } = outputTokens ?? {}
  return {
    input,
    ...(cacheRead !== undefined && { cached: cacheRead }),
    ...(cacheWrite !== undefined && { written: cacheWrite }),
    ...(output !== undefined && { output }),
  }
}

/** Returns the report of a request as plain JSON. */
export function metadataOf({ report }: Context, usage: LamellaUsage | undefined): LamellaMetadata {
  const { total, window, reserve, free } = report.tokens
  const { run } = report
  const { prefix } = report.cache
  return {
    tokens: { total, window, reserve, free },
    truncated: report.truncated,
    ...(run && { epoch: run.epoch }),
    ...(run?.cut && { cut: run.cut.reason }),
    ...(prefix !== undefined && { repeated: prefix }),
    ...(usage && { usage: { ...usage } }),
  }
}

/** Adds the report to the metadata of a result. */
export function withMetadata<Result extends object>(result: Result, metadata: LamellaMetadata): Result {
  const { providerMetadata } = result as { readonly providerMetadata?: object }
  return { ...result, providerMetadata: { ...providerMetadata, lamella: metadata as unknown as JsonValue } }
}

/** Tells a calibration what the provider has counted of a request. */
export function learn(
  calibration: UsageCalibration | undefined,
  model: string | undefined,
  { context, factor }: { readonly context: Context; readonly factor: number },
  usage: LamellaUsage | undefined,
): void {
  if (!calibration || !usage || model === undefined) return
  const estimated = Math.round(context.report.tokens.total / factor)
  calibration.observe({ model, estimated, actual: usage.input })
}
