import { isObject } from '@lamella/core/plugin'
import { textWithoutMarks } from './text-without-marks.ts'

/** A thinking block of a request that is not bound to the content before it. */
export interface InvalidThinking {
  /** Such as `messages.3.content.0`, as Anthropic writes it. */
  readonly path: string
  /** `prefix`: something before the block has changed. `unknown`: this server did not sign the block. */
  readonly why: 'prefix' | 'unknown'
}

/** The result of checking the thinking of a request. */
export interface ThinkingCheck {
  readonly blocks: number
  readonly invalid: readonly InvalidThinking[]
  /** The digest of the whole request, to which the thinking of the answer is bound. */
  readonly binding: string
}

/** The digest that a signature is bound to; `undefined` for a signature that the server did not create. */
export type BindingOf = (signature: string) => string | undefined

/**
 * Goes through an Anthropic request as its API does: each thinking block is bound to tools, system and every block
 * before it, `cache_control` aside. Consecutive messages of one role are one turn.
 *
 * Source: Anthropic, "Prefix checks on thinking blocks", as read in November 2026.
 */
export function checkThinking(request: object, bindingOf: BindingOf): ThinkingCheck {
  const { tools = [], system = '', messages } = request as Readonly<Record<string, unknown>>
  const invalid: InvalidThinking[] = []
  let blocks = 0
  let binding = digest(digest('', textWithoutMarks(tools)), textWithoutMarks(blocksOf(system)))
  let role: unknown
  for (const [index, message] of (Array.isArray(messages) ? messages : []).entries()) {
    if (!isObject(message)) continue
    if (message['role'] !== role) {
      role = message['role']
      binding = digest(binding, `role ${String(role)}`)
    }
    for (const [at, block] of blocksOf(message['content']).entries()) {
      const signature = signatureOf(block)
      if (signature !== undefined) {
        blocks++
        const bound = bindingOf(signature)
        const path = `messages.${index}.content.${at}`
        if (bound === undefined) invalid.push({ path, why: 'unknown' })
        else if (bound !== binding) invalid.push({ path, why: 'prefix' })
      }
      binding = digest(binding, textWithoutMarks(block))
    }
  }
  return { blocks, invalid, binding: role === 'assistant' ? binding : digest(binding, 'role assistant') }
}

/** A text is one block of text. */
function blocksOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}

/** The signature of a thinking block, or the data of a redacted one; `undefined` for other blocks. */
function signatureOf(block: unknown): string | undefined {
  if (!isObject(block)) return undefined
  const { type, signature, data } = block
  if (type === 'thinking') return String(signature ?? '')
  return type === 'redacted_thinking' ? String(data ?? '') : undefined
}

/** A digest of 64 bits of a text, chained to the one before it. FNV-1a in two lanes: for tests, not for security. */
function digest(before: string, text: string): string {
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
