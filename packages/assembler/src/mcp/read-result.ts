import type { JsonValue, ToolOutput, ToolOutputContent } from '@lamella/core'
import { cutText, isObject } from '@lamella/core/plugin'
import { readContent } from './read-content.ts'
import type { ResultLimits } from './result-limits.ts'

/** Share of a text that was cut which is its beginning; what a command printed last matters too. */
const head = 0.7

/**
 * The result of `tools/call` as an output, nothing silently left out: what cannot be shown has a marker in its place.
 *
 * - One text is a text; several pieces, or images and files, are `content`.
 * - `structuredContent` is `json`. A text that says the same is left out, as servers send one for old clients; one that says
 *   something else stands beside it.
 * - What failed is an error.
 */
export function readResult(result: unknown, limits: ResultLimits): ToolOutput {
  if (!isObject(result)) return { type: 'error-text', value: 'The server answered with something that is no result.' }
  const structured = jsonOf(result['structuredContent'] ?? result['toolResult'])
  const pieces = readContent(result['content'], limits)
  if (result['isError'] === true) return failedWith(pieces, structured, limits)
  if (structured === undefined) return fromPieces(pieces)
  const [first] = pieces
  const isSame = pieces.length === 1 && first?.type === 'text' && sameJson(first.text, structured.text)
  if (pieces.length > 0 && !isSame) {
    return { type: 'content', value: [...pieces, { type: 'text', text: cut(structured.text, limits.characters) }] }
  }
  if (structured.text.length > limits.characters)
    return { type: 'text', value: cut(structured.text, limits.characters) }
  return { type: 'json', value: structured.value }
}

/** The text of an error, cut where it is too long. */
export function errorText(text: string, characters: number): string {
  return cut(text, characters)
}

function fromPieces(pieces: readonly ToolOutputContent[]): ToolOutput {
  const [first] = pieces
  if (first === undefined) return { type: 'text', value: '' }
  return pieces.length === 1 && first.type === 'text'
    ? { type: 'text', value: first.text }
    : { type: 'content', value: [...pieces] }
}

/** Errors are texts or values: of images and files there is a word. */
function failedWith(
  pieces: readonly ToolOutputContent[],
  structured: Json | undefined,
  limits: ResultLimits,
): ToolOutput {
  const texts = pieces.map((piece) => {
    return piece.type === 'text' ? piece.text : `[${'mediaType' in piece ? piece.mediaType : piece.type} left out]`
  })
  const text = texts.join('\n')
  const fits = structured !== undefined && structured.text.length <= limits.characters
  if (fits && (text === '' || sameJson(text, structured.text))) return { type: 'error-json', value: structured.value }
  const both = [text, structured?.text ?? ''].filter((one) => one !== '').join('\n')
  return {
    type: 'error-text',
    value: both === '' ? 'The tool failed and did not say why.' : cut(both, limits.characters),
  }
}

interface Json {
  readonly text: string
  readonly value: JsonValue
}

/** A copy that is JSON and nothing else; `undefined` for nothing, and for what is none (a cycle, a nesting without end). */
function jsonOf(value: unknown): Json | undefined {
  if (value === undefined) return undefined
  try {
    const text = JSON.stringify(value)
    return text === undefined ? undefined : { text, value: JSON.parse(text) as JsonValue }
  } catch {
    return { text: '"[a value that is no JSON left out]"', value: '[a value that is no JSON left out]' }
  }
}

/** Whether a text is that JSON, however it is laid out. */
function sameJson(text: string, json: string): boolean {
  if (text === json) return true
  try {
    return JSON.stringify(JSON.parse(text)) === json
  } catch {
    return false
  }
}

function cut(text: string, characters: number): string {
  return cutText(text, characters, { head })
}
