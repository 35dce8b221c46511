import type { JsonValue, ToolOutput, ToolOutputContent } from '@lamella/core'
import { isObject, shortenText } from '@lamella/core/plugin'
import { nestsTooDeep } from '@lamella/store'
import { canonicalKey } from '../cache/canonical-key.ts'
import { contentForUser, type ResultLimits, readContent, textsIn } from './read-content.ts'

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
 * - `structuredContent` becomes `json`. A text with the same content is left out, because servers send it for old
 *   clients; a different one is kept with it. It has to be an object, so servers wrap a list or another value in one field, and
 *   FastMCP writes a list as one text an entry: then the texts are kept, since they say the same in fewer tokens. So are texts
 *   that have the same JSON among other words.
 * - JSON that nests deeper than a message may have it becomes a text.
 * - A failure becomes an error. So does a request for input or a task in place of a result.
 */
export function readResult(result: unknown, limits: ResultLimits): ToolOutput {
  if (!isObject(result)) return { type: 'error-text', value: 'The server returned an invalid result.' }
  const { content } = result
  const texts = textsIn(content, true)
  const data = jsonOf(result['structuredContent'] ?? result['toolResult'])
  // An object without fields says nothing next to texts.
  const given = data?.text === '{}' && texts.length > 0 ? undefined : data
  // What only the user is to see is not for the model in another form, either.
  const isHidden = given !== undefined && copyOf(textsIn(content, false), given.value) !== undefined
  const structured = isHidden && texts.length === 0 ? undefined : given
  const isSilent =
    structured !== undefined && Array.isArray(content) && contentForUser(content).length === content.length
  const pieces = isSilent ? [] : readContent(content, limits)
  if (result['isError'] === true)
    return failedWith(pieces, structured, copyOf(texts, structured?.value) !== undefined, limits)
  const open = pieces.length === 0 && structured === undefined ? unfinished(result) : undefined
  if (open !== undefined)
    return { type: 'error-text', value: errorText('The tool has not returned a result.', open, limits.characters) }
  if (structured === undefined) return fromPieces(pieces)
  const copy = copyOf(texts, structured.value)
  if (copy === 'text' || (copy === 'json' && pieces.length > 1)) return fromPieces(pieces)
  if (pieces.length > 0 && copy === undefined) {
    return { type: 'content', value: [...pieces, { type: 'text', text: cut(structured.text, limits.characters) }] }
  }
  if (structured.text.length > limits.characters || nestsTooDeep(structured.value))
    return { type: 'text', value: cut(structured.text, limits.characters) }
  return { type: 'json', value: structured.value }
}

/**
 * Returns the text of an error with its data, cut if it is too long. The data says what to do: the addresses that a user has
 * to visit first (code -32042 of MCP 2025-11-25), or which argument is wrong.
 */
export function errorText(text: string, data: unknown, characters: number): string {
  const more = jsonOf(data ?? undefined)?.text
  return cut(more === undefined ? text : `${text}\n${more}`, characters)
}

/**
 * Returns what a server has sent in place of a result, which the caller cannot give or wait for: a request for input
 * (`input_required` of MCP 2026-07-28), or a task (2025-11-25).
 */
function unfinished(result: Readonly<Record<string, unknown>>): object | undefined {
  const { content: _, _meta: __, ...rest } = result
  const { resultType = 'complete', task } = result
  return resultType !== 'complete' || isObject(task) ? rest : undefined
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
  isCopy: boolean,
  limits: ResultLimits,
): ToolOutput {
  const texts = pieces.map((piece) => {
    return piece.type === 'text' ? piece.text : `[${'mediaType' in piece ? piece.mediaType : piece.type} left out]`
  })
  const text = texts.join('\n')
  const fits =
    structured !== undefined && structured.text.length <= limits.characters && !nestsTooDeep(structured.value)
  if (fits && (text === '' || (isCopy && pieces.length === 1))) return { type: 'error-json', value: structured.value }
  const both = [text, isCopy ? '' : (structured?.text ?? '')].filter((one) => one !== '').join('\n')
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

/** Returns in which form texts say the same as a value: as JSON, or as the value's own text. */
function copyOf(texts: readonly string[], value: JsonValue | undefined): 'json' | 'text' | undefined {
  if (texts.length === 0 || value === undefined) return undefined
  const [text] = texts
  if (texts.length === 1 && text !== undefined && saysValue(text, value))
    return hasChangedNumber(text) ? 'text' : 'json'
  if (texts.some((one) => hasJson(one, value))) return 'text'
  const held = wrappedIn(value)
  if (held === undefined) return undefined
  if (texts.length === 1 && text !== undefined && saysValue(text, held))
    return typeof held === 'object' && held !== null && !hasChangedNumber(text) ? 'json' : 'text'
  if (!Array.isArray(held) || held.length !== texts.length) return undefined
  return texts.every((one, index) => saysValue(one, held[index] as JsonValue)) ? 'text' : undefined
}

/** Whether JSON has a number that a client has changed by parsing it, such as an id of 19 digits: the text has it as it was. */
function hasChangedNumber(json: string): boolean {
  return /[[:,]\s*-?\d(?:[\d.]{15,}|[\d.]*[eE][-+]?\d+)\s*[,\]}]/.test(json)
}

/** Returns the value that a server has wrapped in one field, or a list itself. A number says nothing without its field. */
function wrappedIn(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  const [[key, held] = [], ...others] = Object.entries(value as { readonly [key: string]: JsonValue })
  if (others.length > 0) return undefined
  return key === 'result' || (typeof held === 'object' && held !== null) ? held : undefined
}

/** Whether a text has a value as JSON, with words, a fence, or the address of a resource around it. */
function hasJson(text: string, value: JsonValue): boolean {
  const rest = text.replace(/^\[[^\n]{1,300}\]\n/, '')
  const start = rest.search(/[[{]/)
  const end = Math.max(rest.lastIndexOf('}'), rest.lastIndexOf(']'))
  return start >= 0 && saysValue(rest.slice(start, end + 1), value)
}

/** Whether a text is a value, whatever its layout and the order of its keys. */
function saysValue(text: string, value: JsonValue): boolean {
  if (typeof value === 'string' && text.trim() === value.trim()) return true
  try {
    return canonicalKey(JSON.parse(text)) === canonicalKey(value)
  } catch {
    return false
  }
}

function cut(text: string, characters: number): string {
  return shortenText(text, characters, { head })
}
