import type { ToolOutput, ToolOutputContent } from '@lamella/core'
import { wireError } from '../../shared/errors.ts'
import { jsonText } from '../../shared/json.ts'
import { cleanText, lose, pathOf } from '../../shared/ledger.ts'
import { leftOut } from '../../shared/left-out.ts'
import { deniedText, nameOfPiece, pieceOf } from '../../shared/tool-output.ts'
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
import type { ResponsesState } from './state.ts'

/**
 * What a tool gave back, as text or as a list of parts: images and files of tools are seen by the model.
 *
 * @throws LamellaError `WIRE_UNENCODABLE` for a text that is longer than the API takes.
 */
export function encodeOutput(state: ResponsesState, output: ToolOutput): string | OpenAIResponsesInputPart[] {
  if (output.providerOptions !== undefined) readFields(state, output.providerOptions, [])
  const content = contentOf(state, output)
  const longest = typeof content === 'string' ? content.length : 0
  if (longest <= maxOutput) return content
  const path = pathOf(state)
  throw wireError(
    'WIRE_UNENCODABLE',
    `The tool output at ${path} has ${longest} characters, and OpenAI Responses takes at most ${maxOutput}.`,
    'Shorten it before it goes into the history.',
    { path },
  )
}

function contentOf(state: ResponsesState, output: ToolOutput): string | OpenAIResponsesInputPart[] {
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
    case 'content': {
      const pieces: InputPiece[] = []
      for (const item of output.value) {
        const piece = encodeItem(state, item)
        if (piece !== '') pieces.push(piece)
      }
      return joinPieces(pieces)
    }
    default:
      output satisfies never
      lose(state, 'part', 'A tool output of an unknown type is sent as JSON.')
      return jsonText(state, output) ?? 'null'
  }
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
      return leftOut(state, cleanText(state, nameOfPiece(item)), 'OpenAI Responses has no place for it')
    default:
      piece satisfies never
      return piece
  }
}

function loseErrorFlag(state: ResponsesState): void {
  lose(state, 'error-flag', 'OpenAI Responses has no mark for a failed tool: its text is sent alone.')
}
