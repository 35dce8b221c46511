import type { Context } from '@lamella/core'
import type { HostUsage } from './contract/host.ts'
import type { LamellaMetadata, LamellaUsage } from './contract/options.ts'

/** Returns the tokens that a provider has counted; `undefined` if it did not say how many it read. */
export function usageOf({ inputTokens, outputTokens }: HostUsage = {}): LamellaUsage | undefined {
  const { total: input, cacheRead: cached, cacheWrite: written } = inputTokens ?? {}
  const usage = { input, cached, written, output: outputTokens?.total }
  return input === undefined ? undefined : (definedOf(usage) as LamellaUsage)
}

/** Adds the report of a request to the metadata of its result, as plain JSON. */
export function withReport<Result extends object>(result: Result, { report }: Context, usage?: LamellaUsage): Result {
  const { total, window, reserve, free } = report.tokens
  const { run, cache } = report
  const lamella: LamellaMetadata = {
    tokens: { total, window, reserve, free },
    truncated: report.truncated,
    ...definedOf({ epoch: run?.epoch, cut: run?.cut?.reason, repeated: cache.prefix, usage }),
  }
  const { providerMetadata } = result as { readonly providerMetadata?: object }
  return { ...result, providerMetadata: { ...providerMetadata, lamella } }
}

/** Returns an object without the fields that are `undefined`. */
export function definedOf<Fields extends object>(fields: Fields): { [Key in keyof Fields]: NonNullable<Fields[Key]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
