import type { ProviderOptions, ToolOutputContent, ToolResultPart } from '@lamella/core'
import { isBlank } from '../../shared/guards.ts'
import { jsonText } from '../../shared/json.ts'
import { at, cleanText, mend } from '../../shared/ledger.ts'
import { type OutputValue, readOutput } from '../../shared/tool-output.ts'
import type { PlacedResult } from '../../shared/tool-pairs.ts'
import type { AnthropicCacheControl, AnthropicResultContent, AnthropicToolResultBlock } from '../block-types.ts'
import { askMark, controlOf } from '../cache/marks.ts'
import { type AnthropicKeys, ofMark, peekFields, readFields, withExtra } from '../provider-fields.ts'
import { encodePiece } from './output-piece.ts'
import type { AnthropicState } from './state.ts'

const ofResult: AnthropicKeys = [...ofMark, 'isError', 'extra']
const ofOutput: AnthropicKeys = [...ofMark]

/** The content of a failed result without a message: the API rejects one without content. Source: AN-TOOL-RESULT. */
const silentError = '[The tool failed without a message.]'

/** Encodes one tool result, with the id assigned to its call. */
export function encodeResult(message: AnthropicState, placed: PlacedResult, id: string): AnthropicToolResultBlock {
  const state = at(message, 'messages', placed.index, placed.part)
  const { output, providerOptions } = placed.result
  const { extra } = readFields(state, providerOptions, ofResult)
  if (output.providerOptions !== undefined) readFields(state, output.providerOptions, ofOutput)
  const read = readOutput(state, output)
  const isError = read.failed || peekFields(providerOptions).isError === true
  const block = withExtra(state, resultBlock(state, encodeOutput(state, read, isError), id, isError), extra)
  askMark(state, block, controlOfResult(state, placed.result))
  return block
}

function resultBlock(
  state: AnthropicState,
  content: AnthropicToolResultBlock['content'],
  id: string,
  isError: boolean,
): AnthropicToolResultBlock {
  if (isError) return { type: 'tool_result', tool_use_id: id, content: content ?? errorStandIn(state), is_error: true }
  return content === undefined
    ? { type: 'tool_result', tool_use_id: id }
    : { type: 'tool_result', tool_use_id: id, content }
}

function errorStandIn(state: AnthropicState): string {
  mend(state, 'empty-text', 'A failed tool result without a message gets a stand-in.')
  return silentError
}

/** Returns `undefined` if the output is empty: the API accepts a result without content. */
function encodeOutput(
  state: AnthropicState,
  output: OutputValue,
  isError: boolean,
): AnthropicToolResultBlock['content'] {
  switch (output.kind) {
    case 'text':
      return encodeText(state, output.text)
    case 'json':
      return jsonText(state, output.value) ?? 'null'
    case 'pieces':
      return encodePieces(state, output.pieces, isError)
    default:
      output satisfies never
      return output
  }
}

function encodeText(state: AnthropicState, value: string): string | undefined {
  const text = cleanText(state, value)
  if (!isBlank(text)) return text
  if (text !== '') mend(state, 'empty-text', 'A blank result is sent without content.')
  return undefined
}

function encodePieces(
  state: AnthropicState,
  items: readonly ToolOutputContent[],
  isError: boolean,
): AnthropicToolResultBlock['content'] {
  const blocks: AnthropicResultContent[] = []
  for (const item of items) {
    const block = encodePiece(state, item, isError)
    if (block !== undefined) blocks.push(block)
  }
  const [first] = blocks
  if (first === undefined) return undefined
  const isText = blocks.length === 1 && first.type === 'text' && Object.keys(first).length === 2
  return isText ? first.text : blocks
}

/**
 * Returns the mark of a result: its own, that of its output, or the first of a piece, as in the AI SDK: content inside
 * a result cannot be cached separately.
 */
function controlOfResult(
  state: AnthropicState,
  { output, providerOptions }: ToolResultPart,
): AnthropicCacheControl | undefined {
  if (providerOptions === undefined && output.providerOptions === undefined && output.type !== 'content')
    return undefined
  const pieces = output.type === 'content' ? output.value.map(optionsOfPiece) : []
  for (const options of [providerOptions, output.providerOptions, ...pieces]) {
    const control = options === undefined ? undefined : controlOf(state, peekFields(options))
    if (control !== undefined) return control
  }
  return undefined
}

function optionsOfPiece(item: ToolOutputContent): ProviderOptions | undefined {
  return 'providerOptions' in item ? item.providerOptions : undefined
}
