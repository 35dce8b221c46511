import type { JsonValue } from '@lamella/core'
import type { SummaryRules } from '../../kit/format.ts'
import { isBlank, isRecord } from '../../shared/guards.ts'
import { lose, mend } from '../../shared/ledger.ts'
import { sameJson } from '../../shared/same-json.ts'
import { markMessageStart } from '../cache/plan.ts'
import { isBlockIn, isCompaction, isSigned } from '../compaction-block.ts'
import { takesCompaction } from '../models.ts'
import { rawBlock } from '../raw-block.ts'
import { addMessage, type DraftBlock } from './drafts.ts'
import { joinDrafts, placeOf } from './settle.ts'
import type { AnthropicState } from './state.ts'

/** Which summaries of a session the encoder writes as blocks. */
export const summaries: SummaryRules = {
  place: 'first',
  isValid: (content, model) => {
    if (!isCompaction(content) || content.content === '') return false
    return model === undefined || takesCompaction(model, { signed: isSigned(content) })
  },
  isIn: (content, { content: parts }) => isBlockIn(content, parts),
}

/** Adds the block of a summary as an assistant message of its own. */
export function encodeSummary(state: AnthropicState, content: JsonValue): void {
  const { drafts, plan, origins } = state.run
  if (plan !== undefined) markMessageStart(plan.places, drafts, state.index)
  const block = rawBlock(state, content, isCompaction) as unknown as DraftBlock
  origins.set(block, { index: state.index, part: -1 })
  addMessage(state, { role: 'assistant', content: [block] })
}

/**
 * Makes sure that blocks with a summary stand where the API accepts them. A signed one elsewhere than at the start, and
 * any one in a user message, is sent as text: it is not known to replace what precedes it, which the API would ignore or
 * refuse. So is each one for a model that does not support them.
 */
export function settleSummaries(state: AnthropicState): void {
  const { model } = state.base
  const { drafts } = state.run
  const [start] = drafts
  const first = start === undefined || typeof start.content === 'string' ? undefined : start.content[0]
  const isFirstSigned = isRecord(first) && isCompaction(first) && isSigned(first)
  let hasGone = false
  for (const draft of drafts) {
    if (typeof draft.content === 'string') continue
    const gone = new Set<DraftBlock>()
    for (const block of draft.content) {
      if (!isRecord(block) || !isCompaction(block)) continue
      const isTaken = model === undefined || takesCompaction(model, { signed: isSigned(block) })
      if (isTaken && block === first) continue
      if (isTaken && draft.role === 'assistant' && !isSigned(block) && !isFirstSigned) continue
      if (isFirstSigned && sameJson(block, first)) {
        mend(placeOf(state, block), 'summary', 'A second copy of the compaction block is left out.')
        gone.add(block)
        continue
      }
      const why = isTaken ? 'it is not at the start' : `${model} does not support it`
      lose(placeOf(state, block), 'summary', `A compaction block is sent as text: ${why}.`)
      if (isBlank(block.content)) gone.add(block)
      else toText(block)
    }
    if (gone.size === 0) continue
    draft.content = draft.content.filter((block) => !gone.has(block))
    hasGone = true
  }
  if (hasGone) joinDrafts(state)
}

/** Turns the block into a text, in place: a cache mark may refer to it. The encoder made the object. */
function toText(block: DraftBlock & { readonly content: string }): void {
  const { content } = block
  for (const field of Object.keys(block)) if (field !== 'cache_control') Reflect.deleteProperty(block, field)
  Object.assign(block, { type: 'text', text: content })
}
