import type { Part } from '@lamella/core'
import type { Writer } from '../contract/transcript.ts'
import type { Collector } from '../shared/collect.ts'
import type { Draft } from '../shared/draft.ts'
import { type Fields, fields, instant, list, text } from '../shared/fields.ts'
import { limitParts } from '../shared/limit-part.ts'
import { callPart, partsOutput, resultPart, textParts } from '../shared/parts.ts'

/** An entry of a session. */
export interface PiEntry {
  readonly id: string
  readonly parent: string | undefined
  readonly line: number
  /** Its place in the file, the header as 0. */
  readonly index: number
  readonly type: string
  readonly value: Fields
}

/** Types of entries that are never sent. */
export const silentTypes: readonly string[] = [
  'model_change',
  'thinking_level_change',
  'usage',
  'context_edit',
  'custom',
  'label',
  'session_info',
]

/** Types of entries that become messages. */
export const saidTypes: readonly string[] = ['message', 'compaction', 'branch_summary', 'custom_message']

/**
 * Reads the message of an entry; `undefined` if it has none.
 *
 * @param replaced Takes the place of its content.
 */
export function draftOfEntry(entry: PiEntry, collector: Collector, replaced?: unknown): Draft | undefined {
  const { value, type } = entry
  const message = fields(value['message'])
  const content = replaced ?? message['content']
  switch (type) {
    case 'compaction':
    case 'branch_summary':
      return draft(entry, 'user', 'summary', textParts(value['summary']), collector)
    case 'custom_message':
      return draft(entry, 'user', 'program', contentParts(replaced ?? value['content'], collector), collector)
    case 'message':
      break
    default:
      return undefined
  }
  switch (message['role']) {
    case 'user':
      return draft(entry, 'user', 'person', contentParts(content, collector), collector)
    case 'assistant':
      return draft(entry, 'assistant', 'model', contentParts(content, collector), collector)
    case 'toolResult':
      return draft(entry, 'tool', 'tool', [resultOf(message, contentParts(content, collector))], collector)
    case 'custom':
    case 'hookMessage':
      return draft(entry, 'user', 'program', contentParts(content, collector), collector)
    case 'bashExecution': {
      const ran = `Ran \`${text(message['command']) ?? ''}\`\n\`\`\`\n${text(message['output']) ?? ''}\n\`\`\``
      return draft(entry, 'user', 'program', textParts(ran), collector)
    }
    case 'system':
      return undefined
  }
  collector.strange(`role ${String(message['role'])}`)
  return undefined
}

/** Whether the program sends a message: not what failed or was broken off, and not commands that a person kept out. */
export function isSent({ value }: PiEntry): boolean {
  const { role, stopReason, excludeFromContext } = fields(value['message'])
  if (role === 'assistant') return stopReason !== 'aborted' && stopReason !== 'error'
  return excludeFromContext !== true
}

function draft(
  entry: PiEntry,
  role: Draft['role'],
  by: Writer,
  all: readonly Part[],
  collector: Collector,
): Draft | undefined {
  if (all.length === 0) return undefined
  const { parts, cut } = limitParts(all, collector.partLimit)
  const { id, line, value } = entry
  const model = role === 'assistant' ? text(fields(value['message'])['model']) : undefined
  return { role, by, parts, cut, id, lines: [line], at: instant(value['timestamp']), model }
}

function contentParts(content: unknown, collector: Collector): readonly Part[] {
  if (!Array.isArray(content)) return textParts(content)
  return list(content).flatMap((one): readonly Part[] => {
    const part = fields(one)
    switch (part['type']) {
      case 'text':
        return [{ type: 'text', text: text(part['text']) ?? '' }]
      case 'thinking':
        return [{ type: 'reasoning', text: text(part['thinking']) ?? '' }]
      case 'image':
        return [{ type: 'image', image: text(part['data']) ?? '', mediaType: text(part['mimeType']) ?? 'image/png' }]
      case 'toolCall':
        return [callPart(part['id'], part['name'], part['arguments'])]
    }
    collector.strange(`part ${String(part['type'])}`)
    return []
  })
}

function resultOf({ toolCallId, toolName, isError }: Fields, parts: readonly Part[]): Part {
  return resultPart(toolCallId, toolName, partsOutput(parts, isError === true))
}
