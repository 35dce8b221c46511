import type { CachePoint } from '@lamella/core/plugin'
import { at, type Ledger, lose } from '../../shared/ledger.ts'
import type { AnthropicCacheControl } from '../block-types.ts'
import { blocksOf, type Draft, type DraftBlock } from '../encode/drafts.ts'
import type { SystemBlock } from '../encode/state.ts'
import { isDeferred } from '../encode/tools.ts'
import { maxCacheMarks } from '../limits.ts'
import type { AnthropicTool } from '../types.ts'
import { canCarry, type Mark, type Markable } from './marks.ts'
import { type CachePlan, type MessagePlace, timeOf } from './plan.ts'

/**
 * Puts marks on their blocks, up to the API's limit: first those that the context sets itself, then those of the plan.
 * If there are too many, the last ones are kept, since each includes everything before it.
 *
 * @param automatic The mark that the API itself sets at the end, if requested.
 * @returns That mark in the form in which it can be sent.
 */
export function placeMarks(
  ledger: Ledger,
  asked: readonly Mark[],
  planned: readonly Mark[],
  automatic: AnthropicCacheControl | undefined,
  request: MarkableRequest,
): AnthropicCacheControl | undefined {
  if (asked.length === 0 && planned.length === 0) return automatic
  const carriers = markablesOf(request)
  const order = new Map(carriers.map((block, at) => [block, at]))
  const own = sorted(withoutLost(ledger, asked, order), order)
  const slots = maxCacheMarks - (automatic === undefined ? 0 : 1)
  const kept = own.slice(-slots)
  for (const mark of own.slice(0, -slots))
    loseMark(ledger, mark, `Anthropic allows at most ${maxCacheMarks} cache marks.`)
  const marked = new Set(kept.map(({ block }) => block))
  for (const mark of planned.toSorted((one, other) => (other.planned ?? 0) - (one.planned ?? 0))) {
    if (kept.length >= slots || marked.has(mark.block) || !order.has(mark.block)) continue
    kept.push(mark)
    marked.add(mark.block)
  }
  return write(ledger, sorted(kept, order), automatic, carriers.at(-1))
}

/** Lists everything that can carry a mark, in the order in which the API reads the request. */
function markablesOf({ tools, system, drafts }: MarkableRequest): Markable[] {
  const all: Markable[] = []
  for (const tool of tools) if (tool !== undefined) all.push(tool)
  for (const { block } of system) all.push(block)
  for (const { content } of drafts) {
    if (typeof content === 'string') all.push({})
    else for (const block of content) if (canCarry(block)) all.push(block)
  }
  return all
}

function withoutLost(ledger: Ledger, marks: readonly Mark[], order: ReadonlyMap<Markable, number>): Mark[] {
  return marks.filter((mark) => {
    if (order.has(mark.block)) return true
    loseMark(ledger, mark, 'The content with the cache mark is not in the request.')
    return false
  })
}

function sorted(marks: readonly Mark[], order: ReadonlyMap<Markable, number>): Mark[] {
  return marks.toSorted((one, other) => (order.get(one.block) ?? 0) - (order.get(other.block) ?? 0))
}

/**
 * Writes the marks, one-hour marks before five-minute ones: "Cache entries with longer TTL must appear before shorter
 * TTLs".
 */
function write(
  ledger: Ledger,
  marks: readonly Mark[],
  automatic: AnthropicCacheControl | undefined,
  last: Markable | undefined,
): AnthropicCacheControl | undefined {
  let isShort = false
  const fitting = (mark: Pick<Mark, 'control' | 'place'>): AnthropicCacheControl => {
    if (mark.control.ttl !== '1h') isShort = true
    else if (isShort) {
      loseMark(ledger, mark, 'A one-hour mark after a five-minute mark is sent as a five-minute mark.')
      return { type: 'ephemeral' }
    }
    return mark.control
  }
  for (const mark of marks) mark.block.cache_control = fitting(mark)
  if (automatic === undefined) return undefined
  const control = fitting({ control: automatic, place: { list: 'parameters', index: 0, part: -1 } })
  const { cache_control: own } = last ?? {}
  if (last !== undefined && own !== undefined && (own.ttl ?? '5m') !== (control.ttl ?? '5m')) {
    // The API would set its own mark here, and rejects two marks with different times.
    delete last.cache_control
    const mark = marks.at(-1)
    if (mark !== undefined) loseMark(ledger, mark, 'The API itself marks the last block, with another duration.')
  }
  return control
}

function loseMark(ledger: Ledger, { place }: Pick<Mark, 'place'>, message: string): void {
  lose(at(ledger, place.list, place.index, place.part), 'cache', message)
}

/** The parts of an unfinished request that can carry marks. */
interface MarkableRequest {
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
