import type { ToolOutput, ToolOutputContent } from '@lamella/core'
import { encodeToolOutput } from '../../openai/tool-output.ts'
import { wireError } from '../../shared/errors.ts'
import { cleanText, leftOut, pathOf } from '../../shared/ledger.ts'
import { nameOfPiece, pieceOf } from '../../shared/tool-output.ts'
import type { OpenAIResponsesInputPart } from '../items.ts'
import { maxOutput } from '../limits.ts'
import { readFields } from '../provider-fields.ts'
import {
  filePiece,
  type InputPiece,
  imageFields,
  imagePiece,
  joinPieces,
  textPiece,
  uploadedPiece,
} from './input-parts.ts'
import { type ResponsesState, title } from './state.ts'

/**
 * Writes a tool's output as text or as a list of parts: the model sees images and files of tools.
 *
 * @throws LamellaError `WIRE_UNENCODABLE` for a text that is longer than the API accepts.
 */
export function encodeOutput(state: ResponsesState, output: ToolOutput): string | OpenAIResponsesInputPart[] {
  if (output.providerOptions !== undefined) readFields(state, output.providerOptions, [])
  const content = encodeToolOutput(state, output, title, encodePieces)
  const longest = typeof content === 'string' ? content.length : 0
  if (longest <= maxOutput) return content
  const path = pathOf(state)
  throw wireError(
    'WIRE_UNENCODABLE',
    `The tool output at ${path} has ${longest} characters, but OpenAI Responses accepts at most ${maxOutput}.`,
    'Shorten it before adding it to the history.',
    { path },
  )
}

function encodePieces(state: ResponsesState, items: readonly ToolOutputContent[]): string | OpenAIResponsesInputPart[] {
  const pieces: InputPiece[] = []
  for (const item of items) {
    const piece = encodeItem(state, item)
    if (piece !== '') pieces.push(piece)
  }
  return joinPieces(pieces)
}

function encodeItem(state: ResponsesState, item: ToolOutputContent): InputPiece {
  const options = item.type === 'media' ? undefined : item.providerOptions
  const fields = readFields(state, options, imageFields)
  const piece = pieceOf(state, item, 'openai')
  switch (piece.kind) {
    case 'text':
      return textPiece(state, piece.text, fields)
    case 'image': {
      const { media, mediaType } = piece
      const labelled = media.kind === 'data' ? { ...media, mediaType: media.mediaType ?? mediaType } : media
      return imagePiece(state, labelled, fields)
    }
    case 'file':
      return filePiece(state, piece.media, piece.mediaType, piece.filename, fields)
    case 'id':
      return uploadedPiece(state, piece.id, piece.isImage, fields)
    case 'custom':
    case 'unknown':
      return leftOut(state, cleanText(state, nameOfPiece(item)), 'OpenAI Responses does not support it')
    default:
      piece satisfies never
      return piece
  }
}
