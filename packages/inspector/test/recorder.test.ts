import {
  createContext,
  defineLayer,
  type Message,
  oldestFirst,
  plan,
  type TruncationPolicy,
  type Unit,
} from '@lamella/core'
import { readRecording, recorder } from '@lamella/inspector'
import { history, memory, message } from '@lamella/layers'
import { bm25 } from '@lamella/ranker-bm25'
import { extend } from '@lamella/runs'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it, vi } from 'vitest'
import { planLayers } from '../src/model/plan-layers.ts'

const scope = { tenant: 'acme' }
const turns: readonly Message[] = Array.from({ length: 40 }, (_, index) =>
  index % 2 === 0
    ? { role: 'user', content: `Question ${index}: where is the parcel ${'x'.repeat(index)}?` }
    : { role: 'assistant', content: `Answer ${index}: on its way.` },
)
const rules = defineLayer('rules', {
  order: 0,
  priority: 100,
  load: () => [{ id: 'kind', content: 'Be kind.', pinned: true }],
})
const notes = defineLayer('notes', {
  order: 10,
  priority: 5,
  load: () =>
    Array.from({ length: 12 }, (_, rank) => ({
      id: `n${rank}`,
      content: `Note ${rank} `.repeat(8),
      rank,
      shorter: ['short'],
    })),
})
const base = createContext().tokenizer(charTokenizer).use([rules, notes, history(), message()])

function recording(options?: Parameters<typeof recorder>[1]) {
  const lines: string[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) }, options)
  return { lines, tracer, builder: base.observe(tracer).budget({ window: 2_000, reserve: 100 }) }
}

describe('recorder', () => {
  it('writes a header, each content once, and a line for each build', async () => {
    const { builder, tracer, lines } = recording({ date: () => new Date(60_000) })
    await builder.build({ scope, session: turns, message: 'Hello', now: new Date(0) })
    await builder.build({ scope, session: turns, message: 'Hello' })
    await tracer.flush()
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(parsed[0]).toEqual({ lamella: 'recording', spec: 1, texts: 'full' })
    const keys = parsed.flatMap(({ content }) => (content === undefined ? [] : [content]))
    expect(new Set(keys).size).toBe(keys.length)
    expect(parsed.filter((line) => 'build' in line).map(({ build, at }) => [build, at])).toEqual([
      [1, '1970-01-01T00:00:00.000Z'],
      [2, '1970-01-01T00:01:00.000Z'],
    ])
  })

  it('records without setImmediate, which browsers do not have', async () => {
    vi.stubGlobal('setImmediate', undefined)
    try {
      const { builder, lines } = recording()
      await builder.build({ scope, session: turns, message: 'Hello' })
      expect(lines).toEqual([])
      await vi.waitFor(() => expect(readRecording(lines).builds).toHaveLength(1))
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('has everything that was sent, in its place', async () => {
    const { builder, tracer, lines } = recording()
    const context = await builder.build({ scope, session: turns, message: 'Hello' })
    await tracer.flush()
    const [build] = readRecording(lines).builds
    const items = build?.made?.layout.items ?? []
    expect(items.filter(({ place }) => place === 'system').map(({ content }) => build?.contentOf(content))).toEqual(
      context.system.map(({ content }) => content),
    )
    expect(
      items
        .filter(({ place }) => place === 'messages')
        .flatMap(({ content }) => (build?.contentOf(content) ?? []) as readonly Message[]),
    ).toEqual(context.messages)
    expect(items.at(-1)?.end).toBe(context.report.tokens.total)
    expect(build?.made?.rows).toEqual(JSON.parse(JSON.stringify(context.report.rows)))
  })

  it('can be planned again: the same window gives the same plan', async () => {
    for (const window of [700, 900, 1_200, 1_700, 2_600, 5_000]) {
      const { builder, tracer, lines } = recording()
      await builder.budget({ window, reserve: 50 }).build({ scope, session: turns, message: 'Hello' })
      await tracer.flush()
      const made = readRecording(lines).builds[0]?.made
      if (!made) throw new Error('not built')
      const { rungs, truncated } = plan(planLayers(made), made.available)
      expect(truncated).toBe(made.truncated)
      for (const [index, { units }] of made.layers.entries()) {
        for (const [position, { fragments, tokens }] of units.entries()) {
          for (const { kept } of fragments) expect(kept ?? tokens.length).toBe(rungs[index]?.[position] ?? 0)
        }
      }
    }
  })

  it('records no text with `hashes`, and no state of the run', async () => {
    const { builder, tracer, lines } = recording({ texts: 'hashes' })
    await builder.parameters({ model: 'm' }).build({ scope, session: turns, message: 'A secret word' })
    await tracer.flush()
    const all = lines.join('\n')
    for (const text of ['secret', 'Be kind', 'Note 1', 'parcel', 'on its way']) expect(all).not.toContain(text)
    expect(lines).toHaveLength(2)
    expect(readRecording(lines).builds[0]?.made?.tokens.window).toBe(2_000)
  })

  it('redacts every text, also inside of tool results, and leaves the messages alone', async () => {
    const session: readonly Message[] = [
      { role: 'user', content: 'token-1' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { key: 'token-2' } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'look',
            output: { type: 'json', value: [{ a: 'token-3' }] },
          },
        ],
      },
    ]
    const { builder, tracer, lines } = recording({ redact: (text) => text.replaceAll(/token-\d/g, 'x') })
    await builder.build({ scope, session, message: 'token-4' })
    await tracer.flush()
    expect(lines.join('\n')).not.toMatch(/token-\d/)
    expect(JSON.stringify(session)).toContain('token-3')
  })

  it('records a build that failed', async () => {
    const { builder, tracer, lines } = recording()
    await expect(
      extend(builder.budget({ window: 20, reserve: 1 }), { scope, message: 'Hello '.repeat(40) }),
    ).rejects.toThrow()
    await tracer.flush()
    expect(readRecording(lines).builds[0]?.error?.code).toBe('CONTEXT_OVERFLOW')
  })

  it('begins again with a header where its sink asks for it', async () => {
    const files: string[][] = [[]]
    let asked = false
    const tracer = recorder({
      write: (line) => {
        if (!asked && (files[0]?.length ?? 0) > 5) {
          asked = true
          files.push([])
          return 'restart'
        }
        files.at(-1)?.push(line)
        return undefined
      },
    })
    const builder = base.observe(tracer).budget({ window: 2_000, reserve: 100 })
    await builder.build({ scope, session: turns, message: 'Hello' })
    await tracer.flush()
    const { builds, problems } = readRecording(files[1] ?? [])
    expect(problems).toEqual([])
    const [build] = builds
    expect(build?.made?.layout.items.every(({ content }) => build.contentOf(content) !== undefined)).toBe(true)
  })

  it('writes what builds have in common once, and a new header after 500 builds', async () => {
    const { builder, tracer, lines } = recording()
    const sizes: number[] = []
    for (let turn = 0; turn <= 500; turn++) {
      await builder.build({ scope, session: turns, message: 'Hello' })
      await tracer.flush()
      sizes.push(lines.splice(0).join('').length)
    }
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 5)
    expect(Math.max(...sizes.slice(1, 500))).toBeLessThan((sizes[0] ?? 0) / 5)
    expect(sizes[500]).toBeGreaterThan(0.9 * (sizes[0] ?? 0))
  })

  it('reads a message again that its owner has changed', async () => {
    const { builder, tracer, lines } = recording()
    const growing = { role: 'assistant' as const, content: 'It is' }
    const session: Message[] = [{ role: 'user', content: 'Where?' }, growing]
    await builder.build({ scope, session, message: 'Hello' })
    await tracer.flush()
    growing.content = 'It is here.'
    await builder.build({ scope, session, message: 'Hello' })
    await tracer.flush()
    const texts = readRecording(lines).builds.map(({ made, contentOf }) =>
      JSON.stringify(made?.layout.items.map(({ content }) => contentOf(content))),
    )
    expect(texts[0]).toContain('"It is"')
    expect(texts[1]).toContain('"It is here."')
  })

  it('has the steps of a policy that is not of the core, and the settings of one that is', async () => {
    const { tracer, lines } = recording()
    const own = {
      name: 'own',
      steps: (units: readonly Unit[]) => units.map((unit) => ({ unit, rung: unit.tokens.length })),
    }
    const list = (name: string, truncation: TruncationPolicy) =>
      defineLayer(name, { truncation, load: () => ['a', 'b'].map((id) => ({ id, content: `Text ${id}.` })) })
    await createContext()
      .use([list('first', own), list('second', oldestFirst({ newestPriority: 90 }))])
      .observe(tracer)
      .budget({ window: 2_000, reserve: 100 })
      .build({ scope })
    await tracer.flush()
    const [first, second] = readRecording(lines).builds[0]?.made?.layers ?? []
    expect(first?.steps).toEqual([
      [0, 1],
      [1, 1],
    ])
    expect(second?.steps).toBeUndefined()
    expect(second?.oldestFirst).toEqual({ newestPriority: 90 })
  })

  it('has the settings of the policy of the history, and steps only where something has a shorter form', async () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'aGVsbG8=' } as const
    const pictured: Message = { role: 'user', content: [{ type: 'text', text: 'Look.' }, image] }
    for (const session of [turns, [pictured, ...turns]]) {
      const { builder, tracer, lines } = recording()
      const context = await builder.budget({ window: 1_200, reserve: 50 }).build({ scope, session, message: 'Hello' })
      await tracer.flush()
      const made = readRecording(lines).builds[0]?.made
      const layer = made?.layers.find(({ name }) => name === 'history')
      const hasShorter = layer?.units.some(({ tokens }) => tokens.length > 1) ?? false
      expect(layer?.steps !== undefined).toBe(hasShorter)
      expect(layer?.oldestFirst !== undefined).toBe(!hasShorter)
      expect(context.report.truncated).toBe(true)
    }
  })

  it('records one of so many builds, and says that builds are missing', async () => {
    const { builder, tracer, lines } = recording({ every: 3 })
    for (let index = 0; index < 8; index++) {
      const context = await builder.build({ scope, session: turns, message: `Hello ${index}` })
      tracer.sent(context, { model: 'm', messages: [{ role: 'user', content: `Hello ${index}` }] })
    }
    await tracer.flush()
    const { builds, problems } = readRecording(lines)
    const newest = builds.map(({ made, contentOf }) => contentOf(made?.layout.items.at(-1)?.content ?? ''))
    expect(newest).toEqual(['Hello 0', 'Hello 3', 'Hello 6'].map((content) => [{ role: 'user', content }]))
    expect(builds.map(({ body }) => JSON.stringify(body).includes('Hello'))).toEqual([true, true, true])
    expect(builds.every(({ partial }) => partial)).toBe(true)
    expect(problems).toEqual([])
  })

  it('records the builds that are wanted, and those that failed', async () => {
    const errors: unknown[] = []
    const { builder, tracer, lines } = recording({
      when: ({ report }) => {
        if (report.tokens.window === 7_000) throw new Error('broken')
        return report.truncated
      },
      onError: (error) => errors.push(error),
    })
    const request = { scope, session: turns, message: 'Hello' }
    for (const window of [900, 20_000, 7_000, 1_000]) await builder.budget({ window, reserve: 50 }).build(request)
    await expect(builder.budget({ window: 60, reserve: 50 }).build(request)).rejects.toThrow()
    await tracer.flush()
    const { builds } = readRecording(lines)
    expect(builds.map(({ made, error }) => made?.tokens.window ?? error?.code)).toEqual([
      900,
      1_000,
      'CONTEXT_OVERFLOW',
    ])
    expect(errors).toEqual([new Error('broken')])
  })

  it.each([0, 1.5, -1, '2'])('refuses to record one of %s builds', (every) => {
    expect(() => recorder({ write: () => undefined }, { every: every as number })).toThrow(
      /must be a whole number, 1 or more/,
    )
  })

  it('says why memories are ranked as they are, if asked, and not without texts', async () => {
    const entries = ['Ada likes green tea.', 'Kim is allergic to nuts.'].map((text, index) => ({
      id: `m${index}`,
      text,
    }))
    const layer = memory({ source: { entries: () => ({ entries }) }, ranker: bm25() })
    const request = { scope: { ...scope, kind: 'private' as const }, message: 'Which tea does Ada like?' }
    const whyWith = async (options: Parameters<typeof recorder>[1]) => {
      const { tracer, lines } = recording(options)
      const builder = createContext().use([layer, message()]).observe(tracer).budget({ window: 2_000, reserve: 100 })
      await builder.build(request)
      await tracer.flush()
      const [first] = readRecording(lines).builds[0]?.made?.layers ?? []
      return first?.units.flatMap(({ fragments }) => fragments.map(({ id, kept, why }) => ({ id, kept, why })))
    }
    const [tea, nuts] = (await whyWith({ explain: true })) ?? []
    expect(tea).toMatchObject({ id: 'm0', kept: 0, why: { by: 'bm25', place: 1, of: 2, query: request.message } })
    expect(tea?.why?.terms?.map(({ term }) => term).sort()).toEqual(['ada', 'like', 'tea'])
    expect(nuts?.why).toMatchObject({ place: 2, score: 0, terms: [] })
    for (const options of [{}, { explain: true, texts: 'hashes' as const }]) {
      expect((await whyWith(options))?.map(({ why }) => why)).toEqual([undefined, undefined])
    }
    const hidden = await whyWith({ explain: true, redact: () => 'x' })
    expect(hidden?.[0]?.why).toMatchObject({ query: 'x', place: 1 })
  })

  it('adds the body that was sent to its build, redacted', async () => {
    const { builder, tracer, lines } = recording({ redact: (text) => text.replaceAll('secret', 'x') })
    const [first, second] = [
      await builder.build({ scope, message: 'One' }),
      await builder.build({ scope, message: 'Two' }),
    ]
    tracer.sent({ ...first }, { messages: [{ role: 'user', content: 'a secret' }] })
    tracer.sent(await base.budget({ window: 2_000, reserve: 100 }).build({ scope, message: 'Three' }), {
      not: 'followed',
    })
    await tracer.flush()
    const { builds, problems } = readRecording(lines)
    expect(second.report.tokens.total).toBeGreaterThan(0)
    expect(problems).toEqual([])
    expect(builds.map(({ body }) => body)).toEqual([{ messages: [{ role: 'user', content: 'a x' }] }, undefined])
  })

  it('adds what the provider found in the request, redacted; where no texts are recorded, the codes', async () => {
    const found = [{ code: 'CACHE_MISSED', what: "The tool 'secret' changed.", details: { tool: 'secret' } }]
    const recorded = async (options: Parameters<typeof recording>[0]) => {
      const { builder, tracer, lines } = recording(options)
      const context = await builder.build({ scope, message: 'One' })
      await builder.build({ scope, message: 'Two' })
      tracer.diagnosed(context, found)
      await tracer.flush()
      const { builds, problems } = readRecording(lines)
      expect(problems).toEqual([])
      return builds.map(({ diagnosis }) => diagnosis)
    }
    expect(await recorded({})).toEqual([found, undefined])
    expect(await recorded({ texts: 'hashes' })).toEqual([[{ code: 'CACHE_MISSED' }], undefined])
    const [hidden] = await recorded({ redact: (text) => text.replaceAll('secret', 'x') })
    expect(hidden).toMatchObject([{ code: 'CACHE_MISSED', what: "The tool 'x' changed." }])
  })

  it('reports a diagnosis whose build is missing, and ignores anything that is not a notice', () => {
    const header = JSON.stringify({ lamella: 'recording', spec: 1, texts: 'full' })
    const { problems } = readRecording([header, JSON.stringify({ diagnosed: 7, found: [] })])
    expect(problems).toEqual([{ line: 2, problem: 'has the diagnosis of a build that is missing' }])
  })

  it('tells an error of its sink, and builds go on', async () => {
    const errors: unknown[] = []
    const tracer = recorder(
      {
        write: () => {
          throw new Error('full')
        },
      },
      { onError: (error) => errors.push(error) },
    )
    const builder = base.observe(tracer).budget({ window: 2_000, reserve: 100 })
    await builder.build({ scope, message: 'Hello' })
    await tracer.flush()
    expect(errors).toHaveLength(1)
  })

  it('has the run and why it was cut', async () => {
    const { builder, tracer, lines } = recording()
    const first = await extend(builder, { scope, session: turns.slice(0, 4), message: 'Hello' })
    const session = [
      ...turns.slice(0, 4),
      { role: 'user', content: 'Hello' } as const,
      { role: 'assistant', content: 'Hi' } as const,
    ]
    await extend(builder, { scope, session, message: 'Next', run: first.run, cut: true })
    await tracer.flush()
    const [, second] = readRecording(lines).builds
    expect(second?.made?.run?.cut?.reason).toBe('asked')
    expect(second?.made?.run?.epoch).toBe(2)
  })
})

describe('readRecording', () => {
  it('skips a torn line and reads everything else', async () => {
    const files = await Promise.all(
      [1, 2].map(async () => {
        const { builder, tracer, lines } = recording()
        for (let turn = 0; turn < 3; turn++) {
          await builder.build({ scope, session: turns.slice(0, turn), message: 'Hello' })
        }
        await tracer.flush()
        return lines
      }),
    )
    const [first = [], second = []] = files
    const torn = [...first.slice(0, -1), (first.at(-1) as string).slice(0, 100), '', ...second]
    const { builds, problems } = readRecording(torn)
    expect(builds.map(({ build }) => build)).toEqual([1, 2, 1, 2, 3])
    expect(problems).toEqual([{ line: first.length, problem: 'is not JSON' }])
  })

  it('opens the builds after a damaged line, and says what of them is missing', async () => {
    const { builder, tracer, lines } = recording()
    for (const turn of [2, 4, 6]) {
      await builder.build({ scope, session: turns.slice(0, turn), message: 'Hello' })
      await tracer.flush()
    }
    const damaged = lines.map((line) => (line.startsWith('{"build":2') ? line.slice(0, -1) : line))
    const { builds, problems } = readRecording(damaged)
    expect(builds.map(({ build }) => build)).toEqual([1, 3])
    expect(problems.map(({ problem }) => problem)).toEqual([
      'is not JSON',
      expect.stringMatching(/^names \d+ things whose line is missing$/),
    ])
    const [whole] = readRecording(lines).builds.slice(-1)
    const items = builds[1]?.made?.layout.items ?? []
    expect(items.length).toBeGreaterThan(0)
    expect(items.length).toBeLessThan(whole?.made?.layout.items.length ?? 0)
  })

  it('reports foreign lines', () => {
    expect(
      readRecording(['{"a":1}', 'x', '{"lamella":"recording","spec":1,"texts":"full"}', '[1]', '{"b":2}']),
    ).toEqual({
      builds: [],
      problems: [
        { line: 1, problem: 'comes before a header' },
        { line: 2, problem: 'is not JSON' },
        { line: 4, problem: 'is not a line of a recording' },
        { line: 5, problem: 'is not a line of a recording' },
      ],
    })
  })
})
