import { type Fields, fields, text } from '../shared/fields.ts'
import type { ClaudeNode } from './node.ts'

/** What a person said while the model worked, without a place in the chain. */
export interface QueuedNode {
  readonly node: ClaudeNode
  /** The message that was the last one then. */
  readonly after: string
  /** The line only says that it was read in the middle of a turn; an attachment may have it, too. */
  readonly isOperation: boolean
}

/**
 * Returns the line of a user for what was said while the model worked: the model reads it in the middle of a turn, so no line
 * of a user has it. Versions write an attachment, or that it left the queue. `undefined` for any other line.
 */
export function queuedLine(value: Fields): Fields | undefined {
  const { type, operation, reason, content, ...rest } = value
  if (type === 'queue-operation' && operation === 'remove' && reason === 'absorbed_mid_turn')
    return text(content) === undefined ? undefined : lineOf(rest, content)
  const { type: kind, prompt, commandMode } = fields(value['attachment'])
  if (type !== 'attachment' || kind !== 'queued_command') return undefined
  if (typeof prompt !== 'string' && !Array.isArray(prompt)) return undefined
  return lineOf(rest, prompt, commandMode !== undefined && commandMode !== 'prompt')
}

function lineOf(rest: Fields, content: unknown, isMeta = false): Fields {
  return { ...rest, type: 'user', message: { role: 'user', content }, ...(isMeta && { isMeta }) }
}

/** Returns what was said after each message. What an attachment of the chain says, too, is left out. */
export function queuedAfter(
  queued: readonly QueuedNode[],
  attached: ReadonlySet<string>,
): ReadonlyMap<string, readonly ClaudeNode[]> {
  const byLine = new Map<string, ClaudeNode[]>()
  for (const { node, after, isOperation } of queued) {
    if (isOperation && attached.has(textOf(node))) continue
    byLine.set(after, [...(byLine.get(after) ?? []), node])
  }
  return byLine
}

/** Returns the content of a line as one text. */
export function textOf({ parts }: ClaudeNode): string {
  return JSON.stringify(parts)
}
