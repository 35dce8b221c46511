import { isObject } from '@lamella/core/plugin'
import { textWithoutMarks } from './text-without-marks.ts'
import { type BoundThought, digest, type InvalidThinking } from './thinking-chain.ts'

/** The result of checking the reasoning of a request. */
interface ReasoningCheck {
  readonly items: number
  readonly invalid: readonly InvalidThinking[]
  /** What the response reports of each item that is removed, in the order of the input. */
  readonly removed: readonly object[]
  /** What the reasoning of the answer is bound to. */
  readonly bound: BoundThought
}

/**
 * Goes through a Responses request as its API does from GPT-6.2 on: each reasoning item is bound to the tools in their order,
 * the format and the effort of the request, and to each item before it. The instructions do not count: the API puts them after
 * the input. After a summary that the API wrote (an item of type `compaction`), reasoning from before it stays valid.
 *
 * Source: OpenAI, "Using GPT-6.2" and "Keep the prefix unchanged"; `Response.InputTransformation` of openai 7.56.0. Read on
 * 2026-11-27.
 *
 * @param signed What an encrypted content of this server is bound to; `undefined` for one that it did not create.
 */
export function checkReasoning(
  request: object,
  signed: (encrypted: string) => BoundThought | undefined,
): ReasoningCheck {
  const { tools = [], text, reasoning, input } = request as Readonly<Record<string, unknown>>
  const settings = [tools, fieldOf(text, 'format'), fieldOf(reasoning, 'effort')]
  const invalid: InvalidThinking[] = []
  const removed: object[] = []
  let items = 0
  let binding = digest('', textWithoutMarks(settings))
  let summary: string | undefined
  for (const [index, item] of (Array.isArray(input) ? input : [{ role: 'user', content: input }]).entries()) {
    if (!isObject(item)) continue
    const { type, id, encrypted_content: encrypted } = item
    if (type === 'compaction') summary = String(encrypted)
    if (type === 'reasoning' && typeof encrypted === 'string') {
      items++
      const bound = signed(encrypted)
      const path = `input[${index}]`
      if (bound === undefined) invalid.push({ path, why: 'unknown' })
      else if (bound.summary === summary && bound.binding !== binding) {
        invalid.push({ path, why: 'prefix' })
        removed.push({ type: 'reasoning', action: 'removed', id, reason: 'prefix_mismatch' })
      }
    }
    binding = digest(binding, textWithoutMarks(plainItem(item)))
  }
  return { items, invalid, removed, bound: { binding, summary } }
}

function fieldOf(value: unknown, field: string): unknown {
  return (isObject(value) ? value[field] : undefined) ?? null
}

/** A message's text is one part, and the API fills in its type. */
function plainItem(item: Readonly<Record<string, unknown>>): object {
  const { role, content } = item
  if (role === undefined || typeof content !== 'string') return role === undefined ? item : { type: 'message', ...item }
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  return { type: 'message', ...item, content: [{ type, text: content }] }
}
