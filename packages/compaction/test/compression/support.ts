import type { AssistantPart, Framing, Message, ToolPart } from '@lamella/core'
import fc from 'fast-check'
import type { MessageBatch } from '../../src/compression/batch.ts'
import type { SummarizeRequest } from '../../src/compression/strategy.ts'

/** Small framing numbers, so that short messages can be summarized at all. */
export const framing: Framing = {
  name: 'test',
  request: 0,
  message: 1,
  toolCall: 1,
  toolResult: 1,
  tool: 0,
  image: 50,
  systemSeparator: '\n\n',
}

/** Freezes a value and everything in it, so that any change throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}

/** The parameters of a generated batch. Texts contain digits that nothing around them has, so each can be traced. */
export interface BatchSample {
  readonly state: 'complete' | 'active' | 'incomplete'
  /** Lengths of the texts of its messages. */
  readonly sizes: readonly number[]
  /** Ids of calls, each made in its own message. There are few, so they are reused. */
  readonly calls: readonly ('a' | 'b')[]
  /** Whether the result of its last call is in the next batch. */
  readonly leaves: boolean
}

const state = fc.constantFrom<BatchSample['state']>(
  'complete',
  'complete',
  'complete',
  'complete',
  'incomplete',
  'active',
)

export const samples: fc.Arbitrary<readonly BatchSample[]> = fc.array(
  fc.record({
    state,
    sizes: fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 3 }),
    calls: fc.array(fc.constantFrom('a' as const, 'b' as const), { maxLength: 2 }),
    leaves: fc.boolean(),
  }),
  { maxLength: 9 },
)

/** Makes frozen batches from samples. Sometimes results are in the batch after that of their call. */
export function batchesOf(list: readonly BatchSample[]): readonly MessageBatch[] {
  let number = 0
  let left: Message[] = []
  const text = (size: number): string => {
    number++
    const words = ['\n', ' assistant: ', '\r\nuser: ', ' ', '👩‍👩‍👧 ', 'é', '\ud800']
    let result = `${number}${words[number % words.length]}`
    while (result.length < size) result += `${number}${words[(number + result.length) % words.length]}`
    return result
  }
  const batches = list.map(({ state: is, sizes, calls, leaves }, index): MessageBatch => {
    const messages: Message[] = left
    left = []
    for (const [at, size] of sizes.entries()) {
      messages.push({ role: at % 2 ? 'assistant' : 'user', content: text(size) })
    }
    for (const [at, id] of calls.entries()) {
      number++
      const call: AssistantPart = { type: 'tool-call', toolCallId: id, toolName: 'look', input: { at: number } }
      const result: ToolPart = {
        type: 'tool-result',
        toolCallId: id,
        toolName: 'look',
        output: { type: 'text', value: text(12) },
      }
      messages.push({ role: 'assistant', content: [{ type: 'text', text: text(5) }, call] })
      const goes = leaves && at === calls.length - 1 && index % 4 === 0
      ;(goes ? left : messages).push({ role: 'tool', content: [result] })
    }
    return { id: `b${index}`, messages, complete: is === 'complete', ...(is === 'active' && { active: true }) }
  })
  return deepFreeze(batches)
}

/** Returns the digits of everything a message says, in order, without using the code under test. */
export function digitsOf(messages: readonly Message[]): string {
  const texts = messages.flatMap((message): readonly string[] => {
    if (typeof message.content === 'string') return [message.content]
    return (message.content as readonly (AssistantPart | ToolPart)[]).map((part) => {
      if (part.type === 'tool-call') return JSON.stringify(part.input)
      if (part.type === 'tool-result') return part.output.type === 'text' ? part.output.value : ''
      return part.type === 'text' ? part.text : ''
    })
  })
  return texts.join('').replace(/\D/g, '')
}

/**
 * Returns pairs of indices of messages with a call and its result, each result with the nearest earlier call that has
 * none.
 */
export function pairsOf(messages: readonly Message[]): readonly (readonly [number, number])[] {
  const answered = new Set<string>()
  const partsOf = (index: number): readonly (AssistantPart | ToolPart)[] => {
    const content = messages[index]?.content ?? []
    return typeof content === 'string' ? [] : (content as readonly (AssistantPart | ToolPart)[])
  }
  return messages.flatMap((_, result) =>
    partsOf(result).flatMap((part) => {
      if (part.type !== 'tool-result') return []
      for (let call = result; call >= 0; call--) {
        const place = partsOf(call).findIndex(
          (one, at) => one.type === 'tool-call' && one.toolCallId === part.toolCallId && !answered.has(`${call} ${at}`),
        )
        if (place < 0) continue
        answered.add(`${call} ${place}`)
        return [[call, result] as const]
      }
      return []
    }),
  )
}

/** Ways in which a summarizer can behave. `n` is the number of the call. */
export const behaviours: Readonly<Record<string, (request: SummarizeRequest, n: number) => unknown>> = {
  short: (_, n) => `s${'abcdefgh'[n % 8]}`,
  full: ({ maxOutputTokens }) => 'x'.repeat(maxOutputTokens),
  late: async ({ maxOutputTokens }) => {
    await new Promise((resolve) => setImmediate(resolve))
    return 'y'.repeat(Math.ceil(maxOutputTokens / 3))
  },
  echo: ({ text, previous = '' }) => `${previous}${text}`,
  throws: () => {
    throw new Error('no model')
  },
  rejects: () => Promise.reject(new Error('no model')),
  empty: () => '',
  blank: async () => ' \n\t ',
  longer: ({ text, maxOutputTokens }) => text.padEnd(maxOutputTokens + 1, 'z'),
  number: () => 42,
  nothing: () => undefined,
  sometimes: (_, n) => (n % 3 === 2 ? '' : 'ok'),
}
