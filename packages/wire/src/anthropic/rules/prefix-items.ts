import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { isThinking } from '../conversation.ts'

/** Something that a thinking block is bound to, with its path. */
export interface PrefixItem {
  readonly path: string
  readonly value: unknown
  readonly isThinking: boolean
}

/**
 * Lists what a model reads, in the order in which thinking is bound to it: tools, system, then the turns, block by block.
 * Cache marks do not count, nor deferred tools that nothing refers to.
 *
 * Source: Anthropic, "Prefix checks on thinking blocks" and "Preserved thinking", as read on 2026-11-23.
 *
 * @param shown The names of the deferred tools that count.
 */
export function prefixItems(request: UnknownRecord, shown: ReadonlySet<unknown>): readonly PrefixItem[] {
  const tools = listOf(request['tools']).flatMap((tool, index) => {
    if (isRecord(tool) && tool['defer_loading'] === true && !shown.has(tool['name'])) return []
    return [item(`tools[${index}]`, tool)]
  })
  const items = [...tools, ...contentItems(request['system'], 'system')]
  let role: unknown
  for (const [index, message] of listOf(request['messages']).entries()) {
    if (!isRecord(message)) continue
    const { content, ...fields } = message
    const path = `messages[${index}]`
    // Consecutive messages of one role are one turn.
    if (fields['role'] !== role || Object.keys(fields).length > 1) items.push(item(path, fields))
    role = fields['role']
    for (const one of contentItems(content, `${path}.content`)) items.push(one)
  }
  return items
}

/** Returns the names of tools that the messages of a request refer to. */
export function toolReferences(request: UnknownRecord): ReadonlySet<unknown> {
  const names = new Set<unknown>()
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) look(one)
    else if (isRecord(value)) {
      if (value['type'] === 'tool_reference') names.add(value['name'] ?? value['tool_name'])
      else for (const key of ['content', 'tool']) look(value[key])
    }
  }
  look(request['messages'])
  return names
}

function contentItems(content: unknown, path: string): PrefixItem[] {
  if (typeof content === 'string') return content === '' ? [] : [item(path, { type: 'text', text: content })]
  return listOf(content).map((block, index) => item(`${path}[${index}]`, block))
}

function item(path: string, value: unknown): PrefixItem {
  return { path, value: withoutMarks(value), isThinking: isThinking(value) }
}

function withoutMarks(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { cache_control: _, ...rest } = value
  const { content } = rest
  return Array.isArray(content) ? { ...rest, content: content.map(withoutMarks) } : rest
}
