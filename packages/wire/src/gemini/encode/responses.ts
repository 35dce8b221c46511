import type { JsonValue, ToolOutput, ToolOutputContent } from '@lamella/core'
import { isRecord, parsedJson } from '../../shared/guards.ts'
import { shortHash } from '../../shared/hash.ts'
import { cleanJson } from '../../shared/json.ts'
import { at, cleanText, leftOut, lose, mend, partText } from '../../shared/ledger.ts'
import { nameOfPiece, readOutput } from '../../shared/tool-output.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import { type GeminiFields, type GeminiKeys, peekFields, readFields, withExtra } from '../provider-fields.ts'
import type { GeminiFunctionResponse, GeminiFunctionResponsePart, GeminiPart } from '../types.ts'
import { addContent } from './contents.ts'
import { carryPiece, noteName } from './media.ts'
import type { GeminiState } from './state.ts'

// The AI SDK copies a call's signature to its result.
const known: GeminiKeys = ['bare', 'extra', 'thoughtSignature']

/**
 * Writes the results of a message's calls: one content with one response per call, in call order, and nothing else
 * ("the number of function response parts is equal to the number of function call parts",
 * google-gemini/gemini-cli#4217; additional parts were sometimes rejected, #16137). Media that no response accepts
 * follow in user content.
 */
export function encodeResponses(state: GeminiState, pairs: readonly PairedCall[], ids: readonly string[]): void {
  const responses: GeminiPart[] = []
  const mediaParts: GeminiPart[] = []
  for (let at = 0; at < pairs.length; at++)
    responses.push(encodeResponse(state, pairs[at] as PairedCall, ids[at] ?? '', mediaParts))
  const place = at(state, 'messages', pairs.at(-1)?.answer.index ?? state.index)
  addContent(place, state.run.contents, responses, 'responses')
  addContent(place, state.run.contents, mediaParts, 'media')
}

function encodeResponse(
  message: GeminiState,
  { call, answer }: PairedCall,
  id: string,
  mediaParts: GeminiPart[],
): GeminiPart {
  const state = at(message, 'messages', answer.index, answer.part)
  const { output, providerOptions } = answer.result
  const fields = readFields(state, providerOptions, known)
  if (output.providerOptions !== undefined) readFields(state, output.providerOptions, [])
  const nested: GeminiFunctionResponsePart[] = []
  const response = encodeOutput(state, output, { id, isBare: fields.bare === true, nested, mediaParts })
  const name = state.base.names.toWire(state, call.toolName)
  const hasId = state.run.writesIds && peekFields(call.providerOptions).anonymous !== true
  const functionResponse: GeminiFunctionResponse = hasId ? { id, name, response } : { name, response }
  const whole = nested.length > 0 ? { ...functionResponse, parts: nested } : functionResponse
  return withExtra(state, { functionResponse: whole }, fields)
}

type Response = GeminiFunctionResponse['response']

/** Which call the response belongs to, and where its media go. */
interface ResponsePlace {
  /** The id of the call. */
  readonly id: string
  /** Whether the output is the whole response, whatever its keys. */
  readonly isBare: boolean
  /** Media inside the response. */
  readonly nested: GeminiFunctionResponsePart[]
  /** Media after all responses. */
  readonly mediaParts: GeminiPart[]
}

/**
 * Writes a tool's output as an object: a JSON object unchanged, anything else under `output`, and errors under `error`,
 * the two keys that Gemini knows (types of @google/genai, `FunctionResponse.response`). An object that itself has one
 * of these keys also goes under `output`.
 */
function encodeOutput(state: GeminiState, output: ToolOutput, place: ResponsePlace): Response {
  const read = readOutput(state, output)
  switch (read.kind) {
    case 'text': {
      const text = cleanText(state, read.text)
      return read.failed ? { error: text } : { output: text }
    }
    case 'json':
      return read.failed ? { error: cleanJson(state, read.value ?? null) } : encodeJson(state, read.value, place.isBare)
    case 'pieces':
      return encodePieces(state, read.pieces, place)
    default:
      read satisfies never
      return read
  }
}

function encodeJson(state: GeminiState, value: JsonValue, isBare: boolean): Response {
  const clean = cleanJson(state, value ?? null)
  if (!isRecord(clean)) return { output: clean }
  const isWhole = isBare || !(Object.hasOwn(clean, 'output') || Object.hasOwn(clean, 'error'))
  return isWhole ? clean : { output: clean }
}

/** Writes texts under `output`, a single one as a string and several as a list; media go in the response or after it. */
function encodePieces(state: GeminiState, pieces: readonly ToolOutputContent[], place: ResponsePlace): Response {
  const texts: string[] = []
  let isMixed = false
  for (const piece of pieces) {
    const { providerOptions } = piece as { readonly providerOptions?: Parameters<typeof readFields>[1] }
    const fields = readFields(state, providerOptions, piece.type === 'text' ? [] : ['extra'])
    if (piece.type === 'text') {
      const text = partText(state, piece.text)
      if (text === '') continue
      isMixed ||= place.nested.length > 0
      texts.push(text)
    } else {
      const marker = encodePiece(state, piece, place, fields)
      if (marker !== undefined) texts.push(marker)
    }
  }
  if (isMixed) mend(state, 'order', "The output's texts are sent before its images and files.")
  if (texts.length > 1) return { output: texts }
  const [text] = texts
  if (text === undefined) return place.nested.length > 0 ? {} : { output: '' }
  return (place.isBare && objectOf(text)) || { output: text }
}

/** Writes a piece that is not text. Returns the text that refers to it, if it is not in the response itself. */
function encodePiece(
  state: GeminiState,
  piece: ToolOutputContent,
  place: ResponsePlace,
  fields: GeminiFields,
): string | undefined {
  const name = cleanText(state, nameOfPiece(piece))
  const carried = carryPiece(state, piece)
  if ('why' in carried) return leftOut(state, name, carried.why)
  const part = withExtra(state, carried.part, fields)
  noteName(state, (piece as { readonly filename?: string }).filename, part)
  if (state.run.nestsMedia && isNestable(part)) {
    place.nested.push(part)
    return undefined
  }
  // As recorded: the response names a file, and the user content shows it. The name is derived from the call and the
  // number of the file.
  const file = shortHash(`${place.id}#${place.mediaParts.length}`)
  place.mediaParts.push({ text: `This is file ${file}:` }, part)
  lose(state, 'media', `The ${name} is sent as user content after the tool response, not inside it.`)
  return `See file ${file}.`
}

/**
 * Source: ai.google.dev, "Function calling", "Multimodal function responses". Other types were recorded after the
 * response.
 */
const nestable: readonly (string | undefined)[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'text/plain',
]

function isNestable({ inlineData, fileData }: GeminiFunctionResponsePart): boolean {
  return nestable.includes((inlineData ?? fileData)?.mimeType)
}

function objectOf(text: string): Response | undefined {
  const value = parsedJson(text)
  return isRecord(value) ? value : undefined
}
