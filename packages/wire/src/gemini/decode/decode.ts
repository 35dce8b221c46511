import type { AssistantPart, Message, ToolResultPart, UserPart } from '@lamella/core'
import type { UserPartSources } from '../../kit/format.ts'
import { type OpenCalls, openCalls } from '../../shared/decode/open-calls.ts'
import { readRecord, refuse } from '../../shared/decode/read.ts'
import { isRecord } from '../../shared/guards.ts'
import { field, itemsOf } from './fields.ts'
import { callsAmong, decodeModelParts, onlyText } from './model.ts'
import { optionsOf, restOf } from './options-of.ts'
import { decodeResponse } from './response.ts'
import { decodeUserPart } from './user.ts'

/** What each part of a user is read from. */
export const userParts: UserPartSources = {
  text: ['text'],
  image: ['inlineData', 'fileData'],
  file: ['inlineData', 'fileData'],
}

/**
 * Reads the contents of a Gemini request as canonical messages, so that a recorded history can be used as it is. Names in
 * snake case are read, too.
 *
 * - Function responses become a tool message; `toolName` is that of the call, found by id, or by name where there is none.
 * - Contents of the model behind a function call belong to it: their calls are answered together.
 * - Thoughts become reasoning; signatures are kept in `providerOptions.google`, and so is everything that has no place.
 * - Code that Google runs, its server tools and parts of unknown kinds become calls and results that the provider ran.
 *
 * Calls without results and results without calls are kept: the core repairs them by the policy of the build.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for what is not of the format.
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

/** Adds parts to the message before, which is ours: it may grow. */
function joinModel(decoded: readonly Message[], parts: readonly AssistantPart[]): AssistantPart[] {
  const content = decoded.at(-1)?.content as AssistantPart[]
  for (const part of parts) content.push(part)
  return content
}

/** The responses in a content of the user as a tool message, and everything else in it as a user message behind it. */
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
      refuse(place, "is a function call that is the user's")
    if (isRecord(value) && field(value, 'functionResponse') !== undefined)
      results.push(decodeResponse(value, place, calls))
    else said.push(decodeUserPart(value, place))
  }
  if (results.length > 0) decoded.push({ role: 'tool', content: results })
  const text = onlyText(said)
  if (said.length > 0) decoded.push({ role: 'user', content: text ?? said, ...options })
  else if (results.length === 0) decoded.push({ role: 'user', content: [], ...options })
}
