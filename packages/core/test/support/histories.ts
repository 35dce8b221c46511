import type { Message, ToolCallPart, ToolResultPart } from '@lamella/core'
import fc from 'fast-check'

type Piece =
  | { readonly kind: 'user' | 'assistant' | 'thought'; readonly text: string }
  | {
      readonly kind: 'calls'
      readonly ids: readonly number[]
      readonly answered: readonly boolean[]
      readonly late: boolean
    }
  | { readonly kind: 'orphan'; readonly id: number }

const call = (id: number): ToolCallPart => {
  return { type: 'tool-call', toolCallId: `c${id}`, toolName: 'look', input: { id } }
}
const result = (id: number): ToolResultPart => {
  return { type: 'tool-result', toolCallId: `c${id}`, toolName: 'look', output: { type: 'text', value: `r${id}` } }
}

const text = fc.string({ minLength: 1, maxLength: 12 })
const id = fc.integer({ min: 0, max: 3 })

const piece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('user' as const), text }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('assistant' as const), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('thought' as const), text }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('calls' as const),
      ids: fc.array(id, { minLength: 1, maxLength: 3 }),
      answered: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      late: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('orphan' as const), id }) },
)

/** Conversations as they are found: ids reused, calls unanswered, results late, twice or from nowhere. */
export const histories = (maxLength = 12): fc.Arbitrary<readonly Message[]> =>
  fc.array(piece, { maxLength }).map((pieces) => pieces.flatMap(messagesOf))

function messagesOf(one: Piece): readonly Message[] {
  switch (one.kind) {
    case 'user':
    case 'assistant':
      return [{ role: one.kind, content: one.text }]
    case 'thought':
      return [{ role: 'assistant', content: [{ type: 'reasoning', text: one.text }] }]
    case 'orphan':
      return [{ role: 'tool', content: [result(one.id)] }]
    case 'calls': {
      const results = one.ids.filter((_, index) => one.answered[index]).map(result)
      const between: readonly Message[] = one.late ? [{ role: 'user', content: 'meanwhile' }] : []
      const answers: readonly Message[] = results.length > 0 ? [{ role: 'tool', content: results }] : []
      return [{ role: 'assistant', content: one.ids.map(call) }, ...between, ...answers]
    }
  }
}

/**
 * What a provider would refuse: a call that is not answered in the tool messages directly behind it, a result that
 * answers nothing there. Written without the code that is tested.
 */
export function toolProblems(messages: readonly Message[]): readonly string[] {
  const problems: string[] = []
  let waiting: string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      for (const part of message.content) {
        const at = waiting.indexOf(part.toolCallId)
        if (at < 0) problems.push(`result ${part.toolCallId} answers nothing`)
        else waiting.splice(at, 1)
      }
      continue
    }
    for (const open of waiting) problems.push(`call ${open} is not answered`)
    const parts = message.role === 'assistant' && typeof message.content !== 'string' ? message.content : []
    waiting = parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  }
  for (const open of waiting) problems.push(`call ${open} is not answered`)
  return problems
}
