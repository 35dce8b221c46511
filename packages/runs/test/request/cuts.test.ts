import { defineLayer, type LayerResult, type ToolDefinition } from '@lamella/core'
import { summaryMessage } from '@lamella/core/plugin'
import { extend } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { framing } from '../../../core/test/support/char-tokenizer.ts'
import { start } from '../../../core/test/support/layers.ts'
import { converse, cutOf, history, question, talk, texts, thought, updates } from '../support/runs.ts'

const tool = (name: string, description = name): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object' },
})

/** The messages of a request whose thinking is marked as made in another context. */
const stale = (context: { messages: readonly { content: unknown }[] }): number =>
  context.messages.filter(({ content }) => JSON.stringify(content).includes('"stale":true')).length

describe('tools', () => {
  it('in another order do not cut, and are sent in the order of the head, as this build has them', async () => {
    const talking = converse(talk())
    await talking.turn('One', undefined, { tools: [tool('find'), tool('look')] })
    const again = [tool('look'), tool('find')]
    const second = await talking.ask('Two', { tools: again })
    expect(cutOf(second)).toBeUndefined()
    expect(second.tools).toEqual([tool('find'), tool('look')])
    expect(second.tools[1]).toEqual(again[0])
  })

  it.each([
    ['are added', [tool('find'), tool('look')]],
    ['are removed', []],
    ['have another name', [tool('seek')]],
    ['have another description', [tool('find', 'Finds.')]],
    ['have another schema', [{ ...tool('find'), inputSchema: { type: 'object', properties: {} } }]],
    ['have other options', [{ ...tool('find'), providerOptions: { anthropic: { strict: true } } }]],
  ])('that %s cut, and nothing of the request repeats', async (_, tools) => {
    const talking = converse(talk())
    await talking.turn('One', thought('one'), { tools: [tool('find')] })
    const second = await talking.ask('Two', { tools })
    expect(second.report.run).toEqual({
      epoch: 2,
      cut: { reason: 'tools', newTokens: second.report.tokens.total, thinkingLost: 1 },
      updates: [],
    })
    expect(texts(second)).toHaveLength(3)
    expect(stale(second)).toBe(1)
    expect(cutOf(await talking.ask('Two', { tools }))).toBeUndefined()
  })

  it('of a layer count as well', async () => {
    let tools: readonly ToolDefinition[] = []
    const layer = defineLayer('server', { load: (): LayerResult => ({ fragments: [], tools }) })
    const talking = converse(talk().use(layer))
    await talking.turn('One')
    tools = [tool('find')]
    expect(cutOf(await talking.ask('Two'))).toBe('tools')
  })

  it('that come and go cost no history', async () => {
    const talking = converse(talk())
    for (let turn = 0; turn < 20; turn++)
      await talking.turn(`Question ${turn}.`, undefined, { tools: turn % 2 ? [tool('find')] : [] })
    expect(texts(await talking.ask('Last'))).toHaveLength(41)
    expect(talking.run?.epoch).toBe(21)
  })
})

describe('a model', () => {
  const builder = talk().use(defineLayer('rules', { order: 1, stability: 'static', load: () => 'Be kind.' }))
  const [a, b] = ['a', 'b'].map((model) => builder.parameters({ model })) as [typeof builder, typeof builder]

  it('that changes cuts: nothing is in the cache of another model', async () => {
    const talking = converse(a)
    await talking.turn('One')
    const second = await talking.turn('Two', undefined, { builder: b })
    expect(second.report.run?.cut).toEqual({ reason: 'model', newTokens: second.report.tokens.total, thinkingLost: 0 })
    expect(cutOf(await talking.ask('Three', { builder: b.parameters({ model: 'b', temperature: 1 }) }))).toBeUndefined()
  })

  it('that changes keeps the epoch where its thinking is valid again on return, with nothing of it in the cache', async () => {
    const talking = converse(a)
    await talking.turn('One', thought('one'))
    const second = await talking.turn('Two', thought('two'), { builder: b })
    expect([cutOf(second), second.report.cache.prefix, stale(second)]).toEqual([undefined, 0, 0])
    const again = await talking.turn('Three', thought('three'), { builder: b })
    expect(again.report.cache.prefix).toBe(second.report.tokens.total)
    const back = await talking.ask('Four')
    expect([cutOf(back), back.report.cache.prefix, stale(back), back.run.model]).toEqual([undefined, 0, 0, 'a'])
  })

  it('that would not take the instructions of the owner that were announced cuts', async () => {
    let soul = 'Be kind.'
    const layer = defineLayer('soul', {
      order: 1,
      update: 'replace',
      load: () => [{ id: 'soul', content: soul, origin: { by: 'owner' } }],
    })
    const takes = talk()
      .use(layer)
      .framing({ ...framing, takesInstructions: ({ model }) => model === 'a' })
    const talking = converse(takes.parameters({ model: 'a' }))
    await talking.turn('One', thought('one'))
    soul = 'Be brief.'
    await talking.turn('Two', thought('two'))
    const cut = await talking.ask('Three', { builder: takes.parameters({ model: 'b' }) })
    expect(cut.report.run?.cut).toMatchObject({ reason: 'model', thinkingLost: 2 })
  })
})

describe('a cut that is asked for', () => {
  it('makes the head anew, folds in the updates, and keeps the history', async () => {
    let text = 'Sunny.'
    const talking = converse(talk().use(defineLayer('weather', { order: 1, stability: 'session', load: () => text })))
    await talking.turn('One')
    text = 'Rain.'
    expect(updates(await talking.turn('Two'))).toHaveLength(1)
    const third = await talking.ask('Three', { cut: true })
    expect(third.system[0]?.content).toBe('Rain.')
    expect(texts(third)).toEqual(['One', 'Answer to One', 'Two', 'Answer to Two', 'Three'])
    expect(third.report.run).toMatchObject({ epoch: 2, cut: { reason: 'asked', thinkingLost: 0 }, updates: [] })
    // The request begins with 3 of framing; nothing of the head repeats.
    expect(third.report.run?.cut?.newTokens).toBe(third.report.tokens.total - 3)
  })

  it('counts what of the head repeats', async () => {
    const builder = talk().use([
      defineLayer('rules', { order: 1, load: () => 'Be kind.' }),
      defineLayer('notes', {
        order: 2,
        stability: 'static',
        load: ({ message }) => `Notes for ${String(message?.content)}`,
      }),
    ])
    const talking = converse(builder)
    await talking.turn('One')
    const second = await talking.ask('Two', { cut: true })
    // 3 for the request, 2 for the system message, 8 characters; the separator belongs to the second part.
    expect(second.report.run?.cut?.newTokens).toBe(second.report.tokens.total - 3 - 2 - 8)
  })
})

describe('a summary', () => {
  it('that retires messages with stale thinking loses the thinking of those that take their places', async () => {
    const talking = converse(talk())
    await talking.turn('One', thought('one'))
    await talking.turn('Two', thought('two'))
    await talking.turn('Three', thought('three'), { cut: true })
    expect(stale(await talking.turn('Four', thought('four')))).toBe(2)
    talking.become([summaryMessage({ start: 0, end: 4, text: 'They counted.' }), ...talking.session.slice(4)])
    // Of its two answers with thinking, one now stands where the stale one stood.
    expect((await talking.ask('Five')).report.run?.cut).toMatchObject({ reason: 'asked', thinkingLost: 2 })
  })

  it('that is new cuts, since positions have moved', async () => {
    const talking = converse(talk())
    for (const text of ['One', 'Two', 'Three']) await talking.turn(text)
    const summary = (text: string) => ({
      role: 'user' as const,
      content: text,
      providerOptions: { lamella: { summary: { start: 0, end: 4 } } },
    })
    talking.become([summary('They said one and two.'), ...talking.session.slice(4)])
    const next = await talking.turn('Four')
    expect(next.report.run?.cut?.reason).toBe('asked')
    expect(texts(next)).toEqual(['They said one and two.', 'Three', 'Answer to Three', 'Four'])
    expect(cutOf(await talking.turn('Five'))).toBeUndefined()
    talking.become([summary('Something else.'), ...talking.session.slice(1)])
    expect(cutOf(await talking.ask('Six'))).toBe('asked')
  })
})

describe('what is revoked', () => {
  it('is not sent again, whether the head or an update had it, also in the middle of a turn', async () => {
    for (const [when, message] of [
      ['head', 'Three'],
      ['update', 'Three'],
      ['update', undefined],
    ] as const) {
      let notes = when === 'head' ? ['Secret.', 'Known.'] : ['Known.']
      let revoked: readonly string[] = []
      const layer = defineLayer('notes', {
        order: 1,
        update: 'add',
        load: () => ({ fragments: notes.map((text) => ({ id: text, content: text })), revoked }),
      })
      const talking = converse(talk().use(layer))
      await talking.turn('One')
      notes = ['Secret.', 'Known.']
      expect(JSON.stringify(await talking.turn('Two'))).toContain('Secret.')
      notes = ['Known.']
      revoked = ['Secret.', 'Never told.']
      const third = await talking.ask(message)
      expect(cutOf(third)).toBe('revoked')
      expect(JSON.stringify([third, third.run])).not.toContain('Secret.')
      expect(JSON.stringify(third)).toContain('Known.')
      expect(cutOf(await talking.ask(message))).toBeUndefined()
    }
  })

  it('does not cut if the model never saw it', async () => {
    const layer = defineLayer('notes', { update: 'add', load: () => ({ fragments: [], revoked: ['gone'] }) })
    const talking = converse(talk().use(layer))
    await talking.turn('One')
    expect(cutOf(await talking.ask('Two'))).toBeUndefined()
  })

  it('is everything of a layer that is hidden now, or that the builder no longer has', async () => {
    for (const how of ['hidden', 'removed'] as const) {
      const layer = defineLayer('notes', {
        order: 1,
        audience: ['private'],
        stability: 'static',
        load: () => 'Secret.',
      })
      const talking = converse(talk().use(layer))
      await talking.turn('One')
      const asked = how === 'hidden' ? { scope: { tenant: 'acme', kind: 'group' as const } } : { builder: talk() }
      const second = await talking.ask('Two', asked)
      expect([cutOf(second), JSON.stringify([second, second.run]).includes('Secret')]).toEqual(['revoked', false])
      expect(cutOf(await talking.ask('Two', asked))).toBeUndefined()
    }
  })

  it('does not cut for a hidden layer of which the model saw nothing', async () => {
    const layer = defineLayer('notes', { audience: ['private'], load: () => undefined })
    const talking = converse(talk().use(layer))
    await talking.turn('One')
    expect(cutOf(await talking.ask('Two', { scope: { tenant: 'acme', kind: 'group' } }))).toBeUndefined()
  })

  it('of a hidden layer is announced again where it may be seen', async () => {
    const layer = defineLayer('notes', { order: 1, audience: ['private'], update: 'replace', load: () => 'Secret.' })
    const talking = converse(talk().use(layer))
    await talking.turn('One', undefined, { scope: { tenant: 'acme', kind: 'group' } })
    expect(updates(await talking.ask('Two')).join()).toContain('Secret.')
  })

  it('comes before any other reason', async () => {
    const layer = defineLayer('notes', { audience: ['private'], load: () => 'Secret.' })
    const talking = converse(talk().use(layer))
    await talking.turn('One')
    const asked = { scope: { tenant: 'acme', kind: 'group' as const }, tools: [tool('find')], cut: true }
    expect(cutOf(await talking.ask('Two', asked))).toBe('revoked')
  })
})

describe('a limit of a layer', () => {
  it('cuts, and the layer begins anew with a share of it', async () => {
    const shares: unknown[] = []
    const limited = history({
      load: async ({ session, run }) => {
        if (run) shares.push(run.keep ?? 'in the middle')
        const all = await session.read(0, session.length, { signal: new AbortController().signal })
        const from = run?.kept?.[0]?.[0] ?? Math.max(0, all.length - Math.floor(8 * (run?.keep ?? 1)))
        const fragments = all
          .map((message, position) => ({ id: `m${position}`, content: [message], position }))
          .slice(from)
        return { fragments, cut: run?.kept !== undefined && fragments.length > 8 }
      },
    })
    const talking = converse(start().use([limited, question]).budget({ window: 10_000, reserve: 10, keep: 0.5 }))
    const reasons: unknown[] = []
    for (let turn = 0; turn < 9; turn++) reasons.push(cutOf(await talking.turn(`Question ${turn}.`)))
    const no = undefined
    // From 10 messages on only 4 of them stay; 8 more fit again.
    expect(reasons).toEqual([no, no, no, no, no, 'window', no, no, 'window'])
    expect(shares.filter((share) => share === 0.5)).toHaveLength(2)
  })
})

describe('thinking', () => {
  it('made before a cut is marked, and made after it is not', async () => {
    const talking = converse(talk())
    await talking.turn('One', thought('one'))
    await talking.turn('Two', thought('two'), { cut: true })
    const third = await talking.ask('Three')
    expect(stale(third)).toBe(1)
    expect(JSON.stringify(third.messages[1])).toContain('"stale":true')
    expect(JSON.stringify(third.messages[3])).not.toContain('stale')
    expect(JSON.stringify(talking.session)).not.toContain('stale')
  })

  it('keeps its provider options and other parts', async () => {
    const talking = converse(talk())
    await talking.turn('One', {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 's' }, lamella: { kept: 1 } } },
        { type: 'text', text: 'One.' },
      ],
    })
    const [, answer] = (await talking.ask('Two', { cut: true })).messages
    expect(answer?.content).toEqual([
      {
        type: 'reasoning',
        text: 'Hm.',
        providerOptions: { anthropic: { signature: 's' }, lamella: { kept: 1, stale: true } },
      },
      { type: 'text', text: 'One.' },
    ])
  })
})

describe('cache points of a run', () => {
  it('stand at the head, at the end of the request before, and at the end', async () => {
    const builder = talk().use(defineLayer('rules', { order: 1, stability: 'static', load: () => 'Be kind.' }))
    const talking = converse(builder)
    await talking.turn('One', undefined, { tools: [tool('find')] })
    const before = talking.last?.report.tokens.total
    const second = await talking.ask('Two', { tools: [tool('find')] })
    const points = second.report.cache.points.map(({ place, index, of }) => [place, index, of])
    expect(points).toEqual([
      ['tools', 0, 'tools'],
      ['system', 0, 'session'],
      ['messages', 0, 'page'],
      ['messages', 2, 'end'],
    ])
    expect(second.report.cache.points.at(-2)?.tokens).toBe(before)
    expect(second.report.cache.points.at(-1)?.tokens).toBe(second.report.tokens.total)
  })

  it('stand at the end of its first request, too, which the second one repeats, and after what other runs begin with', async () => {
    const builder = talk()
      .use(defineLayer('rules', { order: 1, stability: 'static', load: () => 'Be kind.' }))
      .use(defineLayer('notes', { order: 2, stability: 'turn', load: () => 'It rains.' }))
    const first = await extend(builder, { scope: { tenant: 'acme' }, message: 'One', tools: [tool('find')] })
    const pointsOf = ({ report }: typeof first) => report.cache.points.map(({ place, index, of }) => [place, index, of])
    expect(pointsOf(first)).toEqual([
      ['tools', 0, 'tools'],
      ['system', 0, 'static'],
      ['system', 1, 'session'],
      ['messages', 0, 'end'],
    ])
    const { counts } = first
    const alone = await extend(builder, { scope: { tenant: 'acme' }, message: 'One', tools: [tool('find')], counts })
    expect(pointsOf(alone)).toEqual([
      ['tools', 0, 'tools'],
      ['system', 0, 'static'],
    ])
  })
})
