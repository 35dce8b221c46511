import type { ToolOutput, ToolOutputContent } from '@lamella/core'
import { leftOut } from '../../openai/left-out.ts'
import { jsonText } from '../../shared/json.ts'
import { cleanText, lose, partText } from '../../shared/ledger.ts'
import { deniedText, nameOfPiece } from '../../shared/tool-output.ts'
import type { PlacedResult } from '../../shared/tool-pairs.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatTextPart, OpenAIChatToolMessage } from '../types.ts'
import { withValidName } from './participant.ts'
import { joinPieces } from './pieces.ts'
import type { EncodeState } from './state.ts'

/** One tool result as a message of its own, under the id that was chosen for its call. */
export function encodeResult(state: EncodeState, placed: PlacedResult, id: string): OpenAIChatToolMessage {
  state.index = placed.index
  state.part = placed.part
  const { output, providerOptions } = placed.result
  if (output.providerOptions !== undefined) readFields(state, output.providerOptions, [])
  const content = encodeOutput(state, output)
  const fields = withValidName(state, readFields(state, providerOptions, ['extra']))
  return withExtra(state, { role: 'tool', tool_call_id: id, content }, fields)
}

function encodeOutput(state: EncodeState, output: ToolOutput): OpenAIChatToolMessage['content'] {
  switch (output.type) {
    case 'text':
      return cleanText(state, output.value)
    case 'json':
      return jsonText(state, output.value) ?? 'null'
    case 'error-text':
      loseErrorFlag(state)
      return cleanText(state, output.value)
    case 'error-json':
      loseErrorFlag(state)
      return jsonText(state, output.value) ?? 'null'
    case 'execution-denied':
      loseErrorFlag(state)
      return cleanText(state, deniedText(output))
    case 'content':
      return joinPieces<OpenAIChatTextPart>(
        output.value.map((item) => encodeItem(state, item)).filter((text) => text !== ''),
      )
    default:
      lose(state, 'part', 'A tool output of an unknown type is sent as JSON.')
      return jsonText(state, output) ?? 'null'
  }
}

/** Images are allowed in user messages only (OC-IMAGE): newer models answer 200 to one in a tool message and do not see it. */
function encodeItem(state: EncodeState, item: ToolOutputContent): string {
  if (item.type === 'text') return partText(state, item.text)
  return leftOut(state, cleanText(state, nameOfPiece(item)), 'OpenAI Chat carries only text in tool results')
}

function loseErrorFlag(state: EncodeState): void {
  lose(state, 'error-flag', 'OpenAI Chat has no mark for a failed tool: its text is sent alone.')
}
