import type { ToolOutputContent } from '@lamella/core'
import { cleanText } from '../../shared/ledger.ts'
import { nameOfPiece, pieceOf } from '../../shared/tool-output.ts'
import type { AnthropicResultContent } from '../block-types.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import { isForResult, rawBlock } from '../raw-block.ts'
import { textBlock } from './drafts.ts'
import { documentBlock, imageBlock, leftOut, uploadedFile, uploadedImage } from './media.ts'
import type { AnthropicState } from './state.ts'
import { partText } from './user.ts'

const known: AnthropicKeys = [...ofMark, 'extra']
const ofFile: AnthropicKeys = [...known, 'title', 'context', 'citations']
const ofCustom: AnthropicKeys = [...known, 'type', 'toolName', 'block']

/**
 * Encodes one piece of a tool's output; `undefined` for an empty text. A failed result supports only texts: "all
 * content must be type text if is_error is true" (400, vellum-ai/vellum-assistant#18387).
 */
export function encodePiece(
  state: AnthropicState,
  item: ToolOutputContent,
  isError: boolean,
): AnthropicResultContent | undefined {
  const piece = pieceOf(state, item, 'anthropic')
  const options = 'providerOptions' in item ? item.providerOptions : undefined
  if (piece.kind === 'text') {
    const { extra } = readFields(state, options, known)
    const text = partText(state, piece.text)
    return text === '' ? undefined : withExtra(state, textBlock(text), extra)
  }
  if (isError) {
    readFields(state, options, ofCustom)
    return leftOut(state, cleanText(state, nameOfPiece(item)), 'a failed result takes only text')
  }
  switch (piece.kind) {
    case 'image':
      return imageBlock(state, piece.media, readFields(state, options, known)) as AnthropicResultContent
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
      readFields(state, options, known)
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
