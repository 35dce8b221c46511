import { loseAside } from '../../shared/aside.ts'
import { mend } from '../../shared/ledger.ts'
import { type Segment, segmentsOf } from '../../shared/segments.ts'
import type { PlacedResult } from '../../shared/tool-pairs.ts'
import type { AssistantTurn } from '../../shared/turns.ts'
import type { AnthropicToolResultBlock } from '../block-types.ts'
import { askLastMark, controlOf } from '../cache/marks.ts'
import { reachMessage } from '../cache/message-places.ts'
import { type AnthropicFields, readFields } from '../provider-fields.ts'
import { encodeParts } from './assistant-parts.ts'
import { addMessage, addResults, type Draft, type DraftBlock } from './drafts.ts'
import { isServerPart } from './server-block.ts'
import type { EncodeState } from './state.ts'
import { encodeResult } from './tool-result.ts'
import { encodeString } from './user.ts'

const ofMessage: readonly (keyof AnthropicFields)[] = ['cacheControl', 'cache_control', 'extra']
const ofToolMessage: readonly (keyof AnthropicFields)[] = ['cacheControl', 'cache_control']

/** A result, where it was and what became of it. */
interface WrittenResult {
  readonly placed: PlacedResult
  readonly block: AnthropicToolResultBlock
}

/**
 * Writes an assistant message, and the results of its calls as the start of the user message behind it, in the order of the
 * calls. A call that another provider ran becomes an ordinary one; what the assistant said after it becomes a second message.
 */
export function encodeAssistant(state: EncodeState, turn: AssistantTurn): void {
  const { message, index } = turn
  const fields = readFields(state, message.providerOptions, ofMessage)
  const control = controlOf(state, fields)
  if (typeof message.content === 'string' && control === undefined) {
    const content = encodeString(state, message.content)
    if (content === '') sayEmpty(state)
    else addMessage(state, { role: 'assistant', content, extra: fields.extra })
    encodeAside(state, turn, [])
    return
  }
  const results: WrittenResult[] = []
  const segments = segmentsOf(state, turn, (part) => isServerPart(state.names, part))
  let blocks: readonly DraftBlock[] = []
  for (const [number, segment] of segments.entries()) {
    state.index = index
    // Fields of the message stand once, on what it ends with.
    const own = writeSegment(state, segment, number === segments.length - 1 ? fields.extra : undefined, results)
    if (own.length > 0) blocks = own
  }
  state.index = index
  if (blocks.length === 0) sayEmpty(state)
  askLastMark(state, blocks, control)
  encodeAside(state, turn, results)
}

/** One assistant message and the results of its calls; nothing at all if nothing is in it. */
function writeSegment(
  state: EncodeState,
  { parts, pairs }: Segment,
  extra: Draft['extra'],
  written: WrittenResult[],
): readonly DraftBlock[] {
  const ids = state.ids.take(state, pairs)
  const blocks = encodeParts(state, parts, ids)
  if (blocks.length === 0) return blocks
  addMessage(state, { role: 'assistant', content: blocks, extra })
  if (pairs.length === 0) return blocks
  const results: DraftBlock[] = []
  addResults(state, results)
  for (const [at, { answer }] of pairs.entries()) {
    if (state.places !== undefined) reachMessage(state.places, state.drafts, answer.index)
    const block = encodeResult(state, answer, ids[at] as string)
    results.push(block)
    written.push({ placed: answer, block })
  }
  const last = state.drafts.at(-1)
  if (last !== undefined) last.index = state.index
  state.part = -1
  return blocks
}

/** What tool messages hold beside results. A mark of a whole message is one of its last result. */
function encodeAside(state: EncodeState, turn: AssistantTurn, written: readonly WrittenResult[]): void {
  if (turn.aside.length === 0) return
  loseAside(state, turn, (options) => {
    const control = controlOf(state, readFields(state, options, ofToolMessage))
    const own = written.filter(({ placed }) => placed.index === state.index)
    const last = own.reduce<WrittenResult | undefined>(
      (found, one) => (found !== undefined && found.placed.part > one.placed.part ? found : one),
      undefined,
    )
    askLastMark(state, last === undefined ? [] : [last.block], control)
  })
}

function sayEmpty(state: EncodeState): void {
  mend(state, 'empty-message', 'The assistant message is empty and is left out.')
}
