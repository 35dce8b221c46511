import type { PlacedFragment, PlacedPart, RequestLayout } from '../contract/build-details.ts'
import type { CachePoint, CacheReport } from '../contract/report.ts'
import type { ReportedRequest } from './request-layout.ts'

/** Returns where caching pays off in a request, and how much of it repeats the one before. */
export function cacheReport(reported: ReportedRequest): CacheReport {
  const { placeOf = (tokens) => tokens, prefix } = reported
  const points = reported.cachePoints?.() ?? cachePoints(reported.tools, reported.layout())
  return {
    points: points.map((point) => ({ ...point, tokens: placeOf(point.tokens) })),
    ...(prefix && { prefix: placeOf(prefix()) }),
  }
}

/**
 * Returns the places of a request where a provider's prompt cache pays off, in request order. Ignores empty parts: a
 * layer without content so far may never have any. Tools count as `static`, whichever layer added them.
 */
function cachePoints(tools: readonly unknown[], { tools: end, ...layout }: RequestLayout): CachePoint[] {
  const points: CachePoint[] = []
  if (tools.length > 0) {
    points.push({ place: 'tools', index: tools.length - 1, tokens: end, stability: 'static', of: 'tools' })
  }
  const { system, fragments } = layout
  const statics = leading(system, (part) => part.layer.stability === 'static')
  const stays = leading(system, (part) => part.layer.stability !== 'turn')
  for (const [count, stability] of [[statics, 'static'] as const, [stays, 'session'] as const]) {
    const last = system[count - 1]
    if (!last || (stability === 'session' && stays === statics)) continue
    points.push({ place: 'system', index: count - 1, tokens: last.end, stability, of: stability })
  }
  // All messages follow all system parts, so one part that changes on every turn makes every message new.
  return stays < system.length ? points : [...points, ...messagePoints(fragments)]
}

function leading(parts: readonly PlacedPart[], stays: (part: PlacedPart) => boolean): number {
  const end = parts.findIndex((part) => !stays(part))
  return end < 0 ? parts.length : end
}

function messagePoints(fragments: readonly PlacedFragment[]): readonly CachePoint[] {
  const stable = fragments.slice(0, stableRun(fragments))
  const newest = stable.findLast(({ kept }) => kept.fragment.page !== undefined)
  const page = newest && stable.findLast((one) => one.layer === newest.layer && isBefore(one, newest))
  const end = stable.at(-1)
  return [...(page ? [messagePoint(page, 'page')] : []), ...(end ? [messagePoint(end, 'end')] : [])]
}

function messagePoint({ to, end }: PlacedFragment, of: 'page' | 'end'): CachePoint {
  return { place: 'messages', index: to - 1, tokens: end, stability: 'session', of }
}

function isBefore({ kept }: PlacedFragment, newest: PlacedFragment): boolean {
  return (kept.fragment.page ?? Number.POSITIVE_INFINITY) < (newest.kept.fragment.page ?? 0)
}

/**
 * Counts the fragments at the start of the messages that the next request repeats as long as no cut moves: those of
 * layers that do not change on every turn, and those that have a page, since pages are numbered by their position in
 * the session. A pinned fragment between them stays, too: in the middle of a loop the message that started it has no
 * page.
 *
 * Shortened fragments are included. They may be shortened again, but so may any other when the cut moves; otherwise a
 * history that is shortened page by page would never be cached when it is longest. Stand-ins for missing results are
 * included too, since hardly any of them is ever replaced.
 */
function stableRun(fragments: readonly PlacedFragment[]): number {
  let end = 0
  for (const [index, { layer, kept }] of fragments.entries()) {
    const { page, pinned } = kept.fragment
    if (layer.stability !== 'turn' || page !== undefined) {
      // Pinned fragments that are passed over must be of the layer whose page follows them.
      if (fragments.slice(end, index).some((one) => one.layer !== layer)) break
      end = index + 1
    } else if (pinned !== true) break
  }
  return end
}
