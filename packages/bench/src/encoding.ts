import type { Message } from '@lamella/core'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import { duration, measure } from './measure.ts'
import { atMost, type Claim, type Section } from './section.ts'

type Encode = (context: { readonly messages: Message[] }) => unknown

const formats: Readonly<Record<string, Encode>> = {
  'OpenAI Chat': (context) => toOpenAIChat(context, { model: 'gpt-4o' }),
  'OpenAI Responses': (context) => toOpenAIResponses(context, { model: 'gpt-4o' }),
  Anthropic: (context) => toAnthropic(context, { model: 'claude-sonnet-4-5' }),
  Gemini: (context) => toGemini(context, { model: 'gemini-2.5-pro' }),
}

/** Compares writing conversations in each format with writing the result as JSON, which every request needs anyway. */
export async function encoding(): Promise<Section> {
  const table: string[][] = [['', 'messages', 'encoding', '`JSON.stringify` of the request', 'ratio']]
  const claims: Claim[] = []
  for (const [name, encode] of Object.entries(formats)) {
    for (const length of [50, 10_000]) {
      const context = { messages: conversation(length) }
      const request = encode(context)
      const { own, peer } = await measure({ own: () => encode(context), peer: () => JSON.stringify(request) })
      const ratio = own / peer
      const count = String(length).replace('10000', '10,000')
      table.push([name, count, duration(own), duration(peer), ratio.toFixed(2)])
      claims.push(atMost(`${name}, ${count} messages: no slower than \`JSON.stringify\``, ratio, 1))
    }
  }
  return {
    title: 'Encoding a conversation',
    about:
      'Turns of four messages: a question, a tool call, its result with 0.5 KB of text, an answer. Encoding includes ' +
      'repairs, losses and names; the baseline is `JSON.stringify` of the same request.',
    table,
    claims,
  }
}

/** Returns a tool result of an airline, at its usual length. */
const answer = JSON.stringify(
  Array.from({ length: 6 }, (_, flight) => ({
    flight: `HAT${flight}`,
    date: '2024-05-16',
    seats: { economy: 9, business: 3 },
  })),
)

function conversation(length: number): Message[] {
  const messages: Message[] = []
  for (let turn = 0; messages.length < length; turn++) {
    const call = { toolCallId: `call_${turn}`, toolName: 'update' }
    const input = { reservation_id: `R${turn}`, passengers: [{ first_name: 'Ann', last_name: 'Lee' }], total: turn }
    messages.push(
      { role: 'user', content: `Could you please change my reservation R${turn} to the flight on the day after?` },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool-call', ...call, input },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: answer } }] },
      { role: 'assistant', content: 'I have changed your reservation. You will get the new ticket in a few minutes.' },
    )
  }
  return messages
}
