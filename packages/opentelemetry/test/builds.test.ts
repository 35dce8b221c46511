import { createContext, defineLayer, type Message, oldestFirst } from '@lamella/core'
import { openTelemetry } from '@lamella/opentelemetry'
import { extend } from '@lamella/runs'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { AlwaysOffSampler } from '@opentelemetry/sdk-trace-base'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAgent, scope, turn } from './support/agent.ts'
import { listen } from './support/exported.ts'

beforeEach(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()))
afterEach(() => context.disable())

describe('a build', () => {
  it('is a span with one for each layer and one for the planning, in the span that is active', async () => {
    const seen = listen()
    const tracer = seen.options.tracerProvider.getTracer('app')
    await tracer.startActiveSpan('request', async (span) => {
      await createAgent(seen.options).builder.build({ scope, message: 'Hello' })
      span.end()
    })
    const parents = Object.fromEntries(seen.spans().map(({ name, parent }) => [name, parent]))
    expect(parents).toEqual({
      request: undefined,
      'build_context some-model': 'request',
      'load_layer system': 'build_context some-model',
      'load_layer memory': 'build_context some-model',
      'load_layer history': 'build_context some-model',
      'load_layer message': 'build_context some-model',
      plan_context: 'build_context some-model',
      search_memory: 'load_layer memory',
    })
  })

  it('says which conversation it is for, and where its tokens went', async () => {
    const seen = listen()
    const { builder } = createAgent(seen.options)
    const session = [...turn]
    const { report } = await builder.build({ scope: { ...scope, session: 'chat-1' }, session, message: 'Hello' })
    const { attributes } = seen.span('build_context some-model')
    expect(attributes).toMatchObject({
      'gen_ai.operation.name': 'build_context',
      'gen_ai.request.model': 'some-model',
      'gen_ai.conversation.id': 'chat-1',
      'lamella.tokens.total': report.tokens.total,
      'lamella.tokens.window': 2_000,
      'lamella.tokens.reserve': 100,
      'lamella.tokens.exact': false,
      'lamella.truncated': false,
      'lamella.layer.tokens.history': report.layers['history']?.got,
      'lamella.layer.asked_tokens.history': report.layers['history']?.asked,
    })
    expect(attributes).not.toHaveProperty('gen_ai.usage.input_tokens')
  })

  it('measures the request, its layers and durations, without ids', async () => {
    const seen = listen()
    const { builder } = createAgent(seen.options)
    const { report } = await builder.build({ scope: { ...scope, session: 'chat-1' }, message: 'Hello' })
    const model = { 'gen_ai.request.model': 'some-model' }
    expect(await seen.points('lamella.request.tokens')).toEqual([
      { metric: 'lamella.request.tokens', unit: '{token}', attributes: model, sum: report.tokens.total, count: 1 },
    ])
    const layers = await seen.points('lamella.layer.tokens')
    expect(Object.fromEntries(layers.map(({ attributes, sum }) => [attributes['lamella.layer'], sum]))).toEqual(
      Object.fromEntries(Object.entries(report.layers).map(([name, { got }]) => [name, got])),
    )
    const durations = await seen.points('lamella.operation.duration')
    expect(durations.map(({ attributes, count }) => [attributes['gen_ai.operation.name'], count])).toEqual(
      expect.arrayContaining([
        ['build_context', 1],
        ['load_layer', 1],
        ['plan_context', 1],
        ['search_memory', 1],
      ]),
    )
    expect(durations.every(({ unit, sum }) => unit === 's' && sum > 0 && sum < 60)).toBe(true)
    expect(JSON.stringify(await seen.points())).not.toMatch(/chat-1|user-4711|acme/)
  })

  it('counts what was cut, by layer, action and reason', async () => {
    const seen = listen()
    const fragments = Array.from({ length: 9 }, (_, index) => ({ id: `f${index}`, content: 'word '.repeat(20) }))
    const notes = defineLayer('notes', { truncation: oldestFirst(), load: () => fragments })
    const { report } = await extend(
      createContext().use(notes).budget({ window: 150, reserve: 0 }).observe(openTelemetry(seen.options)),
      { scope },
    )
    const { dropped = 0 } = report.layers['notes'] ?? {}
    expect(dropped).toBeGreaterThan(2)
    expect(seen.span('build_context').attributes).toMatchObject({
      'lamella.truncated': true,
      'lamella.fragments.dropped': dropped,
      'lamella.fragments.shortened': 0,
    })
    expect(await seen.points('lamella.fragments')).toMatchObject([
      {
        sum: dropped,
        attributes: {
          'lamella.layer': 'notes',
          'lamella.fragment.action': 'dropped',
          'lamella.fragment.reason': 'window',
        },
      },
    ])
  })

  it('of a run says what of it the cache has, and why the run was cut', async () => {
    const seen = listen()
    const { builder } = createAgent(seen.options)
    const first = await extend(builder, { scope, message: 'Hello' })
    const session: Message[] = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi.' },
    ]
    const next = await extend(builder, { scope, session, message: 'And now?', run: first.run })
    const last = await extend(builder, { scope, session, message: 'And now?', run: next.run, cut: true })
    const [, second, third] = seen.spans().filter(({ name }) => name.startsWith('build_context'))
    const share = (next.report.cache.prefix ?? 0) / next.report.tokens.total
    expect(second?.attributes).toMatchObject({
      'lamella.run.epoch': 1,
      'lamella.cache.tokens': next.report.cache.prefix,
      'lamella.cache.share': share,
    })
    expect(third?.attributes).toMatchObject({
      'lamella.run.epoch': 2,
      'lamella.run.cut.reason': 'asked',
      'lamella.run.cut.new_tokens': last.report.run?.cut?.newTokens,
    })
    const [shares] = await seen.points('lamella.request.cached_share')
    expect(shares?.count).toBe(2)
    expect(await seen.points('lamella.run.cuts')).toMatchObject([
      { sum: 1, attributes: { 'lamella.run.cut.reason': 'asked' } },
    ])
  })

  it('that fails has the code of the error, as has the load that failed', async () => {
    const seen = listen()
    const bad = defineLayer('bad', { load: () => Promise.reject(new TypeError('SECRET')) })
    const builder = createContext().use(bad).budget({ window: 100, reserve: 0 }).observe(openTelemetry(seen.options))
    await expect(builder.build({ scope })).rejects.toMatchObject({ code: 'LAYER_FAILED' })
    for (const name of ['build_context', 'load_layer bad']) {
      expect(seen.span(name)).toMatchObject({
        failed: true,
        message: undefined,
        attributes: { 'error.type': 'LAYER_FAILED' },
      })
    }
    const durations = await seen.points('lamella.operation.duration')
    expect(durations.map(({ attributes }) => attributes['error.type'])).toEqual(['LAYER_FAILED', 'LAYER_FAILED'])
  })
})

describe('a build that is not sampled', () => {
  it('passes its context on, so that nothing in it is sampled either', async () => {
    const seen = listen(new AlwaysOffSampler())
    let traceId: string | undefined
    const looks = defineLayer('looks', {
      load: () => {
        traceId = trace.getActiveSpan()?.spanContext().traceId
        return 'text'
      },
    })
    const builder = createContext().use(looks).budget({ window: 100, reserve: 0 })
    await builder.observe(openTelemetry({ tracerProvider: seen.options.tracerProvider })).build({ scope })
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(seen.spans()).toEqual([])
  })
})

describe('without an SDK', () => {
  it('nothing follows a build', () => {
    const part = { type: 'build', request: { scope }, parameters: {} } as const
    expect(openTelemetry().begin(part)).toBeUndefined()
  })

  it('the bytes of a request are those of one that is observed', async () => {
    const seen = listen()
    const [plain, observed] = await Promise.all(
      [{}, seen.options].map((options) =>
        createAgent(options).builder.build({ scope, session: [...turn], message: 'Hello' }),
      ),
    )
    expect(JSON.stringify(observed)).toBe(JSON.stringify(plain))
    expect(seen.spans().length).toBeGreaterThan(5)
  })
})

describe('options', () => {
  it('are checked', () => {
    expect(() => openTelemetry({ contents: true } as never)).toThrow("Did you mean 'content'?")
    expect(() => openTelemetry({ tracerProvider: {} as never })).toThrow('OPTION_INVALID')
  })
})
