import type { CachePoint, Counter, RequestLayout, RunReport, RunUpdate } from '@lamella/core/plugin'
import { updateMark } from '@lamella/core/plugin'
import type { RunInsert, RunState } from '../contract/run.ts'
import { hasThinking } from './counting.ts'
import { isIn } from './ranges.ts'
import { ofNoLayer } from './tool-changes.ts'

/** Reports the updates of a request. */
export function updatesOf(inserts: readonly RunInsert[], counter: Counter): readonly RunUpdate[] {
  return inserts
    .filter(({ layer }) => layer !== ofNoLayer)
    .map(({ layer, message, told }) => ({
      layer,
      by: updateMark(message)?.by ?? 'data',
      tokens: counter.message(message),
      fragments: Object.keys(told),
    }))
}

/** Returns the tokens of a request up to the end of its first `count` fragments. Default: of the whole request. */
export function endOf({ tools, system, fragments }: RequestLayout, count: number = fragments.length): number {
  return fragments[count - 1]?.end ?? system.at(-1)?.end ?? tools
}

type CutCost = Omit<RunReport['cut'] & object, 'reason'>

/**
 * Returns what a new epoch costs, of which only the head may repeat what was sent.
 *
 * @param isSameCache Whether the model and the tools, with which a cached prefix begins, are those before.
 * @param summaries The fingerprint of the session's present summaries. If a new one has moved the messages, which of them
 * were stale before is not known, so all count: those that a summary leaves are the newest.
 */
export function costOfEpoch(before: RunState, isSameCache: boolean, summaries: string, layout: RequestLayout): CutCost {
  const stale = before.summaries === summaries ? before.stale : []
  return {
    newTokens: endOf(layout) - (isSameCache ? repeatedTokens(before, layout) : 0),
    thinkingLost: withThinking(layout).filter((position) => !isIn(stale, position)).length,
  }
}

/** Returns what it costs that the session has changed from a position on. */
export function costFrom(editedFrom: number, layout: RequestLayout): CutCost {
  const changed = layout.fragments.find(({ kept }) => (kept.fragment.position ?? -1) >= editedFrom)
  return {
    newTokens: changed ? endOf(layout) - changed.start : 0,
    thinkingLost: withThinking(layout).filter((position) => position >= editedFrom).length,
  }
}

/** The positions of messages with thinking; -1 for those without a position. */
function withThinking({ fragments }: RequestLayout): readonly number[] {
  return fragments.filter(({ messages }) => messages.some(hasThinking)).map(({ kept }) => kept.fragment.position ?? -1)
}

/** Returns the tokens at the start of a request that repeat the head before. */
function repeatedTokens({ head }: RunState, { tools, system }: RequestLayout): number {
  const changed = system.findIndex(({ text }, index) => text !== head.system[index]?.content)
  if (changed >= 0) return system[changed]?.start ?? tools
  return system.at(-1)?.end ?? tools
}

/**
 * Returns the places where a prompt cache pays off in a run: everything in a request recurs in the next one. `page` is
 * the end of the request before, where its cache is found.
 *
 * @param before The number of items at the start that repeat the request before; 0 where an epoch begins.
 */
export function runCachePoints(
  tools: readonly unknown[],
  layout: RequestLayout,
  before: number,
): readonly CachePoint[] {
  const { system, fragments } = layout
  const points: CachePoint[] = []
  if (tools.length > 0) {
    points.push({ place: 'tools', index: tools.length - 1, tokens: layout.tools, stability: 'session', of: 'tools' })
  }
  // Other runs begin with the same `static` layers.
  const statics = before > 0 ? 0 : system.findIndex(({ layer }) => layer.stability !== 'static')
  for (const [count, of] of [[statics, 'static'] as const, [system.length, 'session'] as const]) {
    const last = system[count - 1]
    if (last) points.push({ place: 'system', index: count - 1, tokens: last.end, stability: of, of })
  }
  const place = (index: number, of: 'page' | 'end'): void => {
    const fragment = fragments[index]
    if (!fragment) return
    points.push({ place: 'messages', index: fragment.to - 1, tokens: fragment.end, stability: 'session', of })
  }
  const last = fragments.length - 1
  if (before > 0 && before - 1 < last) place(before - 1, 'page')
  place(last, 'end')
  return points
}
