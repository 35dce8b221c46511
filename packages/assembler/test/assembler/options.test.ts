import {
  type AssembleOptions,
  type AssemblerDependencies,
  type CheckCompactionOptions,
  type ContextAssemblerConfig,
  createContextAssembler,
} from '@lamella/assembler'
import { defineLayer, isLamellaError } from '@lamella/core'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { now, scope, user } from './support.ts'

const reader = { getMessages: () => [user('Hello')] }

function make(config: object = {}, more: object = {}): ReturnType<typeof createContextAssembler> {
  const dependencies = { sessionStore: reader, now, ...more } as unknown as AssemblerDependencies
  return createContextAssembler(dependencies, { model: 'gpt-4o', ...config } as ContextAssemblerConfig)
}

function thrownBy(how: () => unknown): unknown {
  try {
    return how()
  } catch (error) {
    return error
  }
}

describe('the configuration of an assembler', () => {
  const section = (name: unknown, more: object = {}): object => ({ name, content: 'x', order: 1, ...more })
  const wrong: readonly (readonly [option: string, config: object])[] = [
    ...['active-skills', 'tools-summary', 'additional', 'datetime', 'history', 'message'].map(
      (name) => ['sections', { sections: [section(name)] }] as const,
    ),
    ['sections', { sections: [section('a'), section('a')] }],
    ['sections', { sections: [section('__proto__')] }],
    ['sections', { sections: [section('\ud800')] }],
    ['sections', { sections: [section('')] }],
    ['sections', { sections: [section(7)] }],
    ['sections', { sections: [section('a', { order: Number.NaN })] }],
    ['sections', { sections: [section('a', { order: Number.POSITIVE_INFINITY })] }],
    ['sections', { sections: [section('a', { priority: Number.NaN })] }],
    ['sections', { sections: [section('a', { content: undefined })] }],
    ['sections', { sections: [null] }],
    ['sections', { sections: {} }],
    ['framing', { framing: {} }],
    ['framing', { framing: { request: 3, message: 'many', toolCall: 1, toolResult: 1, tool: 1, image: 1 } }],
    ['models', { models: { findModel: () => undefined } }],
    ['timezone', { datetimeTimezone: 'Nowhere' }],
    ['fileTtl', { workspace: '.', cache: { fileTtl: Number.POSITIVE_INFINITY } }],
    ['ttl', { cache: { ttl: -1 } }],
    ['maxEntry', { cache: { maxEntry: 5 } }],
    ['cache', { cache: true }],
    ['cache', { cache: null }],
    ['workspace', { workspace: '' }],
    ['threshold', { compaction: { threshold: 80 } }],
    ['toolTreshold', { compaction: { toolTreshold: 80 } }],
    ['mode', { compaction: { mode: 'always' } }],
    ['compaction', { compaction: false }],
    ['sectionSeparater', { sectionSeparater: '' }],
  ]
  it.each(wrong)('with an invalid %s is rejected when the assembler is created', (option, config) => {
    const error = thrownBy(() => make(config))
    expect(error).toMatchObject({ code: 'OPTION_INVALID', details: { option } })
  })

  it.each([[null], ['memory'], [undefined]])('with the layer %j is rejected, too', (layer) => {
    const error = thrownBy(() => make({}, { scope, layers: [layer] }))
    expect(error).toMatchObject({ code: 'OPTION_INVALID', details: { option: 'layers' } })
  })

  it.each([
    ['compactionThreshold', 0.8, 'compaction'],
    ['compactionMode', 'background', 'compaction'],
    ['onCompaction', () => {}, 'compaction'],
    ['cacheTTL', 1, 'cache'],
    ['cacheFileTTL', 1, 'cache'],
  ])('names the object that has a setting written as %s', (option, value, known) => {
    expect(() => make({ [option]: value })).toThrow(`Did you mean '${known}'?`)
  })

  it('accepts exactly the valid layer names as section names', () => {
    const names = fc.oneof(fc.string({ unit: codePoint, maxLength: 70 }), fc.stringMatching(/^[\w .:/-]{0,66}$/))
    fc.assert(
      fc.property(names, (name) => {
        const layer = thrownBy(() => defineLayer(name, { load: () => 'x' }))
        const made = thrownBy(() => make({ sections: [{ name: name, content: 'x', order: 1 }] }))
        expect(isLamellaError(made, 'OPTION_INVALID')).toBe(isLamellaError(layer, 'LAYER_INVALID'))
      }),
      { examples: [['a'.repeat(64)], ['a'.repeat(65)], ['Ä 1'], ['-a'], ['__proto__'], ['']] },
    )
  })

  it('rejects custom layers with the name of a built-in one immediately', () => {
    for (const name of ['history', 'message', 'datetime']) {
      const layers = [defineLayer(name, { load: () => 'x' })]
      expect(
        thrownBy(() => make({}, { scope, layers })),
        name,
      ).toMatchObject({ code: 'LAYER_DUPLICATE' })
    }
  })

  it('sorts sections by any finite order, and omits blank ones', async () => {
    const assembler = make({
      includeDatetime: false,
      sections: [
        { name: 'last', content: 'last', order: 1e20 },
        { name: 'blank', content: ' \n', order: 5 },
        { name: 'first', content: 'first', order: -1e20 },
        { name: 'above', content: 'above', order: -1 },
        { name: 'equal', content: 'equal', order: -1 },
      ],
    })
    const { systemPrompt, report, metadata } = await assembler.assemble('s')
    expect(systemPrompt).toBe(['first', 'above', 'equal', 'last'].join('\n\n---\n\n'))
    expect(metadata.tokenEstimate.total).toBe(report.tokens.total)
  })
})

describe('a section', () => {
  it('is placed by its order and dropped by its priority, independently of each other', async () => {
    const text = (name: string): string => name.repeat(1_000)
    const assembler = make({
      includeDatetime: false,
      sections: [
        { name: 'a', content: text('a'), order: 1, priority: 1 },
        { name: 'b', content: text('b'), order: 3, priority: 2 },
        { name: 'c', content: text('c'), order: 2 },
      ],
    })
    const shown = async (window: number): Promise<readonly string[]> => {
      const { system } = await assembler.assemble('s', undefined, { window, reserve: 0 })
      return system.map(({ layer }) => layer)
    }
    expect(await shown(100_000)).toEqual(['a', 'c', 'b'])
    const sizes = Array.from({ length: 40 }, (_, at) => 200 + at * 100)
    const seen = await Promise.all(sizes.map((window) => shown(window).catch(() => undefined)))
    const kinds = [...new Set(seen.flatMap((names) => (names ? [names.join('')] : [])))]
    expect(kinds).toEqual(['c', 'cb', 'acb'])
  })
})

describe('the options of a call', () => {
  const assembler = make()

  it.each([undefined, null, '', 7, {}])('reject the session id %s', async (id) => {
    const sessionId = id as unknown as string
    const error = { code: 'OPTION_INVALID', details: { option: 'session' } }
    await expect(assembler.assemble(sessionId)).rejects.toMatchObject(error)
    await expect(assembler.checkCompaction(sessionId)).rejects.toMatchObject(error)
    await expect(assembler.compact(sessionId)).rejects.toMatchObject(error)
    if (id !== undefined) expect(thrownBy(() => assembler.invalidateCache(sessionId))).toMatchObject(error)
  })

  it.each([null, '', 7, {}])('reject the agent id %s', async (id) => {
    const agentId = id as unknown as string
    const error = { code: 'OPTION_INVALID', details: { option: 'agent' } }
    await expect(assembler.assemble('s', agentId)).rejects.toMatchObject(error)
    await expect(assembler.checkCompaction('s', { agent: agentId })).rejects.toMatchObject(error)
    await expect(assembler.compact('s', { agent: agentId })).rejects.toMatchObject(error)
  })

  it.each(['__proto__', 'constructor', '\ud800', ' ', '../..'])('accept %j as an id of a custom store', async (id) => {
    const { metadata, messages } = await make({ workspace: import.meta.dirname }).assemble(id, id)
    expect(metadata).toMatchObject({ session: id, agent: id })
    expect(messages).toEqual([user('Hello')])
  })

  const wrong: readonly (readonly [option: string, value: unknown])[] = [
    ['window', -1],
    ['window', 1.5],
    ['reserve', -1],
    ['now', new Date(Number.NaN)],
    ['signal', {}],
    ['additionalTools', {}],
    ['disabledTools', 'x'],
    ['skillFilter', [7]],
    ['message', null],
    ['message', 7],
    ['temperatur', 1],
  ]
  it.each(wrong)('has a wrong %s', async (option, value) => {
    const options = { [option]: value } as AssembleOptions
    const error = { code: 'OPTION_INVALID', details: { option } }
    await expect(assembler.assemble('s', undefined, options)).rejects.toMatchObject(error)
    await expect(assembler.checkCompaction('s', options)).rejects.toMatchObject(error)
  })

  it('reject values that are not objects', async () => {
    for (const options of [null, [], 'x']) {
      const given = options as unknown as CheckCompactionOptions
      await expect(assembler.assemble('s', 'a', given)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
      await expect(assembler.checkCompaction('s', given)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
      await expect(assembler.compact('s', given as object)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    }
    const explicit = 'yes' as unknown as boolean
    await expect(assembler.checkCompaction('s', { explicit })).rejects.toMatchObject({
      details: { option: 'explicit' },
    })
  })

  it('apply to a compaction check as to an assembly', async () => {
    const check = await assembler.checkCompaction('s', {
      window: 5_000,
      additionalSystemPrompt: 'x'.repeat(400),
    })
    // 0.8 of the window minus the reserve of 2,000.
    expect(check.threshold).toBe(2_400)
    expect(check.currentTokens).toBeGreaterThan((await assembler.checkCompaction('s')).currentTokens + 50)
    await expect(assembler.checkCompaction('s', { temperature: 9 })).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
    })
  })

  it('must leave room for the request', async () => {
    for (const options of [{ window: 2_000 }, { reserve: 128_000 }]) {
      await expect(assembler.assemble('s', undefined, options)).rejects.toMatchObject({ code: 'BUDGET_INVALID' })
    }
  })

  it.each(['', [], { role: 'user', content: '' }, { role: 'assistant', content: 'x' }, {}, new Map()])(
    'reject %j as a user message',
    async (message) => {
      const options = { message } as AssembleOptions
      await expect(assembler.assemble('s', undefined, options)).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
    },
  )

  it('accept a message with an image, which is included in full and counted', async () => {
    const message = [
      { type: 'text', text: 'What is this?' },
      { type: 'image', image: new Uint8Array([137, 80, 78, 71]), mediaType: 'image/png' },
    ] as const
    const without = await assembler.assemble('s', undefined, { message: 'What is this?' })
    const { messages, metadata } = await assembler.assemble('s', undefined, { message: [...message] })
    expect(messages.at(-1)).toEqual({ role: 'user', content: message })
    expect(metadata.tokenEstimate.messages).toBeGreaterThan(without.metadata.tokenEstimate.messages + 80)
    expect((await assembler.assemble('s', undefined, { message: [...message] })).metadata.cached).toBe(true)
  })

  it('pass an invalid id to the Lamella store, which throws its own error', async () => {
    const stored = make({}, { sessionStore: createSessionStore(), scope })
    await expect(stored.assemble('\ud800')).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
  })
})
