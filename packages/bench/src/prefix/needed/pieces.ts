import type { Message, ToolResultPart } from '@lamella/core'
import { jsonIn, leavesOf } from './leaves.ts'

/** A part of a message that says something: a text, the arguments of a call, or a result. */
export interface Piece {
  readonly from: 'text' | 'call' | 'result'
  /** The text as it was written, and the strings, numbers and field names of its JSON, a line each. */
  readonly text: string
  /** The object or list that it holds. */
  readonly json?: unknown
  /** Of calls and results. */
  readonly tool?: { readonly name: string; readonly call: string }
}

const known = new WeakMap<Message, readonly Piece[]>()

/** Lists what a message says, without thinking, signatures and call ids. */
export function piecesOf(message: Message): readonly Piece[] {
  const before = known.get(message)
  if (before) return before
  const pieces = read(message)
  known.set(message, pieces)
  return pieces
}

/** Returns everything that a message says as one text. */
export function textOf(message: Message): string {
  return piecesOf(message)
    .map(({ text }) => text)
    .join('\n')
}

function read({ content }: Message): readonly Piece[] {
  if (typeof content === 'string') return [{ from: 'text', text: content }]
  return content.flatMap((part): readonly Piece[] => {
    if (part.type === 'text') return [{ from: 'text', text: part.text }]
    if (part.type !== 'tool-call' && part.type !== 'tool-result') return []
    const tool = { name: part.toolName, call: part.toolCallId }
    if (part.type === 'tool-call') return [{ from: 'call', text: flat(part.input), json: part.input, tool }]
    const { text, json } = outputOf(part)
    return [{ from: 'result', text: json === undefined ? text : `${text}\n${flat(json)}`, json, tool }]
  })
}

function outputOf({ output }: ToolResultPart): { readonly text: string; readonly json: unknown } {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { text: output.value, json: jsonIn(output.value) }
    case 'json':
    case 'error-json':
      return { text: '', json: output.value }
    case 'content':
      return {
        text: output.value.map((piece) => (piece.type === 'text' ? piece.text : '')).join('\n'),
        json: undefined,
      }
    case 'execution-denied':
      return { text: output.reason ?? '', json: undefined }
    default:
      return output satisfies never
  }
}

function flat(json: unknown): string {
  return leavesOf(json)
    .map(({ text }) => text)
    .join('\n')
}
