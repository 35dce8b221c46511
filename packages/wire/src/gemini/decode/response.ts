import type { JsonValue, ToolOutput, ToolOutputContent, ToolResultPart } from '@lamella/core'
import type { OpenCalls } from '../../shared/decode/open-calls.ts'
import { readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { field, itemsOf, optionsOf, restOf, textOf, withDataRest } from './fields.ts'
import { readFile } from './media.ts'

/** Reads one function response. The call that it answers is found by its id or by the function name. */
export function decodeResponse(part: UnknownRecord, path: string, open: OpenCalls): ToolResultPart {
  const place = `${path}.functionResponse`
  const response = readRecord(field(part, 'functionResponse'), place)
  const name = readText(response['name'], `${place}.name`)
  const id = textOf(response, 'id')
  const toolCallId = id ?? open.answerByName(name) ?? ''
  const toolName = (id === undefined ? undefined : open.answer(id)) ?? name
  const value = readRecord(response['response'] ?? {}, `${place}.response`)
  const media =
    response['parts'] === undefined || response['parts'] === null ? [] : itemsOf(response['parts'], `${place}.parts`)
  const pieces = media.map((one, index) => decodeMedia(one, `${place}.parts[${index}]`))
  const { output, isBare } = pieces.length === 0 ? outputOf(value) : contentOf(value, pieces)
  const known = ['id', 'name', 'response', 'parts']
  const rest = withDataRest(restOf(part, ['functionResponse']), 'functionResponse', response, known)
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
    ...optionsOf({ bare: isBare ? true : undefined, ...rest }),
  }
}

interface ReadOutput {
  readonly output: ToolOutput
  /** Whether the output is the whole response, although it has a key that the encoder would use itself. */
  readonly isBare: boolean
}

function outputOf(response: UnknownRecord): ReadOutput {
  const value = response['output'] as JsonValue | undefined
  const error = response['error'] as JsonValue | undefined
  if (value === undefined && error === undefined) {
    return { output: { type: 'json', value: response as JsonValue }, isBare: false }
  }
  if (Object.keys(response).length > 1) return { output: { type: 'json', value: response as JsonValue }, isBare: true }
  if (value !== undefined) {
    return { output: typeof value === 'string' ? { type: 'text', value } : { type: 'json', value }, isBare: false }
  }
  if (typeof error === 'string') return { output: { type: 'error-text', value: error }, isBare: false }
  return { output: { type: 'error-json', value: error as JsonValue }, isBare: false }
}

/** Returns texts, then media. A response without text fields becomes a single text, as JSON. */
function contentOf(response: UnknownRecord, media: readonly ToolOutputContent[]): ReadOutput {
  const texts = textsOf(response)
  const value = (texts ?? [JSON.stringify(response)]).map((text): ToolOutputContent => ({ type: 'text', text }))
  return { output: { type: 'content', value: [...value, ...media] }, isBare: texts === undefined }
}

function textsOf(response: UnknownRecord): readonly string[] | undefined {
  const [key, ...others] = Object.keys(response)
  if (key === undefined) return []
  if (key !== 'output' || others.length > 0) return undefined
  const { output } = response
  if (typeof output === 'string') return output === '' ? undefined : [output]
  if (!Array.isArray(output) || output.length < 2) return undefined
  return output.every((text): text is string => typeof text === 'string' && text !== '') ? output : undefined
}

function decodeMedia(value: unknown, path: string): ToolOutputContent {
  const file = readFile(readRecord(value, path), path, [])
  if (file === undefined) return refuse(path, 'must have inlineData or fileData')
  const { data, isAddress, mediaType, filename, rest } = file
  const options = optionsOf(rest)
  if (isAddress) return { type: 'file-url', url: data, ...(mediaType !== undefined && { mediaType }), ...options }
  if (mediaType?.startsWith('image/') === true) return { type: 'image-data', data, mediaType, ...options }
  const named = filename === undefined ? {} : { filename }
  return { type: 'file-data', data, mediaType: mediaType ?? '*/*', ...named, ...options }
}
