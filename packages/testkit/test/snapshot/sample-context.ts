import { type BuiltContext, createContext, defineLayer, type Message } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'

const soul = defineLayer('soul', { stability: 'static', order: 1, load: () => 'You are Kim.\nBe kind.' })
const notes = defineLayer('notes', {
  order: 10,
  priority: 5,
  budget: { max: 70 },
  load: () => ({
    fragments: [
      {
        id: 'zürich',
        content: 'In Zürich it rains on most days of May.',
        rank: 3,
        origin: { by: 'tool', from: '/here' },
      },
      { id: 'istanbul', content: 'İstanbul ist groß und ı ist kein i.', shorter: ['İstanbul.'], rank: 2 },
      { id: 'two words', content: `Åre has snow, ${'and more snow '.repeat(9)}`, rank: 1 },
    ],
    omitted: [{ count: 12_345, reason: 'beyond the 3 most relevant' }],
  }),
})
const said = (session: readonly Message[]) =>
  defineLayer('said', {
    placement: 'messages',
    order: 20,
    priority: 50,
    load: () => session.map((message, position) => ({ id: `${position}`, content: [message], position })),
  })

/** A context with a shortened and a dropped fragment, a tool, and letters whose order and case depend on a locale. */
export async function sampleContext(): Promise<BuiltContext> {
  const builder = createContext()
    .tokenizer(charTokenizer)
    .budget({ window: 700, reserve: 100 })
    .use([
      soul,
      notes,
      said([
        { role: 'user', content: 'Sun?' },
        { role: 'assistant', content: 'No,\u202e rain.' },
      ]),
    ])
  return builder.build({
    scope: { tenant: 'acme' },
    now: new Date('2026-01-01T01:30:00Z'),
    tools: [{ name: 'weather', description: 'Weather of a day', inputSchema: { type: 'object', properties: {} } }],
  })
}
