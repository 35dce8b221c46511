import type { CachePoint } from '@lamella/core/plugin'
import { blocksOf, type Draft, type DraftBlock } from '../encode/drafts.ts'
import type { SystemBlock } from '../encode/state.ts'
import { isDeferred } from '../encode/tools.ts'
import type { AnthropicTool } from '../types.ts'
import { canCarry, type Mark, type Markable } from './marks.ts'
import type { MessagePlace } from './message-places.ts'
import { type CachePlan, timeOf } from './plan.ts'

/** The parts of an unfinished request that can carry marks. */
export interface MarkableRequest {
  /** By position in the context. */
  readonly tools: readonly (AnthropicTool | undefined)[]
  readonly system: readonly SystemBlock[]
  readonly drafts: readonly Draft[]
}

/** Returns the marks that a cache plan requests, each on the last markable item before its point. */
export function planMarks({ points, times, places }: CachePlan, request: MarkableRequest): Mark[] {
  return points.flatMap((point): Mark[] => {
    const block = blockBefore(point, request, places.found[places.wanted.indexOf(point.index)])
    if (block === undefined) return []
    const control = timeOf(point, times) === '1h' ? hour : minutes
    const place = { list: point.place, index: point.index, part: -1 }
    return [{ block, control, place, planned: point.tokens }]
  })
}

const minutes: Mark['control'] = { type: 'ephemeral' }
const hour: Mark['control'] = { type: 'ephemeral', ttl: '1h' }

function blockBefore(
  { place, index }: CachePoint,
  { tools, system, drafts }: MarkableRequest,
  found: MessagePlace | undefined,
): Markable | undefined {
  if (place === 'tools') return tools.slice(0, index + 1).findLast((tool) => tool !== undefined && !isDeferred(tool))
  if (place === 'system') return system.findLast((part) => part.list === 'system' && part.index <= index)?.block
  const block = found === undefined ? undefined : blockAt(drafts, found)
  // System messages at the start of the conversation are in the system prompt.
  return block ?? system.findLast((part) => part.list === 'system' || part.index <= index)?.block
}

/** Returns the last block before a place that can carry a mark. */
function blockAt(drafts: readonly Draft[], { draft, blocks }: MessagePlace): DraftBlock | undefined {
  let end = blocks
  for (let at = draft; at >= 0; at--) {
    const block = blocksOf(drafts[at] as Draft)
      .slice(0, end)
      .findLast(canCarry)
    if (block !== undefined) return block
    end = Number.POSITIVE_INFINITY
  }
  return undefined
}
