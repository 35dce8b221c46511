import type { AssistantPart, Message, ToolPart, ToolResultPart } from '@lamella/core'
import fc from 'fast-check'

/** One turn: a question, tool calls with their results, and an answer. */
export interface Turn {
  readonly calls: readonly (readonly string[])[]
  readonly size: number
  readonly answered: boolean
  /** What happens to the turn's calls. Default `after`: their results are in a tool message after them. */
  readonly how?: How
}

/** `unsettled` and `refused` calls have no result, `foreign` calls have an approval that belongs to others. */
type How = 'after' | 'inline' | 'ran' | 'approved' | 'apart' | 'denied' | 'unsettled' | 'refused' | 'foreign'

const whole: readonly How[] = ['after', 'after', 'after', 'inline', 'ran', 'approved', 'apart', 'denied']

const turnsOf = (ways: readonly How[]): fc.Arbitrary<readonly Turn[]> =>
  fc.array(
    fc.record({
      calls: fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      size: fc.integer({ min: 1, max: 40 }),
      answered: fc.boolean(),
      how: fc.constantFrom(...ways),
    }),
    { maxLength: 12 },
  )

/** Turns in which every call has its result. */
export const turns: fc.Arbitrary<readonly Turn[]> = turnsOf(whole)

/** Turns as found in real conversations. */
export const anyTurns: fc.Arbitrary<readonly Turn[]> = fc.oneof(
  turns,
  turnsOf([...whole, ...whole, 'unsettled', 'refused', 'foreign']),
  // A conversation that ends with an approval request.
  turns.map((list) => {
    const last: Turn = { calls: [['a', 'b']], size: 3, answered: false, how: 'unsettled' }
    return [...list, last]
  }),
)

/** Returns the messages of turns. Ids are reused, as in real conversations. */
export function conversation(list: readonly Turn[]): readonly Message[] {
  return list.flatMap(({ calls, size, answered, how = 'after' }, turn): readonly Message[] => {
    const question: Message = { role: 'user', content: `question ${turn} ${'?'.repeat(size)}` }
    const answer: Message = { role: 'assistant', content: `answer ${turn} ${'.'.repeat(size)}` }
    const middle = calls.flatMap((ids, step) => exchange(ids, step, size, how))
    return answered ? [question, ...middle, answer] : [question, ...middle]
  })
}

/** Returns calls and their answers. */
function exchange(ids: readonly string[], step: number, size: number, how: How): readonly Message[] {
  const call = (id: string): AssistantPart => {
    const part: AssistantPart = { type: 'tool-call', toolCallId: id, toolName: 'look', input: { step } }
    return how === 'ran' ? { ...part, providerExecuted: true } : part
  }
  const result = (id: string): ToolResultPart => {
    const value = `${id}${step}`.repeat(size)
    const output = how === 'denied' ? ({ type: 'execution-denied', reason: value } as const) : undefined
    return { type: 'tool-result', toolCallId: id, toolName: 'look', output: output ?? { type: 'text', value } }
  }
  const request = (id: string): AssistantPart => {
    return { type: 'tool-approval-request', approvalId: `${id}${step}`, toolCallId: id }
  }
  const response = (id: string): ToolPart => {
    const approved = how !== 'denied' && how !== 'refused'
    return { type: 'tool-approval-response', approvalId: how === 'foreign' ? 'x' : `${id}${step}`, approved }
  }
  const tool = (content: ToolPart[]): Message => ({ role: 'tool', content })
  const model = (content: AssistantPart[]): Message => ({ role: 'assistant', content })
  switch (how) {
    case 'after':
      return [model(ids.map(call)), tool(ids.map(result))]
    case 'inline':
    case 'ran':
      return [model(ids.flatMap((id) => [call(id), result(id)]))]
    case 'apart':
      return [model(ids.flatMap((id) => [call(id), request(id)])), tool(ids.map(response)), tool(ids.map(result))]
    case 'unsettled':
    case 'refused':
      return [model(ids.flatMap((id) => [call(id), request(id)])), tool(ids.map(response))]
    default:
      return [model(ids.flatMap((id) => [call(id), request(id)])), tool([...ids.map(response), ...ids.map(result)])]
  }
}

/** A session that counts the messages read from it. */
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
