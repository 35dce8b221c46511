import type { BuiltContext, JsonValue, Notice } from '@lamella/core'
import { changesBetween, type RequestChange } from './changes-between.ts'

/** What a provider says of a request in its response: the `diagnosis` of a response that `@lamella/wire` decoded. */
export interface ProviderDiagnosis {
  readonly mismatches?: readonly {
    readonly id?: string
    readonly path?: string
    readonly reason: string
    readonly rawReason: string
    readonly removed: boolean
  }[]
  readonly cache?: { readonly result: string; readonly reason?: string; readonly missedTokens?: number }
}

export interface DiagnosedRequests {
  /** The context of the request. */
  readonly context: BuiltContext
  /** The context of the request before, which the provider compared it with. Default: only what the run reports is known. */
  readonly before?: BuiltContext | undefined
  /** The diagnosis of the response before. OpenAI repeats what it said of an item in each response: such is left out. */
  readonly earlier?: ProviderDiagnosis | undefined
}

/**
 * Says what a provider found in a request, with the part of the context that caused it, as far as that is known: the tool, the
 * layer and its fragment. Empty if it found nothing.
 *
 * `REASONING_MISMATCH`: reasoning was made in another context; one notice for each reason. `CACHE_MISSED`: the prompt cache
 * could not read what the request before had written. Nothing is asked of a provider here.
 *
 * @example
 * const { diagnosis } = decodeOpenAIResponsesResponse(body)
 * if (diagnosis) for (const { what } of explainDiagnosis(diagnosis, { context, before })) console.warn(what)
 * // The prompt cache missed 900 tokens, the provider says: tools_changed. The tool 'search' changed.
 */
export function explainDiagnosis(
  { mismatches = [], cache }: ProviderDiagnosis,
  { context, before, earlier }: DiagnosedRequests,
): readonly Notice[] {
  const known = new Set(earlier?.mismatches?.map(({ id }) => id))
  const found = mismatches.filter(({ id, reason }) => reason !== 'turn' && (id === undefined || !known.has(id)))
  const isMissed = cache?.result === 'miss'
  if (found.length === 0 && !isMissed) return []
  const changes = before ? changesBetween(before, context) : []
  const why = sentenceOf(changes[0], context)
  const details = changes.length > 0 ? { changes: changes as unknown as JsonValue } : {}
  return [
    ...[...new Set(found.map(({ rawReason }) => rawReason))].map((reason): Notice => {
      const own = found.filter(({ rawReason }) => rawReason === reason)
      const items = own.flatMap(({ id, path }) => id ?? path ?? [])
      const isGone = own.every(({ removed }) => removed)
      const cause = own[0]?.reason === 'prefix' ? why : ''
      return {
        code: 'REASONING_MISMATCH',
        what: `The provider ${isGone ? 'removed' : 'found'} reasoning of another context, and says: ${reason} (${items.join(', ')}).${cause}`,
        details: { reason, items, removed: isGone, ...details },
      }
    }),
    ...(isMissed
      ? [
          {
            code: 'CACHE_MISSED',
            what: `The prompt cache missed ${cache.missedTokens ?? 'some'} tokens, the provider says: ${cache.reason ?? 'no reason'}.${why}`,
            details: { ...cache, ...details },
          },
        ]
      : []),
  ]
}

/** Returns a sentence for what changed, which begins with a space; '' if it is unknown. */
function sentenceOf(change: RequestChange | undefined, { report: { run } }: BuiltContext): string {
  const cut = run?.cut ? ` The request begins epoch ${run.epoch} of its run, for this reason: ${run.cut.reason}.` : ''
  if (change === undefined) return cut
  if (change.place === 'tools') {
    return `${cut} The tool '${change.tool}' ${change.change === 'changed' ? 'changed' : `was ${change.change}`}.`
  }
  if (!('layer' in change)) return `${cut} The ${change.place} changed.`
  const fragment = change.fragment === undefined ? '' : `'${change.fragment}' `
  return `${cut} The layer '${change.layer}' changed ${fragment}in the ${change.place === 'system' ? 'system prompt' : 'messages'}.`
}
