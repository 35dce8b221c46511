import type { JsonValue, ToolOutput, ToolOutputContent } from '@lamella/core'
import { cutText, isObject } from '@lamella/core/plugin'
import { readContent } from './read-content.ts'
import type { ResultLimits } from './result-limits.ts'

/**
 * The share of a cut text taken from its beginning. The rest comes from the end, because the last output of a command
 * also matters.
 */
const head = 0.7

/**
 * Converts the result of `tools/call` to an output without leaving anything out silently: what cannot be shown is
 * replaced with a marker.
 *
 * - A single text becomes a text; several pieces, or images and files, become `content`.
 * - `structuredContent` becomes `json`. A text with the same content is left out, because servers send one for old
 *   clients; a different text is kept with it.
 * - A failure becomes an error.
 */
export function readResult(result: unknown, limits: ResultLimits): ToolOutput {
  if (!isObject(result)) return { type: 'error-text', value: 'The server returned an invalid result.' }
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

/** Returns the text of an error, cut if it is too long. */
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

/** Errors are texts or values: images and files are only mentioned. */
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
    value: both === '' ? 'The tool failed without an error message.' : cut(both, limits.characters),
  }
}

interface Json {
  readonly text: string
  readonly value: JsonValue
}

/**
 * Returns a copy that is pure JSON; `undefined` for nothing, and for values that are not JSON (a cycle, endless
 * nesting).
 */
function jsonOf(value: unknown): Json | undefined {
  if (value === undefined) return undefined
  try {
    const text = JSON.stringify(value)
    return text === undefined ? undefined : { text, value: JSON.parse(text) as JsonValue }
  } catch {
    return { text: '"[a value that is not JSON left out]"', value: '[a value that is not JSON left out]' }
  }
}

/** Returns whether a text is that JSON, whatever its layout. */
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
