import { type Context, type CountMemory, createContext, defineLayer, type Message, type Tokenizer } from '@lamella/core'
import { framing } from './char-tokenizer.ts'

/** A tokenizer that records which texts it counts. */
export interface Spy extends Tokenizer {
  readonly seen: string[]
}

/** A character is `factor` tokens. */
export function spy(name = 'spy', exact = true, factor = 1): Spy {
  const seen: string[] = []
  return { name, exact, seen, count: (text) => seen.push(text) && factor * text.length }
}

const session: readonly Message[] = [
  { role: 'user', content: 'What did we decide about the launch?' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { page: 3 } }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'Week two.' } }],
  },
  { role: 'assistant', content: 'It moves to week two.' },
]
const talk = session.map((message, index) => ({ id: `${index}`, content: [message] }))
const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]
const layers = [
  defineLayer('motto', { load: () => 'Be kind.' }),
  defineLayer('talk', { placement: 'messages', load: () => talk }),
]

/** Builds a small conversation with tools. */
export function countedBuild(tokenizer: Tokenizer, memory: CountMemory, message = framing.message): Promise<Context> {
  return createContext()
    .use(layers)
    .tools(tools)
    .counts(memory)
    .tokenizer(tokenizer)
    .framing({ ...framing, message })
    .budget({ window: 4_000, reserve: 100 })
    .build({ scope: { tenant: 'acme' } })
}
