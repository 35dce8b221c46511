import { mend, partText } from '../../shared/ledger.ts'
import { segmentsOf } from '../../shared/segments.ts'
import type { AssistantTurn } from '../../shared/turns.ts'
import type { OpenAIResponsesItem } from '../items.ts'
import { readFields } from '../provider-fields.ts'
import { writeAnswer } from './answer.ts'
import { writeApprovals } from './approvals.ts'
import { providerRunParts } from './provider-run.ts'
import type { EncodeState } from './state.ts'

/** Writes an assistant message as its items, and what its calls were answered behind them. */
export function encodeAssistant(state: EncodeState, turn: AssistantTurn, out: OpenAIResponsesItem[]): void {
  const before = out.length
  const { content, providerOptions } = turn.message
  if (providerOptions !== undefined) readFields(state, providerOptions, [])
  if (typeof content === 'string') {
    const text = partText(state, content)
    if (text !== '') out.push({ role: 'assistant', content: text })
  } else writeParts(state, turn, out)
  writeApprovals(state, turn, out)
  if (out.length > before) return
  state.index = turn.index
  mend(state, 'empty-message', 'The assistant message is empty and is left out.')
}

function writeParts(state: EncodeState, turn: AssistantTurn, out: OpenAIResponsesItem[]): void {
  const native = providerRunParts(state, turn)
  for (const segment of segmentsOf(state, turn, (part) => native.has(part))) {
    writeAnswer(state, segment, native, out)
    state.index = turn.index
  }
}
