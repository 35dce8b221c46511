import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { sameJson } from '../../shared/same-json.ts'
import { bindsReasoning } from '../models.ts'
import { holdsConversation } from '../request-fields.ts'

/** Something that reasoning is bound to, with its path. */
interface PrefixItem {
  readonly path: string
  readonly value: unknown
}

/**
 * Creates the rule about a request and the one before it in the same conversation. Without the one before, nothing breaks
 * it.
 */
export function reasoningPrefixRule(previous: unknown): Rule {
  return {
    code: 'OR-REASONING-PREFIX',
    what: 'Everything before a reasoning item is what it was in the request before, for models that check it.',
    source:
      'D "Using GPT-6.2" and "Keep the prefix unchanged" (read on 2026-11-27): the item is removed from the request, and ' +
      'input_transformations lists it; I earendil-works/pi#12273',
    check: (request, report) => {
      if (!isRecord(previous) || !isChecked(request, previous)) return
      const before = prefixItems(previous)
      const now = prefixItems(request)
      if (isCompacted(before, now)) return
      const at = before.findIndex(({ value }, index) => !sameJson(value, now[index]?.value))
      if (at < 0) return
      const bound = now.slice(at).find(({ value }) => isOfType(value, 'reasoning'))
      if (bound === undefined) return
      const { path } = before[at] as PrefixItem
      report('ignored', bound.path, `is reasoning after ${path} of the request before, which has changed`)
    },
  }
}

/** Whether the API compares both: it removes reasoning of other models for other reasons, and holds a stored input itself. */
function isChecked(request: UnknownRecord, previous: UnknownRecord): boolean {
  const { model } = request
  if (typeof model !== 'string' || model !== previous['model'] || !bindsReasoning(model)) return false
  return !holdsConversation(request) && !holdsConversation(previous)
}

/**
 * Lists what reasoning is bound to: tools in their order, the format and the effort of the request, then the input, item by
 * item. Cache breakpoints do not count, nor do the instructions, which these models read after the input.
 *
 * Source: OpenAI, "Keep the prefix unchanged" and "Using GPT-6.2", as read on 2026-11-27. No page says whether ids of items
 * count; a conversation that grows keeps them.
 */
function prefixItems(request: UnknownRecord): readonly PrefixItem[] {
  const { tools, text, reasoning, input } = request
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input)
  return [
    { path: 'tools', value: listOf(tools) },
    { path: 'text.format', value: fieldOf(text, 'format') },
    { path: 'reasoning.effort', value: fieldOf(reasoning, 'effort') },
    ...items.map((item, index) => ({ path: `input[${index}]`, value: plainItem(item) })),
  ]
}

function fieldOf(value: unknown, field: string): unknown {
  return (isRecord(value) ? value[field] : undefined) ?? null
}

/** An item without cache breakpoints; a message's text is one part, and its type is given. */
function plainItem(item: unknown): unknown {
  if (!isRecord(item) || item['role'] === undefined) return item
  const { content } = item
  const type = item['role'] === 'assistant' ? 'output_text' : 'input_text'
  const parts = typeof content === 'string' ? [{ type, text: content }] : listOf(content)
  return { type: 'message', ...item, content: parts.map(withoutBreakpoint) }
}

function withoutBreakpoint(part: unknown): unknown {
  if (!isRecord(part)) return part
  const { prompt_cache_breakpoint: _, ...rest } = part
  return rest
}

/**
 * Whether the API itself has summarized the conversation since the request before: reasoning stays although its prefix has
 * changed. Source: OpenAI, "Keep the prefix unchanged" (`/responses/compact`, `context_management`), as read on 2026-11-27.
 */
function isCompacted(before: readonly PrefixItem[], now: readonly PrefixItem[]): boolean {
  const summaries = now.filter(({ value }) => isOfType(value, 'compaction'))
  return summaries.some(({ value }) => !before.some((one) => sameJson(one.value, value)))
}

function isOfType(value: unknown, type: string): boolean {
  return isRecord(value) && value['type'] === type
}
