import type { Message, ToolCallPart } from '@lamella/core'
import fc from 'fast-check'

/** One turn: a question, tool calls with their results, and an answer. */
export interface Turn {
  readonly calls: readonly (readonly string[])[]
  readonly size: number
  readonly answered: boolean
}

export const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.record({
    calls: fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
    size: fc.integer({ min: 1, max: 40 }),
    answered: fc.boolean(),
  }),
  { maxLength: 12 },
)

/** Messages of turns. Ids are used again and again, as in real conversations. */
export function conversation(list: readonly Turn[]): readonly Message[] {
  return list.flatMap(({ calls, size, answered }, turn): readonly Message[] => {
    const question: Message = { role: 'user', content: `question ${turn} ${'?'.repeat(size)}` }
    const answer: Message = { role: 'assistant', content: `answer ${turn} ${'.'.repeat(size)}` }
    const middle = calls.flatMap((ids, step): readonly Message[] => {
      const parts = ids.map(
        (id): ToolCallPart => ({ type: 'tool-call', toolCallId: id, toolName: 'look', input: { step } }),
      )
      const results = ids.map((id) => ({
        type: 'tool-result' as const,
        toolCallId: id,
        toolName: 'look',
        output: { type: 'text' as const, value: `${id}${step}`.repeat(size) },
      }))
      return [
        { role: 'assistant', content: parts },
        { role: 'tool', content: results },
      ]
    })
    return answered ? [question, ...middle, answer] : [question, ...middle]
  })
}

/** What a provider would refuse: calls and results that are not side by side. */
export function toolProblems(messages: readonly Message[]): readonly string[] {
  const problems: string[] = []
  let waiting: string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      for (const { toolCallId } of message.content) {
        const at = waiting.indexOf(toolCallId)
        if (at < 0) problems.push(`result ${toolCallId} answers nothing`)
        else waiting.splice(at, 1)
      }
      continue
    }
    problems.push(...waiting.map((id) => `call ${id} is not answered`))
    const parts = message.role === 'assistant' && typeof message.content !== 'string' ? message.content : []
    waiting = parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  }
  return [...problems, ...waiting.map((id) => `call ${id} is not answered`)]
}

/** A session that counts the messages that are read from it. */
export function countingSession(length: number, at: (position: number) => Message) {
  const session = {
    length,
    messagesRead: 0,
    read: (start: number, end: number): readonly Message[] => {
      session.messagesRead += end - start
      return Array.from({ length: end - start }, (_, index) => at(start + index))
    },
  }
  return session
}
