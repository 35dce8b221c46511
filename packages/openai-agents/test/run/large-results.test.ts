import { contextTools } from '@lamella/layers/tools'
import { offload, readResult, withOffload } from '@lamella/offload'
import { toolSearch } from '@lamella/offload/tool-search'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import { Agent, OpenAIResponsesModel, run, setTracingDisabled, tool } from '@openai/agents'
import { expect, it } from 'vitest'
import { runOptions } from '../../src/index.ts'

setTracingDisabled(true)

interface Body {
  readonly input: readonly object[]
}

const workshop = ['orders__export', 'invoices__export', 'orders__archive'].map((name) => ({
  name,
  description: `${name.split('__').reverse().join(' ')}.`,
  inputSchema: { type: 'object', properties: { turn: { type: 'integer' } }, required: ['turn'] },
  execute: ({ turn }: { readonly turn: number }) =>
    Array.from({ length: 900 }, (_, n) => (n === 450 ? `SECRET of ${name}: K${turn}Z` : `${name} step ${n}`)).join(
      '\n',
    ),
}))

it('an agent finds a tool, calls it, and reads the large result that left the request, by its handle', async () => {
  const scope = { tenant: 'acme', user: 'ada', kind: 'private', session: 'chat-1' } as const
  const blobs = createBlobStore()
  const sessions = withOffload(createSessionStore(), offload({ blobs, limit: 1_000 }))
  const search = toolSearch({ tools: workshop, index: toolIndex(workshop) })
  const set = contextTools({ scope, more: [readResult({ sessions, blobs }), ...search.ready] })

  const steps: readonly ((request: string) => readonly [string, object])[] = [
    () => ['find_tool', { query: 'export orders' }],
    () => ['find_tool', { query: 'water the plants' }],
    () => ['call_tool', { name: 'orders__export', input: { turn: 7 } }],
    (request) => ['read_result', { handle: request.match(/blob:[a-z2-7]{26}/)?.[0] ?? '', pattern: '^SECRET' }],
  ]
  const sent: Body[] = []
  const create = async (body: Body): Promise<object> => {
    const number = sent.push(JSON.parse(JSON.stringify(body)) as Body) - 1
    const [name, input] = steps[number]?.(JSON.stringify(body.input)) ?? []
    const text = { type: 'output_text', text: 'Done.', annotations: [], logprobs: [] }
    const output =
      name === undefined
        ? { type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed', content: [text] }
        : {
            type: 'function_call',
            id: `fc_${number}`,
            call_id: `c${number}`,
            name,
            arguments: JSON.stringify(input),
            status: 'completed',
          }
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    return { id: `resp_${number}`, status: 'completed', output: [output], usage }
  }
  const agent = new Agent({
    name: 'Kim',
    instructions: 'You export.',
    model: new OpenAIResponsesModel({ responses: { create }, baseURL: 'http://localhost' } as never, 'gpt-5'),
    tools: set.definitions.map(({ name, description = '', inputSchema }) =>
      tool({
        name,
        description,
        strict: false,
        parameters: { additionalProperties: true, required: [], ...inputSchema } as never,
        execute: async (input) => (await set.handle(name, input)).value,
      }),
    ),
  })
  const options = runOptions({ sessions, scope, window: 16_000, reserve: 1_000 })
  const { finalOutput } = await run(agent, 'Export the orders.', options)

  expect([finalOutput, sent.length]).toEqual(['Done.', 5])
  const [, found, nothing, result, read] = sent.map(({ input }) => JSON.stringify(input))
  expect(found).toContain('orders__export')
  expect(nothing).toContain('No tool fits')
  expect(result).not.toContain('K7Z')
  expect(result).toMatch(/blob:[a-z2-7]{26}/)
  expect(read).toContain('451: SECRET of orders__export: K7Z')
  for (const [index, { input }] of sent.slice(1).entries()) {
    const before = sent[index]?.input ?? []
    expect(input.slice(0, before.length)).toEqual(before)
  }
  const { blobs: kept } = await blobs.list(scope, 'chat-1')
  expect(kept.filter(({ mediaType }) => mediaType.startsWith('text/'))).toHaveLength(1)
  // The next question can still read it, also by the number of its message.
  const stored = await sessions.read(scope, 'chat-1', 0, 50)
  const position = stored.findIndex(({ message }) => JSON.stringify(message).includes('blob:'))
  const again = await set.handle('read_result', { handle: `m${position}`, lines: '451' })
  expect(again.value).toContain('SECRET of orders__export: K7Z')
})
