import type { Message } from '@lamella/core'

/** A tool result of the usual length. */
const answer = JSON.stringify(
  Array.from({ length: 6 }, (_, flight) => ({ flight: `HAT${flight}`, date: '2024-05-16', economy: 9, business: 3 })),
)
const call = { toolCallId: 'call_1', toolName: 'search_flights' }

/** A question, a tool call, its result, an answer. */
export const turn: readonly Message[] = [
  {
    role: 'user',
    content: 'Could you please look for a flight on the day after, in the morning, with one stop at most?',
  },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Let me see.' },
      { type: 'tool-call', ...call, input: { origin: 'JFK', destination: 'SEA', date: '2024-05-16' } },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: answer } }] },
  {
    role: 'assistant',
    content: 'There are six flights in the morning; the first one leaves at seven and has no stop at all.',
  },
]

/** A question and an answer of a long conversation, which are different in each turn. */
export const questionOf = (turn: number): string => `Question ${turn}: ${'why is that so? '.repeat(5)}`
export const answerOf = (turn: number): Message => ({
  role: 'assistant',
  content: `Answer ${turn}: ${'because it has always been like this. '.repeat(11)}`,
})

/** Generates a session of the given number of messages, in lists of the given size. */
export function* turns(messages: number, size: number): Generator<readonly Message[]> {
  for (let start = 0; start < messages; start += size) {
    yield Array.from({ length: Math.min(size, messages - start) }, (_, index) => turn[(start + index) % 4] as Message)
  }
}
