import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { sameJson } from '../../shared/same-json.ts'
import { isCompaction, isSigned } from '../compaction-block.ts'
import { bindsThinking } from '../models.ts'
import { type PrefixItem, prefixItems, toolReferences } from './prefix-items.ts'

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
