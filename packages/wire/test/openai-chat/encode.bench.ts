import type { Message } from '@lamella/core'
import { fromOpenAIChat, toOpenAIChat, validateOpenAIChat } from '@lamella/wire/openai-chat'
import { bench, describe } from 'vitest'

/** What a tool of the airline answers, at its usual length. */
const answer = JSON.stringify(
  Array.from({ length: 6 }, (_, flight) => ({
    flight: `HAT${flight}`,
    date: '2024-05-16',
    seats: { economy: 9, business: 3 },
  })),
)

/** A conversation of turns of four messages: a question, a call, its result, an answer. */
function conversation(length: number): Message[] {
  const messages: Message[] = []
  for (let turn = 0; messages.length < length; turn++) {
    const id = `call_${turn}`
    const input = { reservation_id: `R${turn}`, passengers: [{ first_name: 'Ann', last_name: 'Lee' }], total: turn }
    messages.push(
      { role: 'user', content: `Could you please change my reservation R${turn} to the flight on the day after?` },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool-call', toolCallId: id, toolName: 'update', input },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: id, toolName: 'update', output: { type: 'text', value: answer } }],
      },
      { role: 'assistant', content: 'I have changed your reservation. You will get the new ticket in a few minutes.' },
    )
  }
  return messages
}

for (const length of [50, 10_000]) {
  describe(`${length} messages`, () => {
    const messages = conversation(length)
    const request = toOpenAIChat({ messages }, { model: 'gpt-4o' })
    bench('JSON.stringify of the request', () => void JSON.stringify(request))
    bench('toOpenAIChat', () => void toOpenAIChat({ messages }, { model: 'gpt-4o' }))
    bench('fromOpenAIChat', () => void fromOpenAIChat(request.messages))
    bench('validateOpenAIChat', () => void validateOpenAIChat(request))
  })
}
