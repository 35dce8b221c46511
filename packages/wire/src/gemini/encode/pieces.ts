import type { ToolOutputContent } from '@lamella/core'
import type { Ledger } from '../../shared/ledger.ts'
import { pieceOf } from '../../shared/tool-output.ts'
import { type CarriedMedia, carry } from './media.ts'

/** An image or file of a tool's output as a part carries it, or why it cannot be carried. */
export function carryPiece(ledger: Ledger, item: ToolOutputContent): CarriedMedia {
  // Addresses are read here: Gemini takes those of Cloud Storage, which no other provider does.
  if (item.type === 'image-url') return carry(ledger, item.url, undefined, true)
  if (item.type === 'file-url') return carry(ledger, item.url, item.mediaType, false)
  if (item.type === 'image-data') return carry(ledger, item.data, item.mediaType, true)
  if (item.type === 'media' || item.type === 'file-data') return carry(ledger, item.data, item.mediaType, false)
  const piece = pieceOf(ledger, item, 'google')
  switch (piece.kind) {
    case 'id':
      // What Google calls the uri of an uploaded file.
      return /^(?:https|gs):\/\//i.test(piece.id)
        ? carry(ledger, piece.id, undefined, piece.isImage)
        : { why: 'Gemini knows uploaded files by their uri alone' }
    default:
      return { why: 'Gemini carries texts, images and files in tool results' }
  }
}
