import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { sameJson } from '../../shared/same-json.ts'
import { isCompaction, isSigned } from '../compaction-block.ts'
import { isThinking } from '../conversation.ts'
import { bindsThinking } from '../models.ts'

/**
 * Creates the rule about a request and the one before it in the same conversation. Without the one before, nothing breaks
 * it.
 */
export function thinkingPrefixRule(previous: unknown): Rule {
  return {
    code: 'AN-THINKING-PREFIX',
    what: 'Everything before a thinking block is what it was in the request before, for models that check it.',
    source:
      'D preserved-thinking, prefix checks on thinking blocks; I NousResearch/hermes-agent#106426, anomalyco/opencode#46653',
    check: (request, report) => {
      if (!isRecord(previous) || !isChecked(request, previous)) return
      const shown = toolReferences(previous)
      const now = prefixItems(request, shown)
      const all = prefixItems(previous, shown)
      if (isSwap(all, now)) return
      const before = withoutDropped(all, now)
      const at = before.findIndex(({ value }, index) => !sameJson(value, now[index]?.value))
      if (at < 0) return
      const bound = now.slice(at).find(({ isThinking }) => isThinking)
      if (bound === undefined) return
      const { path } = before[at] as PrefixItem
      report('error', bound.path, `is thinking after ${path} of the request before, which has changed`)
    },
  }
}

/** Whether the API refuses thinking whose prefix has changed. It drops that of other models without an error. */
function isChecked(request: UnknownRecord, previous: UnknownRecord): boolean {
  const { model, thinking } = request
  if (typeof model !== 'string' || model !== previous['model'] || !bindsThinking(model)) return false
  const binding = isRecord(thinking) ? thinking['block_binding'] : undefined
  return !(isRecord(binding) && binding['prefix_mismatch_behavior'] === 'drop_block')
}

/**
 * Whether a summary that the API signed has taken the place of messages, and those that are kept follow it unchanged,
 * with the same tools and system prompt: then their thinking stays valid.
 *
 * Source: Anthropic, "Compaction and preserved thinking", read on 2026-11-23.
 */
function isSwap(before: readonly PrefixItem[], now: readonly PrefixItem[]): boolean {
  const isOfMessage = ({ path }: PrefixItem): boolean => path.startsWith('messages')
  // Without the items of roles: a kept answer joins the block's message.
  const isBlock = ({ path }: PrefixItem): boolean => path.includes('.content')
  const [old, kept] = [before.filter(isOfMessage).filter(isBlock), now.filter(isOfMessage).filter(isBlock)]
  const [first, ...rest] = kept
  if (!isRecord(first?.value) || !isCompaction(first.value) || !isSigned(first.value)) return false
  if (sameJson(old[0]?.value, first.value)) return false
  const [heads, head] = [before, now].map((items) => items.filter((one) => !isOfMessage(one)).map(({ value }) => value))
  if (!sameJson(heads, head)) return false
  // Thinking of the answer to that request is bound to all of it, and the request does not say by what.
  if (!rest.some(({ isThinking, value }) => isThinking && old.some((one) => sameJson(one.value, value)))) return true
  return old.some((_, from) => old.slice(from).every(({ value }, index) => sameJson(value, rest[index]?.value)))
}

/** Leaves out thinking that the new request no longer has: all of it before some place may be dropped. */
function withoutDropped(before: readonly PrefixItem[], now: readonly PrefixItem[]): readonly PrefixItem[] {
  const first = now.find(({ isThinking }) => isThinking)
  const from = before.findIndex(({ isThinking, value }) => isThinking && sameJson(value, first?.value))
  return before.filter(({ isThinking }, index) => !isThinking || (from >= 0 && index >= from))
}

/** Something that a thinking block is bound to, with its path. */
interface PrefixItem {
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
function prefixItems(request: UnknownRecord, shown: ReadonlySet<unknown>): readonly PrefixItem[] {
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

function toolReferences(request: UnknownRecord): ReadonlySet<unknown> {
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
