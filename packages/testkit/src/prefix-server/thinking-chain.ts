import { isObject } from '@lamella/core/plugin'
import { blocksOf } from './request-items.ts'
import { headOf, isSigned, type SignedSummary } from './summaries.ts'
import { textWithoutMarks } from './text-without-marks.ts'

/** Thinking or reasoning in a request that is not bound to the content before it. */
export interface InvalidThinking {
  /** Such as `messages.3.content.0`, as Anthropic writes it, or `input[3]`. */
  readonly path: string
  /** `prefix`: something before it has changed. `unknown`: this server did not create it. */
  readonly why: 'prefix' | 'unknown'
}

/** The result of checking the thinking of a request. */
export interface ThinkingCheck {
  readonly blocks: number
  readonly invalid: readonly InvalidThinking[]
  /** The digest of the whole request, to which the thinking of the answer is bound. */
  readonly binding: string
  /** The digest after the last message, and its role. */
  readonly end: { readonly binding: string; readonly role: unknown }
  /** The signature of the summary that the request begins with. */
  readonly summary: string | undefined
}

/** What the server has signed. */
export interface Signed {
  /** What a thinking block is bound to; `undefined` for one that the server did not create. */
  thought(signature: string): BoundThought | undefined
  summary(signature: string): SignedSummary | undefined
}

/** What a thinking block is bound to. */
export interface BoundThought {
  readonly binding: string
  /** The signature of the summary that it stands after. */
  readonly summary: string | undefined
}

/**
 * Goes through an Anthropic request as its API does: each thinking block is bound to tools, system and every block
 * before it, `cache_control` aside. Consecutive messages of one role are one turn. A summary that the server has signed
 * stands for the messages that it summarizes, if tools, system prompt and model are the same; one that was written at a
 * threshold does not: thinking from before it is not valid after it.
 *
 * Source: Anthropic, "Prefix checks on thinking blocks", "Compaction and preserved thinking" and "Compaction at a token
 * threshold", as read on 2026-11-23.
 */
export function checkThinking(request: object, signed: Signed): ThinkingCheck {
  const { tools = [], system = '', messages } = request as Readonly<Record<string, unknown>>
  const invalid: InvalidThinking[] = []
  let blocks = 0
  let binding = digest(digest('', textWithoutMarks(tools)), textWithoutMarks(blocksOf(system)))
  const head = binding
  let summary: string | undefined
  let role: unknown
  let followsSummary = false
  const enter = (next: unknown): void => {
    if (next !== role) binding = digest(binding, `role ${String(next)}`)
    // The API merges it into the last message of the summary.
    else if (followsSummary) binding = digest(binding, 'merged')
    role = next
    followsSummary = false
  }
  for (const [index, message] of (Array.isArray(messages) ? messages : []).entries()) {
    if (!isObject(message)) continue
    const own = blocksOf(message['content'])
    if (own.length === 0) enter(message['role'])
    for (const [at, block] of own.entries()) {
      const compacted = summaryOf(block)
      if (typeof compacted === 'string') {
        const known = signed.summary(compacted)
        // The messages that it stands for may end with either role.
        role = known?.role
        binding = known?.head === headOf(request) ? known.binding : digest(head, compacted)
        summary = compacted
        followsSummary = true
        continue
      }
      enter(message['role'])
      const signature = signatureOf(block)
      if (signature !== undefined) {
        blocks++
        const bound = signed.thought(signature)
        const path = `messages.${index}.content.${at}`
        if (bound === undefined) invalid.push({ path, why: 'unknown' })
        else if (bound.binding !== binding || !isAfter(bound, summary, signed)) invalid.push({ path, why: 'prefix' })
      }
      const before = compacted === undefined ? binding : digest(head, `role ${String(role)}`)
      binding = digest(before, textWithoutMarks(block))
    }
  }
  const end = { binding, role }
  return { blocks, invalid, end, summary, binding: role === 'assistant' ? binding : digest(binding, 'role assistant') }
}

/** Whether thinking was made before the summary that the request begins with, or after it or one that it includes. */
function isAfter({ summary: own }: BoundThought, summary: string | undefined, signed: Signed): boolean {
  if (own === undefined || own === summary) return true
  return summary !== undefined && signed.summary(summary)?.includes.has(own) === true
}

/** The signature of a summary, the block of one without a signature, or `undefined` for other blocks. */
function summaryOf(block: unknown): string | object | undefined {
  if (!isObject(block) || block['type'] !== 'compaction' || typeof block['content'] !== 'string') return undefined
  return isSigned(block) ? String(block['signature']) : block
}

/** The signature of a thinking block, or the data of a redacted one; `undefined` for other blocks. */
function signatureOf(block: unknown): string | undefined {
  if (!isObject(block)) return undefined
  const { type, signature, data } = block
  if (type === 'thinking') return String(signature ?? '')
  return type === 'redacted_thinking' ? String(data ?? '') : undefined
}

/** A digest of 64 bits of a text, chained to the one before it. FNV-1a in two lanes: for tests, not for security. */
export function digest(before: string, text: string): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c]
  for (const part of [before, '\n', text]) {
    for (let at = 0; at < part.length; at++) {
      const code = part.charCodeAt(at)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x85ebca6b)
      b ^= b >>> 13
    }
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
