import type { Context, Notice } from '@lamella/core'
import type { HostUsage, ShownAnswer } from '@lamella/host'
import type { AnswerEnd } from './contract/host.ts'
import type { LamellaMetadata } from './contract/options.ts'

/** Returns the tokens that a provider has counted; `undefined` if it did not say how many it read. */
export function usageOf({ usage }: AnswerEnd): HostUsage | undefined {
  const { total: input, cacheRead: cached, cacheWrite: written } = usage?.inputTokens ?? {}
  const { total: output, reasoning } = usage?.outputTokens ?? {}
  return input === undefined ? undefined : definedOf({ input, cached, written, output, reasoning })
}

/** Returns what the provider itself has sent of an answer, as far as the SDK shows it. @param raw Events of a stream. */
export function shownOf({ usage, response, providerMetadata = {} }: AnswerEnd, raw: readonly unknown[]): ShownAnswer {
  return { counted: usage?.raw, responses: [response?.body, ...Object.values(providerMetadata), ...raw] }
}

/** Adds the report of a request to the metadata of its result, as plain JSON. */
export function withReport<End extends AnswerEnd>(
  end: End,
  { report }: Context,
  { usage, diagnosis = [] }: { readonly usage?: HostUsage | undefined; readonly diagnosis?: readonly Notice[] } = {},
): End {
  const { total, window, reserve, free } = report.tokens
  const { run, cache } = report
  const lamella: LamellaMetadata = {
    tokens: { total, window, reserve, free },
    truncated: report.truncated,
    ...definedOf({ epoch: run?.epoch, cut: run?.cut?.reason, repeated: cache.prefix, usage }),
    ...(diagnosis.length > 0 && { diagnosis: diagnosis.map(({ code, what }) => ({ code, what })) }),
  }
  return { ...end, providerMetadata: { ...end.providerMetadata, lamella } }
}

/** The fields of an object that are not `undefined`: those that can be it may be absent. */
type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: NonNullable<Fields[Key]>
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key]
}

/** Returns an object without the fields that are `undefined`. */
export function definedOf<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
