import { checkOptions, isObject, mustBeText } from '@lamella/core/plugin'
import { parsedJson } from '../../json.ts'
import { isSessionLine } from '../claude-code/line-types.ts'
import { chainTypes } from '../claude-code/node.ts'
import type { TranscriptFormat } from '../contract/transcript.ts'
import { type Fields, fields, text } from '../shared/fields.ts'
import { endOfText } from './parse-line.ts'

/** The most objects of a file that are looked at. */
export const mostLooked = 50

/**
 * Returns the form of a session file by its beginning: the first objects, or the keys of a longer one. 4 KB are usually enough. `undefined` if it has no
 * sure sign: messages in the form of an API, for example, and tasks of Cline from before its messages had times.
 *
 * @example
 * recognizeTranscript('{"type":"session","version":3,"id":"019a","cwd":"/home/ada"}') // 'pi'
 */
export function recognizeTranscript(head: string): TranscriptFormat | undefined {
  checkOptions('recognizeTranscript', { head }, { head: mustBeText }, ['head'])
  if (isDatabase(head)) return 'opencode'
  const lines = head.replace(/^[\uFEFF\0]+/, '').split('\n', mostLooked)
  // Other lines are damaged, or a part of a value over several lines.
  const parsed = lines.filter((line) => line.trim() !== '').map(parsedJson)
  const values = parsed.filter((value) => value !== undefined)
  const form = values.length > 0 ? formOfValues(values, true) : undefined
  // The keys of a value that was read say less than the value.
  return form ?? (parsed[0] === undefined ? formOfValues([keysOf(head)], true) : undefined)
}

/** opencode keeps its sessions in tables of these names: the second ones from version 2 on. */
function isDatabase(head: string): boolean {
  return (
    head.startsWith('SQLite format 3') &&
    /CREATE TABLE [`"]?(?:part|session_message)\b/.test(head) &&
    /CREATE TABLE [`"]?session(?:_v2)?\b/.test(head)
  )
}

/**
 * Returns the form of the first values of a file.
 *
 * @param mustBeSure Whether messages that may be those of an API count as nothing, instead of as a task of Cline.
 */
export function formOfValues(values: readonly unknown[], mustBeSure = false): TranscriptFormat | undefined {
  const [first] = values
  if (Array.isArray(first)) return formOfList(fields(first.find(isObject)), mustBeSure)
  const [header] = values.filter(isObject)
  if (header) {
    const document = formOfDocument(header)
    if (document) return document
  }
  for (const value of values.slice(0, mostLooked)) {
    const form = isObject(value) ? formOfLine(value) : undefined
    if (form) return form
  }
  return undefined
}

function formOfList(value: Fields, mustBeSure: boolean): TranscriptFormat | undefined {
  if ('mapping' in value && 'current_node' in value) return 'chatgpt'
  if (text(value['role']) === undefined) return undefined
  if ('parts' in value && 'id' in value) return 'ai-sdk-ui'
  // Messages of Anthropic's API have the same form, without times.
  return 'content' in value && ('ts' in value || !mustBeSure) ? 'cline' : undefined
}

function formOfDocument(value: Fields): TranscriptFormat | undefined {
  if ('mapping' in value && 'current_node' in value) return 'chatgpt'
  if (!('messages' in value)) return undefined
  if ('sessionId' in value && 'projectHash' in value) return 'gemini-cli'
  if ('sessionId' in value && 'version' in value) return 'cline'
  const { messages, info } = value
  const first = Array.isArray(messages) ? fields(messages[0]) : {}
  if (isObject(info) && ('info' in first || !Array.isArray(messages))) return 'opencode'
  return 'parts' in first && 'role' in first ? 'ai-sdk-ui' : undefined
}

const geminiTypes = ['user', 'gemini', 'info', 'warning', 'error']

function formOfLine(value: Fields): TranscriptFormat | undefined {
  const type = text(value['type'])
  if (type === 'session' && 'id' in value && 'cwd' in value) return 'pi'
  if (type !== undefined && 'timestamp' in value && isObject(value['payload'])) return 'codex'
  if ('sessionId' in value && 'projectHash' in value && type === undefined) return 'gemini-cli'
  if (type !== undefined && 'sessionId' in value) {
    // Programs made after it have messages of another kind.
    const isOther = isObject(value['message']) && 'parts' in value['message']
    const inChain = chainTypes.includes(type) && 'uuid' in value && 'parentUuid' in value && !isOther
    if (inChain || isSessionLine(type) || type.startsWith('api-request')) return 'claude-code'
  }
  if (type === 'summary' && 'leafUuid' in value) return 'claude-code'
  if (type?.startsWith('file-history-') === true && 'messageId' in value) return 'claude-code'
  if (type === undefined && 'id' in value && 'timestamp' in value && 'instructions' in value) return 'codex'
  const isGemini = geminiTypes.includes(type ?? '') && 'id' in value && 'timestamp' in value && 'content' in value
  return isGemini && !('parentId' in value) ? 'gemini-cli' : undefined
}

/** How much of a file is looked at. */
const mostCharacters = 65_536

/**
 * Returns what the beginning of a JSON value says of its keys: an object with the first object's own keys, in a list if the
 * value is one. Values that are short texts are kept; other ones are `{}`, since only their presence is a sign.
 */
export function keysOf(head: string): unknown {
  const text = head.slice(0, mostCharacters)
  const start = text.search(/[[{]/)
  const isList = text[start] === '['
  const open = isList ? text.indexOf('{', start) : start
  if (open === -1) return undefined
  const found: Record<string, unknown> = {}
  let depth = 0
  let key: string | undefined
  for (let at = open; at < text.length; at++) {
    const character = text[at] as string
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      if (--depth === 0) break
    } else if (character === '"') {
      const end = endOfText(text, at)
      if (end === -1) break
      const held = text.slice(at + 1, end)
      if (depth === 1) {
        if (key === undefined && /^\s*:/.test(text.slice(end + 1))) {
          key = held
          found[key] = {}
        } else if (key !== undefined) found[key] = held
      }
      at = end
    } else if (character === ',' && depth === 1) key = undefined
  }
  return isList ? [found] : found
}
