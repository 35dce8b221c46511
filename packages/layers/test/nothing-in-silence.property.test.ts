import { type Context, createContext, isLamellaError, type Layer, type Message } from '@lamella/core'
import { standardLayers } from '@lamella/layers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTurns, conversation } from './support/conversations.ts'

// 20,000 builds: LAMELLA_BUILDS=20000.
const runs = { numRuns: Number(process.env['LAMELLA_BUILDS'] ?? 75), endOnFailure: true }
const scope = { tenant: 'acme', kind: 'private' } as const
const names = ['system', 'bootstrap', 'memory', 'skills', 'tools', 'history', 'message'] as const

const image = { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=', filename: 'mark.png' } as const

/** A message that stands where hosts put them: a late or second result, one without a call, an attachment. */
const odd: fc.Arbitrary<Message> = fc.constantFrom<Message>(
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'late' } }],
  },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'nobody', toolName: 'look', output: { type: 'text', value: 'lone' } }],
  },
  { role: 'user', content: [{ type: 'text', text: 'see the file' }, image] },
  { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }] },
  { role: 'user', content: [{ type: 'hologram', text: 'unknown' }] } as unknown as Message,
)

const given = fc.record({
  layers: fc.subarray([...names]),
  turns: anyTurns,
  odd: fc.array(fc.record({ at: fc.nat(30), message: odd }), { maxLength: 3 }),
  message: fc.option(fc.constantFrom<Message['content']>('What now?', [{ type: 'text', text: 'What now?' }, image]), {
    nil: undefined,
  }),
  entries: fc.integer({ min: 0, max: 6 }),
  skills: fc.integer({ min: 0, max: 4 }),
  tools: fc.integer({ min: 0, max: 3 }),
  window: fc.integer({ min: 300, max: 6_000 }),
})

type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)
const sessionOf = ({ turns, odd: more }: Given): readonly Message[] =>
  more.reduce((all: readonly Message[], { at, message }) => all.toSpliced(at, 0, message), conversation(turns))

function layersOf({ layers, entries, skills }: Given): readonly Layer[] {
  const all: readonly Layer[] = standardLayers({
    system: { prompt: 'You are Kim.' },
    memory: {
      source: { entries: () => ({ entries: upTo(entries).map((at) => ({ id: `e${at}`, text: `fact-${at}` })) }) },
    },
    skills: {
      advertise: 'always',
      source: {
        skills: () => ({ skills: upTo(skills).map((at) => ({ name: `skill-${at}`, description: 'Does it.' })) }),
      },
    },
    tools: { source: '# Search\nAt most ten words.' },
  })
  return all.filter(({ name }) => layers.some((one) => one === name))
}

function build(one: Given): Promise<Context> {
  const { message, tools, window } = one
  return createContext()
    .use(layersOf(one))
    .budget({ window, reserve: 100 })
    .build({
      scope,
      session: sessionOf(one),
      tools: upTo(tools).map((at) => ({ name: `tool_${at}`, inputSchema: { type: 'object' } })),
      ...(message !== undefined && { message: message as string }),
    })
}

/** A repair may move a part, or add a stand-in beside it. */
const partsOf = ({ role, content }: Message): readonly string[] =>
  typeof content === 'string' ? [`${role} ${content}`] : content.map((part) => JSON.stringify(part))

/** What was given, is not in the request, and no row, notice or omission of a layer names. */
function silent(one: Given, { system, messages, tools, report }: Context): readonly string[] {
  const { rows, layers, notices = [] } = report
  const text = JSON.stringify([system, messages])
  const named = (layer: string, fragment: string): boolean =>
    rows.some((row) => row.layer === layer && row.fragment === fragment) || (layers[layer]?.notices ?? []).length > 0
  /** As many as the layer says that it has left out may be missing. */
  const unsaid = (layer: string, missing: readonly string[]): readonly string[] => {
    const left = (layers[layer]?.omitted ?? []).reduce((sum, { count }) => sum + count, 0)
    return missing.length <= left ? [] : missing
  }
  const has = (name: string): boolean => one.layers.some((layer) => layer === name)
  const items = (layer: string, count: number, word: string, id: string): readonly string[] =>
    has(layer)
      ? upTo(count).flatMap((at) =>
          text.includes(`${word}${at}`) || named(layer, `${id}${at}`) ? [] : [`${layer}/${at}`],
        )
      : []
  const session = sessionOf(one)
  const sent = new Set(messages.flatMap(partsOf))
  const unread = session.length > 0 && !has('history') && !notices.some(({ code }) => code === 'SESSION_NOT_READ')
  const lost = has('history')
    ? session.flatMap((message, at) =>
        partsOf(message).every((part) => sent.has(part)) || named('history', `m${at}`) ? [] : [`history/m${at}`],
      )
    : []
  return [
    ...(one.message === undefined || JSON.stringify(messages.at(-1)?.content).includes('What now?') ? [] : ['message']),
    ...(unread ? ['session'] : []),
    ...unsaid('history', lost),
    ...unsaid('memory', items('memory', one.entries, 'fact-', 'e')),
    ...unsaid('skills', items('skills', one.skills, 'skill-', 'skill-')),
    ...upTo(one.tools).flatMap((at) => (tools.some(({ name }) => name === `tool_${at}`) ? [] : [`tool_${at}`])),
  ]
}

const isUntaken = ({ message, layers }: Given): boolean => message !== undefined && !layers.includes('message')

describe('G15: a build, with whatever layers', () => {
  it('has all that it was given in the request, or an error, a row or a notice names it', async () => {
    const seen = { built: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        const made = await build(one).catch((error: unknown) => error)
        if (isLamellaError(made)) {
          seen.refused++
          const isOdd = one.odd.some(({ message }) => JSON.stringify(message).includes('hologram'))
          if (made.code === 'MESSAGE_INVALID') expect(isOdd).toBe(true)
          else if (made.code === 'REQUEST_INVALID') expect(isUntaken(one)).toBe(true)
          else expect(made.code).toBe('CONTEXT_OVERFLOW')
          return
        }
        if (made instanceof Error) throw made
        seen.built++
        expect(silent(one, made as Context)).toEqual([])
      }),
      runs,
    )
    expect(Math.min(seen.built, seen.refused)).toBeGreaterThan(0)
  })
})
