import type { ProviderOptions, ToolOutputContent, ToolResultPart } from '@lamella/core'
import { isBlank } from '../../shared/guards.ts'
import { jsonText } from '../../shared/json.ts'
import { at, cleanText, mend } from '../../shared/ledger.ts'
import { nameOfPiece, type OutputValue, pieceOf, readOutput } from '../../shared/tool-output.ts'
import type { PlacedResult } from '../../shared/tool-pairs.ts'
import type { AnthropicCacheControl, AnthropicResultContent, AnthropicToolResultBlock } from '../block-types.ts'
import { askMark, controlOf } from '../cache/marks.ts'
import {
  type AnthropicFields,
  type AnthropicKeys,
  ofMark,
  peekFields,
  readFields,
  withExtra,
} from '../provider-fields.ts'
import { isForResult, rawBlock } from '../raw-block.ts'
import { textBlock } from './drafts.ts'
import { documentBlock, imageBlock, leftOut, uploadedFile, uploadedImage } from './media.ts'
import type { AnthropicState } from './state.ts'
import { partText } from './user.ts'

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

const ofPiece: AnthropicKeys = [...ofMark, 'extra']
const ofFile: AnthropicKeys = [...ofPiece, 'title', 'context', 'citations']
const ofCustom: AnthropicKeys = [...ofPiece, 'type', 'toolName', 'block']

/**
 * Encodes one piece of a tool's output; `undefined` for an empty text. A failed result supports only texts: "all
 * content must be type text if is_error is true" (400, vellum-ai/vellum-assistant#18387).
 */
function encodePiece(
  state: AnthropicState,
  item: ToolOutputContent,
  isError: boolean,
): AnthropicResultContent | undefined {
  const piece = pieceOf(state, item, 'anthropic')
  const options = optionsOfPiece(item)
  if (piece.kind === 'text') {
    const { extra } = readFields(state, options, ofPiece)
    const text = partText(state, piece.text)
    return text === '' ? undefined : withExtra(state, textBlock(text), extra)
  }
  if (isError) {
    readFields(state, options, ofCustom)
    return leftOut(state, cleanText(state, nameOfPiece(item)), 'a failed result takes only text')
  }
  switch (piece.kind) {
    case 'image':
      return imageBlock(state, piece.media, readFields(state, options, ofPiece)) as AnthropicResultContent
    case 'file': {
      const notes = { ...readFields(state, options, ofFile), filename: piece.filename }
      return documentBlock(state, piece.media, piece.mediaType, notes) as AnthropicResultContent
    }
    case 'id': {
      const fields = readFields(state, options, ofFile)
      const block = piece.isImage ? uploadedImage(state, piece.id, fields) : uploadedFile(state, piece.id, fields)
      return block as AnthropicResultContent
    }
    case 'custom':
      return encodeCustom(state, readFields(state, options, ofCustom))
    case 'unknown':
      readFields(state, options, ofPiece)
      return leftOut(state, cleanText(state, nameOfPiece(item)), 'Anthropic does not support it in a tool result')
    default:
      piece satisfies never
      return piece
  }
}

/** Encodes a piece that is specific to Anthropic: a tool that a search found, or an unchanged block. */
function encodeCustom(state: AnthropicState, fields: AnthropicFields): AnthropicResultContent {
  const { type, toolName } = fields
  if (type === 'tool-reference' && typeof toolName === 'string') {
    return { type: 'tool_reference', tool_name: state.base.names.toWire(state, toolName) }
  }
  const raw = rawBlock(state, fields.block, isForResult)
  if (raw !== undefined) return raw as unknown as AnthropicResultContent
  return leftOut(state, 'custom', 'it is for another provider')
}
