import type { AssistantPart, Message, ToolResultPart, UserPart } from '@lamella/core'
import type { UserPartSources } from '../../kit/format.ts'
import { type OpenCalls, openCalls } from '../../shared/decode/open-calls.ts'
import { readRecord, refuse } from '../../shared/decode/read.ts'
import { isRecord } from '../../shared/guards.ts'
import { field, itemsOf, optionsOf, restOf } from './fields.ts'
import { decodeUserPart } from './media.ts'
import { callsAmong, decodeModelParts, onlyText } from './model.ts'
import { decodeResponse } from './response.ts'

/** Readers for the parts of user content. */
export const userParts: UserPartSources = {
  text: ['text'],
  image: ['inlineData', 'fileData'],
  file: ['inlineData', 'fileData'],
}

/**
 * Reads the contents of a Gemini request as canonical messages, so that a recorded history can be used directly. Also
 * accepts names in snake case.
 *
 * - Function responses become a tool message; `toolName` is that of the call, found by id, or by name if there is no
 *   id.
 * - Model contents that follow a function call belong to it: their calls are answered together.
 * - Thoughts become reasoning; signatures and all fields without a canonical place are kept in
 *   `providerOptions.google`.
 * - Code that Google runs, its server tools and parts of unknown kinds become provider-executed calls and results.
 *
 * Keeps calls without results and results without calls: the core repairs them according to the build's policy.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
 * @example
 * fromGemini([{ role: 'user', parts: [{ text: 'Hello' }] }])
 * // [{ role: 'user', content: 'Hello' }]
 */
export function fromGemini(contents: unknown): Message[] {
  if (typeof contents === 'string') return [{ role: 'user', content: contents }]
  const decoded: Message[] = []
  let calls: OpenCalls = openCalls([])
  let isAfterCalls = false
  for (const [index, value] of itemsOf(contents, 'contents').entries()) {
    const path = `contents[${index}]`
    const content = readRecord(value, path)
    const parts = itemsOf(content['parts'] ?? [], `${path}.parts`)
    const options = optionsOf(restOf(content, ['role', 'parts']))
    // Gemini leaves out an empty list; a message of another format has its content elsewhere.
    if (content['parts'] === undefined && Object.keys(options).length > 0) refuse(`${path}.parts`, 'must be a list')
    switch (content['role'] ?? 'user') {
      case 'model': {
        const read = decodeModelParts(parts, `${path}.parts`, index)
        const message: readonly AssistantPart[] = isAfterCalls
          ? joinModel(decoded, read)
          : addModel(decoded, read, options)
        calls = openCalls(callsAmong(message))
        isAfterCalls = callsAmong(message).length > 0
        break
      }
      case 'user':
      case 'function':
        addUser(decoded, parts, `${path}.parts`, calls, options)
        isAfterCalls = false
        break
      default:
        refuse(`${path}.role`, 'must be user or model')
    }
  }
  return decoded
}

function addModel(decoded: Message[], parts: AssistantPart[], options: ReturnType<typeof optionsOf>): AssistantPart[] {
  decoded.push({ role: 'assistant', content: onlyText(parts) ?? parts, ...options })
  return parts
}

/** Appends parts to the previous message, which the decoder created and may change. */
function joinModel(decoded: readonly Message[], parts: readonly AssistantPart[]): AssistantPart[] {
  const content = decoded.at(-1)?.content as AssistantPart[]
  for (const part of parts) content.push(part)
  return content
}

/** Reads user content: the responses become a tool message, everything else a user message after it. */
function addUser(
  decoded: Message[],
  parts: readonly unknown[],
  path: string,
  calls: OpenCalls,
  options: ReturnType<typeof optionsOf>,
): void {
  const results: ToolResultPart[] = []
  const said: UserPart[] = []
  for (const [number, value] of parts.entries()) {
    const place = `${path}[${number}]`
    if (isRecord(value) && field(value, 'functionCall') !== undefined)
      refuse(place, 'is a function call in user content')
    if (isRecord(value) && field(value, 'functionResponse') !== undefined)
      results.push(decodeResponse(value, place, calls))
    else said.push(decodeUserPart(value, place))
  }
  if (results.length > 0) decoded.push({ role: 'tool', content: results })
  const text = onlyText(said)
  if (said.length > 0) decoded.push({ role: 'user', content: text ?? said, ...options })
  else if (results.length === 0) decoded.push({ role: 'user', content: [], ...options })
}
