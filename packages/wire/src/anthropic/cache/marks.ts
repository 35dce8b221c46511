import { isRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { type Ledger, lose, type Place } from '../../shared/ledger.ts'
import type { AnthropicCacheControl } from '../block-types.ts'
import type { DraftBlock } from '../encode/drafts.ts'
import type { AnthropicFields } from '../provider-fields.ts'

/** A part of the request that can carry a mark: a block or a tool. */
export type Markable = Pick<DraftBlock, 'cache_control'>

/** A requested cache mark. It is put on its block once the encoder knows which marks fit into the request. */
export interface Mark {
  readonly block: Markable
  readonly control: AnthropicCacheControl
  /** Path of the request for the mark. */
  readonly place: Place
  /** For a mark of the cache plan: the number of tokens before it. */
  readonly planned?: number
}

const times: readonly unknown[] = [undefined, null, '5m', '1h']

/** Returns the cache mark in provider options. Reports a mark that the API does not support as a loss. */
export function controlOf(ledger: Ledger, fields: AnthropicFields): AnthropicCacheControl | undefined {
  const control: unknown = fields.cacheControl ?? fields.cache_control ?? undefined
  if (control === undefined) return undefined
  if (isRecord(control) && control['type'] === 'ephemeral' && times.includes(control['ttl'])) {
    return cleanJson(ledger, control) as unknown as AnthropicCacheControl
  }
  return void lose(ledger, 'cache', "Anthropic supports only the cache mark { type: 'ephemeral', ttl?: '5m' | '1h' }.")
}

/** Requests a mark on a block, at the encoder's current position. */
export function askMark(
  state: Ledger<{ readonly marks: Mark[] }>,
  block: Markable,
  control: AnthropicCacheControl | undefined,
): void {
  if (control === undefined) return
  const { list, index, part } = state
  state.run.marks.push({ block, control, place: { list, index, part } })
}

/** Requests a mark on the last block that can carry one; without such a block, or if it has one, `control` is a loss. */
export function askLastMark(
  state: Ledger<{ readonly marks: Mark[] }>,
  blocks: readonly DraftBlock[],
  control: AnthropicCacheControl | undefined,
): void {
  if (control === undefined) return
  const block = blocks.findLast(canCarry)
  if (block === undefined) lose(state, 'cache', 'No block here can carry the cache mark.')
  // The mark of the part itself overrides that of its message.
  else if (!state.run.marks.some((mark) => mark.block === block)) askMark(state, block, control)
}

const carriers: readonly string[] = [
  'text',
  'image',
  'document',
  'tool_use',
  'tool_result',
  'server_tool_use',
  'mcp_tool_use',
  'container_upload',
  'search_result',
]

/**
 * Whether a block can carry a mark: thinking and empty texts cannot, and for unknown blocks this is uncertain.
 *
 * Source: AN-CACHE; Anthropic, "Prompt caching", "What can be cached".
 */
export function canCarry({ type }: DraftBlock): boolean {
  return carriers.includes(type) || type.endsWith('_tool_result')
}
