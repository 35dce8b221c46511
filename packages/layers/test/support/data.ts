import type { Message } from '@lamella/core'

/** Bytes that look random, and are the same in each run. */
function bytes(count: number): Uint8Array {
  let state = 7
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 16) & 0xff
  })
}

/** A picture of 40 kB as base64. */
export const picture: string = Buffer.from(bytes(30_000)).toString('base64')

/** A result of a tool that has the picture in a field. */
export const pictureResult: Message = {
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: 'c',
      toolName: 'screenshot',
      output: {
        type: 'json',
        value: { page_id: 'page-48213', data: picture, note: 'The button for checkout is missing on this page.' },
      },
    },
  ],
}

/** Whether a text has a piece of the picture: any of its runs of 24 characters, without the signs at which values end. */
export function hasPiece(text: string): boolean {
  const pieces = picture.match(/[A-Za-z0-9]{24,}/g) ?? []
  return pieces.length > 100 && pieces.some((piece) => text.includes(piece.slice(0, 24)))
}
