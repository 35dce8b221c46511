import type { Part, ToolOutput } from '@lamella/core'
import { parsedJson } from '../../json.ts'
import type { Writer } from '../contract/transcript.ts'
import type { Collector } from '../shared/collect.ts'
import type { Draft } from '../shared/draft.ts'
import { type Fields, fields, list, text } from '../shared/fields.ts'
import { limitParts } from '../shared/limit-part.ts'
import { imageOfUrl, pieceOf, resultPart, valueOutput } from '../shared/parts.ts'

/** What Codex writes in a person's place, by the beginning of the text. Source: openai/codex, versions of 2026-01 to 2026-09. */
const written =
  /^(<environment_context>|<user_instructions>|# AGENTS\.md instructions|<permissions instructions>|<turn_aborted>)/

/** Calls of tools that the provider runs: their result is not an item. */
const ownTools: Readonly<Record<string, string>> = {
  web_search_call: 'web_search',
  image_generation_call: 'image_generation',
}

/** Items that are no messages. */
const silent = [
  'ghost_snapshot',
  'other',
  'compaction',
  'compaction_summary',
  'compaction_trigger',
  'context_compaction',
  'additional_tools',
]

/** What is the same for all messages of a line. */
export interface ItemPlace {
  readonly line: number
  readonly at?: string | undefined
  readonly model?: string | undefined
}

/** Reads an item of the Responses API; `undefined` for one that is no message. */
export function draftOfItem(item: Fields, { line, at, model }: ItemPlace, collector: Collector): Draft | undefined {
  const read = partsOfItem(item, collector)
  if (!read) return undefined
  const { parts, cut } = limitParts(read.parts, collector.partLimit)
  const { role, by } = read
  return { role, by, parts, cut, lines: [line], at, ...(role === 'assistant' && { model }) }
}

interface ReadItem {
  readonly role: Draft['role']
  readonly by: Writer
  readonly parts: readonly Part[]
}

function partsOfItem(item: Fields, collector: Collector): ReadItem | undefined {
  const type = text(item['type']) ?? ''
  const callId = text(item['call_id']) ?? text(item['id']) ?? ''
  if (type === 'message') return messageOf(item, collector)
  // What another agent says: an item, or a line of its own.
  if (type === 'agent_message') {
    const parts = contentParts(item['content'], collector)
    const isReadable = parts.some((part) => part.type !== 'text' || part.text !== '')
    return isReadable ? { role: 'user', by: 'program', parts } : undefined
  }
  if (type === 'reasoning') {
    const texts = [...list(item['summary']), ...list(item['content'])].map((one) => text(fields(one)['text']) ?? '')
    return ofModel({ type: 'reasoning', text: texts.join('\n') })
  }
  if (type.endsWith('_output')) {
    const output = outputOf(item['output'] ?? item['tools'], collector)
    return { role: 'tool', by: 'tool', parts: [resultPart(callId, '', output)] }
  }
  const own = Object.hasOwn(ownTools, type) ? ownTools[type] : undefined
  if (own !== undefined) {
    const input = item['action'] ?? null
    return ofModel({ type: 'tool-call', toolCallId: callId, toolName: own, input, providerExecuted: true })
  }
  if (type.endsWith('_call')) {
    const toolName = text(item['name']) ?? type.slice(0, -'_call'.length)
    const input = argumentsOf(item['arguments'] ?? item['input'] ?? item['action'])
    return ofModel({ type: 'tool-call', toolCallId: callId, toolName, input })
  }
  if (silent.includes(type)) collector.skip(`response_item ${type}`)
  else collector.strange(`response_item ${type}`)
  return undefined
}

const ofModel = (part: Part): ReadItem => ({ role: 'assistant', by: 'model', parts: [part] })

function messageOf(item: Fields, collector: Collector): ReadItem | undefined {
  const { role } = item
  const parts = contentParts(item['content'], collector)
  if (role === 'assistant') return { role, by: 'model', parts }
  if (role !== 'user') return { role: 'system', by: 'context', parts }
  const [first] = parts
  const isWritten = first?.type === 'text' && written.test(first.text)
  return { role, by: isWritten ? 'context' : 'person', parts }
}

function contentParts(content: unknown, collector: Collector): readonly Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return list(content).flatMap((one): readonly Part[] => {
    const part = fields(one)
    const url = text(part['image_url'])
    if (url !== undefined) return [imageOfUrl(url)]
    const said = part['text'] ?? part['refusal']
    if (typeof said === 'string') return [{ type: 'text', text: said }]
    // What only the provider can read is no unknown part.
    if (part['type'] === 'encrypted_content') collector.skip('part encrypted_content')
    else collector.strange(`part ${String(part['type'])}`)
    return []
  })
}

function outputOf(output: unknown, collector: Collector): ToolOutput {
  if (!Array.isArray(output)) return valueOutput(output)
  return { type: 'content', value: contentParts(output, collector).flatMap(pieceOf) }
}

/** Arguments are JSON text, which some models leave empty; the input of custom tools is plain text. */
function argumentsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {}
  if (value.trim() === '') return {}
  const input = parsedJson(value)
  return input === undefined ? value : input
}
