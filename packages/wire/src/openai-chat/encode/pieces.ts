import type { OpenAIChatTextPart } from '../types.ts'

/** A part on its way into a message: plain text as a string, anything else as the part that it will be. */
export type Piece<Part> = string | Part

/**
 * Content of a message. One plain text alone is sent as a string: it means the same as a list with one part, and many
 * compatible servers take nothing else. No piece at all is ''.
 */
export function joinPieces<Part>(pieces: readonly Piece<Part>[]): string | (Part | OpenAIChatTextPart)[] {
  const [first] = pieces
  if (first === undefined) return ''
  if (pieces.length === 1 && typeof first === 'string') return first
  return pieces.map((piece) => (typeof piece === 'string' ? { type: 'text', text: piece } : piece))
}
