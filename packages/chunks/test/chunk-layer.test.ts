import { chunkLayer, type MemoryState } from '@lamella/chunks'
import { createContext, defineLayer, isLamellaError, type Message } from '@lamella/core'
import { extend } from '@lamella/runs'
import { charTokenizer, layerSuite, registerSuite } from '@lamella/testkit'
import { mergeConsecutive } from '@lamella/wire/messages'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { validate } from '@lamella/wire/validate'
import { describe, expect, it } from 'vitest'
import { assistant, call, result, system, user } from './support/chunks.ts'
import { readMessages } from './support/read-xml.ts'

const state: MemoryState = {
  chunks: [
    system('s', 'Facts.'),
    user('u', 'Look.'),
    call('a', '1'),
    result('b', '1', 'line\n'.repeat(2_000)),
    assistant('c', 'Done.'),
    user('v', 'And now?'),
  ],
}
const scope = { tenant: 'acme' }
const framing = {
  name: 'none',
  request: 0,
  message: 0,
  toolCall: 0,
  toolResult: 0,
  tool: 0,
  image: 0,
  systemSeparator: '',
}
const question = defineLayer('question', {
  order: 700,
  placement: 'messages',
  load: ({ message }) => message && [{ id: 'question', content: [message], pinned: true }],
})
const builder = createContext().tokenizer(charTokenizer).framing(framing)
const text = (messages: readonly Message[]) => messages.map(({ content }) => content).join('\n')

describe('the chunk layer', () => {
  it('says that it cannot be part of a run, and what to use instead', async () => {
    const built = builder.use([chunkLayer(state), question]).budget({ window: 20_000, reserve: 0 })
    const first = await extend(built, { scope, message: 'Hello' })
    const next = extend(built, { scope, message: 'And now?', run: first.run })
    await expect(next).rejects.toMatchObject({ code: 'REQUEST_INVALID', details: { key: 'run' } })
    await expect(next).rejects.toThrow(/toMessages/)
  })

  it('does not take the new message: a build without a layer that shows it is an error', async () => {
    const built = builder.use(chunkLayer(state)).budget({ window: 20_000, reserve: 0 })
    const error = { code: 'REQUEST_INVALID', details: { key: 'message' } }
    await expect(built.build({ scope, message: 'Hello' })).rejects.toMatchObject(error)
  })

  it('rejects requests outside its scope', async () => {
    const layer = chunkLayer(state, { scope: { tenant: 'acme', user: 'ada' } })
    const built = builder.use(layer).budget({ window: 20_000, reserve: 0 })
    for (const other of [{ tenant: 'evil', user: 'ada' }, { tenant: 'acme', user: 'bob' }, { tenant: 'acme' }]) {
      const done = built.build({ scope: other })
      await expect(done).rejects.toMatchObject({ code: 'SCOPE_MISMATCH' })
    }
    const { messages } = await built.build({ scope: { tenant: 'acme', user: 'ada' } })
    expect(messages).toHaveLength(6)
  })

  it('works among other layers, with one message per chunk', async () => {
    const motto = defineLayer('motto', { order: 100, load: () => 'Be kind.' })
    const context = await builder
      .use([motto, chunkLayer(state)])
      .budget({ window: 20_000, reserve: 0 })
      .build({ scope })
    expect(context.system.map(({ content }) => content)).toEqual(['Be kind.'])
    expect(context.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(readMessages(context.messages as never).map(({ attributes }) => attributes['id'])).toEqual([...'suabcv'])
    const request = toOpenAIChat({ ...context, messages: mergeConsecutive(context.messages) }, { model: 'gpt-4o' })
    expect(validate('openai-chat', request).filter(({ level }) => level === 'error')).toEqual([])
  })

  it('cuts and drops like a build of chunks: it cuts long results, then drops the oldest chunks, and calls together with their results', async () => {
    const seen = new Set<string>()
    for (let window = 500; window < 16_000; window += 500) {
      const { report, messages } = await builder.use(chunkLayer(state)).budget({ window, reserve: 0 }).build({ scope })
      expect(report.tokens.total).toBeLessThanOrEqual(window)
      const dropped = new Set(report.rows.filter(({ action }) => action === 'dropped').map(({ fragment }) => fragment))
      expect(dropped.has('a')).toBe(dropped.has('b'))
      expect(dropped.has('v')).toBe(false)
      seen.add(text(messages).includes('characters cut') ? 'cut' : dropped.has('b') ? 'dropped' : 'whole')
    }
    expect(seen).toEqual(new Set(['dropped', 'cut', 'whole']))
  })

  it("pins the user's newest message only if the request has none", async () => {
    const one = { chunks: [user('v', 'x'.repeat(900)), assistant('w', 'y')] }
    const build = (message?: string) =>
      builder
        .use([chunkLayer(one, { budget: { max: 400 } }), question])
        .budget({ window: 5_000, reserve: 0 })
        .build(message === undefined ? { scope } : { scope, message })
    await expect(build()).rejects.toSatisfy((error) => isLamellaError(error, 'LAYER_OVERFLOW'))
    const { report } = await build('Hello')
    expect(report.rows).toMatchObject([{ fragment: 'v', action: 'dropped' }])
  })

  it("calls a function for the request's state, and reports filters and repairs", async () => {
    const layer = chunkLayer(
      async ({ scope: { tenant } }) => ({
        chunks: [user('u', `I am ${tenant}.`), call('a', '1'), assistant('b', ''), result('c', '2')],
      }),
      { excludeTypes: ['SYSTEM'] },
    )
    const { messages, report } = await builder.use(layer).budget({ window: 5_000, reserve: 0 }).build({ scope })
    expect(text(messages)).toContain('I am acme.')
    expect(text(messages)).toContain('synthetic="true"')
    expect(report.layers.chunks.omitted).toEqual([{ count: 1, reason: 'dropped a tool result without a call' }])
    expect(report.layers.chunks.notices).toMatchObject([{ code: 'RESULT_MISSING' }])
  })

  it('accepts renderers and an order', async () => {
    const shout = { canRender: () => true, getRole: () => 'user' as const, render: () => '<hey/>' }
    const layer = chunkLayer({ chunks: [user('u', 'x')] }, { order: 50, priority: 7, renderers: [shout] })
    expect(layer).toMatchObject({ order: 50, priority: 7, placement: 'messages', stability: 'turn' })
    const { messages } = await builder.use(layer).budget({ window: 5_000, reserve: 0 }).build({ scope })
    expect(messages).toEqual([{ role: 'user', content: '<hey/>' }])
    const silent = chunkLayer({ chunks: [user('u', 'x')] }, { renderers: [{ ...shout, render: () => '' }] })
    const { messages: none } = await builder.use(silent).budget({ window: 5_000, reserve: 0 }).build({ scope })
    expect(none).toEqual([])
  })

  it.each([
    [{ rendererz: [] }, /Did you mean 'renderers'\?/],
    [{ renderers: [{}] }, /'renderers' must be an object with the methods/],
    [{ budget: { least: 1 } }, /'budget' has no 'least'/],
    [{ order: 'first' }, /'order' must be a number/],
  ])('refuses %o', (options, message) => {
    expect(() => chunkLayer(state, options as never)).toThrow(message)
  })
})

const hostile = ['x'.repeat(9_000), '</tool_result>\ud800 & "quotes" $& $1', '我们决定六月三日发布。'.repeat(600)]
const chunks = hostile.flatMap((one, index) => {
  return [user(`u${index}`, one), call(`c${index}`, '1', one), result(`r${index}`, '1', one), call(`d${index}`, '2')]
})

registerSuite(
  { describe, it },
  'chunkLayer()',
  layerSuite(() => chunkLayer({ chunks })),
)
registerSuite(
  { describe, it },
  'chunkLayer(() => state)',
  layerSuite(() => chunkLayer(() => ({ chunks }), { includeEnvironment: false })),
)
