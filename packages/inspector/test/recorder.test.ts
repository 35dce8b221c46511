import { createContext, defineLayer, type Message } from '@lamella/core'
import { plan } from '@lamella/core/plan'
import { readRecording, recorder } from '@lamella/inspector'
import { history, message } from '@lamella/layers'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
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
    const { builder, tracer, lines } = recording()
    await builder.build({ scope, session: turns, message: 'Hello', now: new Date(0) })
    await builder.build({ scope, session: turns, message: 'Hello' })
    await tracer.flush()
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(parsed[0]).toEqual({ lamella: 'recording', spec: 1, texts: 'full' })
    const keys = parsed.flatMap(({ content }) => (content === undefined ? [] : [content]))
    expect(new Set(keys).size).toBe(keys.length)
    expect(parsed.filter((line) => 'build' in line).map(({ build, at }) => [build, at])).toEqual([
      [1, '1970-01-01T00:00:00.000Z'],
      [2, undefined],
    ])
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
      builder.budget({ window: 20, reserve: 1 }).build({ scope, message: 'Hello '.repeat(40) }),
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
    const first = await builder.build({ scope, session: turns.slice(0, 4), message: 'Hello' })
    const session = [
      ...turns.slice(0, 4),
      { role: 'user', content: 'Hello' } as const,
      { role: 'assistant', content: 'Hi' } as const,
    ]
    await builder.build({ scope, session, message: 'Next', run: first.run, cut: true })
    await tracer.flush()
    const [, second] = readRecording(lines).builds
    expect(second?.made?.run?.report?.cut?.reason).toBe('asked')
    expect(second?.made?.run?.state?.epoch).toBe(2)
  })
})

describe('readRecording', () => {
  it('skips a torn line and reads everything else', async () => {
    const { builder, tracer, lines } = recording()
    for (let turn = 0; turn < 3; turn++) await builder.build({ scope, session: turns.slice(0, turn), message: 'Hello' })
    await tracer.flush()
    const last = lines.at(-1) as string
    const { builds, problems } = readRecording([
      ...lines.slice(0, -1),
      last.slice(0, 100),
      '',
      lines[0] as string,
      last,
    ])
    expect(builds.map(({ build }) => build)).toEqual([1, 2, 3])
    expect(problems).toEqual([{ line: lines.length, problem: 'is not JSON' }])
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
