import { type BuildEvent, defineLayer, isLamellaError, type LamellaError, type Layer, logTo } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'

const good = defineLayer('good', { order: 1, load: () => 'Be kind.' })
const wide = { window: 1_000, reserve: 0 }
const never = (): Promise<never> => new Promise(() => {})

async function errorOf(promise: Promise<unknown>): Promise<LamellaError> {
  try {
    await promise
  } catch (error) {
    if (isLamellaError(error)) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('a layer that throws, hangs or returns invalid output', () => {
  const bad: readonly [string, string, Parameters<typeof defineLayer>[1]][] = [
    [
      'throws',
      'LAYER_FAILED',
      {
        load: () => {
          throw new TypeError('broken')
        },
      },
    ],
    ['rejects', 'LAYER_FAILED', { load: () => Promise.reject(new TypeError('broken')) }],
    [
      'throws something that is no error',
      'LAYER_FAILED',
      {
        load: () => {
          throw 'broken'
        },
      },
    ],
    [
      'returns what throws when it is read',
      'LAYER_FAILED',
      {
        load: () => [
          {
            id: 'a',
            get content(): string {
              throw new TypeError('broken')
            },
          },
        ],
      },
    ],
    ['hangs', 'LAYER_TIMEOUT', { deadline: 5, load: never }],
    ['returns a number', 'LAYER_OUTPUT_INVALID', { load: () => 7 as never }],
    ['returns null', 'LAYER_OUTPUT_INVALID', { load: () => null as never }],
    ['returns an object without fragments', 'LAYER_OUTPUT_INVALID', { load: () => ({}) as never }],
    ['has a fragment without id', 'LAYER_OUTPUT_INVALID', { load: () => [{ content: 'x' }] as never }],
    [
      'has one id twice',
      'LAYER_OUTPUT_INVALID',
      {
        load: () => [
          { id: 'a', content: 'x' },
          { id: 'a', content: 'y' },
        ],
      },
    ],
    [
      'has messages where text belongs',
      'LAYER_OUTPUT_INVALID',
      { load: () => [{ id: 'a', content: [{ role: 'user', content: 'x' }] }] },
    ],
    [
      'has a message of no role',
      'LAYER_OUTPUT_INVALID',
      { placement: 'messages', load: () => [{ id: 'a', content: [{ role: 'robot', content: 'x' }] }] as never },
    ],
    [
      'has a role named like a method of objects',
      'LAYER_OUTPUT_INVALID',
      { placement: 'messages', load: () => [{ id: 'a', content: [{ role: 'constructor', content: 'x' }] }] as never },
    ],
    ['has no message', 'LAYER_OUTPUT_INVALID', { placement: 'messages', load: () => [{ id: 'a', content: [] }] }],
    [
      'has a rank that is no number',
      'LAYER_OUTPUT_INVALID',
      { load: () => [{ id: 'a', content: 'x', rank: Number.NaN }] },
    ],
    [
      'has the wrong number of token counts',
      'LAYER_OUTPUT_INVALID',
      { load: () => [{ id: 'a', content: 'x', tokens: [1, 2] }] },
    ],
    [
      'loses a tool call in its shorter rendering',
      'LAYER_OUTPUT_INVALID',
      {
        placement: 'messages',
        load: () => [
          {
            id: 'a',
            content: [
              { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'x', toolName: 'y', input: {} }] },
            ],
            shorter: ['z'],
          },
        ],
      },
    ],
    [
      'loses a person’s word in its shorter rendering',
      'LAYER_OUTPUT_INVALID',
      {
        placement: 'messages',
        load: () => [
          {
            id: 'a',
            content: [{ role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'x', approved: true }] }],
            shorter: [[{ role: 'tool', content: [] }]],
          },
        ],
      },
    ],
    ['returns no text from compose', 'LAYER_OUTPUT_INVALID', { load: () => 'x', compose: () => 7 as never }],
    [
      'throws in compose',
      'LAYER_FAILED',
      {
        load: () => 'x',
        compose: () => {
          throw new TypeError('broken')
        },
      },
    ],
  ]
  for (const [what, code, definition] of bad) {
    it(`${what}: is named in the error`, async () => {
      const error = await errorOf(
        start()
          .use([good, defineLayer('bad', definition)])
          .budget(wide)
          .build({ scope }),
      )
      expect(error.code).toBe(code)
      expect(error.message).toContain("'bad'")
      expect(error.details).toMatchObject({ layer: 'bad' })
      if (code === 'LAYER_FAILED') expect(String(error.cause)).toContain('broken')
    })

    it(`${what}: is omitted and reported with onError 'omit', without affecting other layers`, async () => {
      const layer = defineLayer('bad', { ...definition, onError: 'omit' })
      const events: BuildEvent[] = []
      const context = await start()
        .use([good, layer])
        .budget(wide)
        .observe((event) => events.push(event))
        .build({ scope })
      expect(context.system.map((part) => part.content)).toEqual(['Be kind.'])
      expect(context.report.layers).toMatchObject({ bad: { status: 'failed', got: 0 } })
      expect(explain(context.report)).toMatch(/- bad: failed: /)
      expect(events.map((event) => event.type)).toContain('layer-failed')
    })
  }

  it('does not prevent the others from being aborted', async () => {
    let stopped = false
    const waiting = defineLayer('waiting', {
      load: ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            stopped = true
            resolve('late')
          })
        }),
    })
    const bad = defineLayer('bad', { load: () => Promise.reject(new Error('no')) })
    const error = await errorOf(start().use([waiting, bad]).budget(wide).build({ scope }))
    expect(error.message).toContain("'bad'")
    expect(stopped).toBe(true)
  })
})

describe('a compose that throws in a layer that may be omitted', () => {
  const harmless = defineLayer('harmless', {
    order: 2,
    load: () => Array.from({ length: 10 }, (_, index) => ({ id: `f${index}`, content: 'x'.repeat(20) })),
  })
  const throwing = (when: (kept: number) => boolean): Layer =>
    defineLayer('bad', {
      order: 3,
      onError: 'omit',
      load: () => Array.from({ length: 5 }, (_, index) => ({ id: `b${index}`, content: 'y'.repeat(20) })),
      compose: (kept) => {
        if (when(kept.length)) throw new TypeError('broken')
        return kept.map((one) => one.content).join()
      },
    })

  it('removes only its own layer and takes no room from others when tokens are scarce', async () => {
    const tight = { window: 150, reserve: 0 }
    const alone = await start().use([good, harmless]).budget(tight).build({ scope })
    const context = await start()
      .use([good, harmless, throwing(() => true)])
      .budget(tight)
      .build({ scope })
    expect(context.system).toEqual(alone.system)
    expect(context.report.layers['bad']).toMatchObject({
      status: 'failed',
      got: 0,
      why: expect.stringContaining('broken'),
    })
  })

  it('removes only its own layer when it throws for only some fragments', async () => {
    for (const count of [1, 2, 3, 4]) {
      const layer = throwing((kept) => kept === count)
      for (let window = 40; window < 360; window += 20) {
        const context = await start().use([good, harmless, layer]).budget({ window, reserve: 0 }).build({ scope })
        expect(context.system.map((part) => part.layer)).not.toContain(
          context.report.layers['bad']?.status === 'failed' ? 'bad' : 'none',
        )
        expect(context.report.tokens.total).toBeLessThanOrEqual(window)
      }
    }
  })
})

describe('a non-native promise returned by a layer', () => {
  it('may be any thenable, and an error it throws counts as the layer’s failure', async () => {
    const odd = (then: (resolve: (value: string) => void) => void): Layer =>
      defineLayer('odd', { load: () => ({ then }) as unknown as Promise<string> })
    const fine = await start()
      .use(odd((resolve) => resolve('Odd.')))
      .budget(wide)
      .build({ scope })
    expect(fine.system[0]?.content).toBe('Odd.')
    const bad = odd(() => {
      throw new TypeError('broken')
    })
    expect((await errorOf(start().use(bad).budget(wide).build({ scope }))).code).toBe('LAYER_FAILED')
  })
})

describe('a layer that fails at once', () => {
  it('leaves no promise of another layer without a handler', async () => {
    const unhandled: unknown[] = []
    const listen = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', listen)
    const waiting = defineLayer('waiting', {
      order: 1,
      load: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    })
    const bad = defineLayer('bad', { order: 2, load: () => 7 as never })
    const late = defineLayer('late', { order: 3, load: never })
    const error = await errorOf(start().use([waiting, bad, late]).budget(wide).build({ scope }))
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', listen)
    expect(error.code).toBe('LAYER_OUTPUT_INVALID')
    expect(unhandled).toEqual([])
  })
})

describe('abort', () => {
  it('stops everything at once, including layers that hang', async () => {
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const hang = (name: string): Layer =>
      defineLayer(name, {
        load: ({ signal }) => {
          signals.push(signal)
          return never()
        },
      })
    const promise = start()
      .use([hang('a'), hang('b')])
      .budget(wide)
      .build({ scope, signal: controller.signal })
    controller.abort(new Error('enough'))
    const error = await errorOf(promise)
    expect(error.code).toBe('ABORTED')
    expect(signals.every((signal) => signal.aborted)).toBe(true)
  })

  it('stops before any layer loads if it came first, and overrides onError', async () => {
    let asked = 0
    const layer = defineLayer('a', { onError: 'omit', load: () => String(++asked) })
    const error = await errorOf(
      start()
        .use(layer)
        .budget(wide)
        .build({ scope, signal: AbortSignal.abort('early') }),
    )
    expect([error.code, error.cause, asked]).toEqual(['ABORTED', 'early', 0])
    const controller = new AbortController()
    const hangs = defineLayer('b', { onError: 'omit', load: never })
    const promise = start().use(hangs).budget(wide).build({ scope, signal: controller.signal })
    controller.abort()
    expect((await errorOf(promise)).code).toBe('ABORTED')
  })
})

describe('audience', () => {
  const secret = defineLayer('secret', { audience: ['private'], load: () => 'My diary.' })

  it('hides a layer from sessions of other kinds, and from sessions without a kind', async () => {
    for (const kind of ['group', 'channel', 'cron', 'subagent', undefined] as const) {
      const context = await start()
        .use([good, secret])
        .budget(wide)
        .build({ scope: { tenant: 'acme', ...(kind ? { kind } : {}) } })
      expect(JSON.stringify(context)).not.toContain('diary')
      expect(context.report.layers.secret.status).toBe('hidden')
      expect(explain(context.report)).toContain('- secret: hidden: it is for sessions of kind private')
    }
  })

  it('shows a layer to the kinds it names', async () => {
    const context = await start().use([good, secret]).budget(wide).build({ scope })
    expect(context.system[1]?.content).toBe('My diary.')
  })
})

describe('observers', () => {
  it('receive truncations, and errors they throw change nothing', async () => {
    const lines: string[] = []
    const log = (line: string): void => void lines.push(line)
    const long = defineLayer('long', {
      load: () => [
        { id: 'a', content: 'x'.repeat(50) },
        { id: 'b', content: 'short' },
      ],
    })
    const context = await start()
      .use([good, long])
      .budget({ window: 40, reserve: 0 })
      .observe(() => {
        throw new Error('watching')
      })
      .observe(logTo({ debug: log, info: log, warn: log }))
      .build({ scope })
    expect(context.report.truncated).toBe(true)
    expect(lines.some((line) => /tokens cut to \d+: 0 shortened, \d dropped/.test(line))).toBe(true)
  })
})

describe('a deadline that no timer can wait for', () => {
  const slow = <Value>(value: Value): Promise<Value> => new Promise((resolve) => setTimeout(resolve, 20, value))

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])('is no deadline of 1 ms: %d', async (deadline) => {
    const layer = defineLayer('slow', { load: ({ query }) => slow(`Asked: ${query}`) })
    const session = { length: 1, read: () => slow([{ role: 'user' as const, content: 'And now?' }]) }
    const { system } = await start()
      .use(layer)
      .deadline(deadline)
      .budget({ window: 1_000, reserve: 0 })
      .build({ scope: { tenant: 'acme' }, session })
    expect(system).toMatchObject([{ content: 'Asked: And now?' }])
  })
})
