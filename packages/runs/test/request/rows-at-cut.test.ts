import { type ContextBuilder, defineLayer, type Fragment, type Message, type ToolDefinition } from '@lamella/core'
import type { RunContext } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { start } from '../../../core/test/support/layers.ts'
import {
  assistant,
  type Conversation,
  calls,
  converse,
  cutOf,
  history,
  question,
  result,
  texts,
  user,
} from '../support/runs.ts'

const tool = (name: string): ToolDefinition => ({ name, inputSchema: { type: 'object' } })

/** What the layers say beside the session. */
interface Said {
  soul: string
  memory: readonly string[]
}

/** Shows the session, and shortens results before it drops anything. */
const shortening = history({
  truncation: {
    name: 'results-first',
    steps: (units) => [
      ...units.filter(({ tokens }) => tokens.length > 1).map((unit) => ({ unit, rung: 1 })),
      ...units.map((unit) => ({ unit, rung: unit.tokens.length })),
    ],
  },
  load: async (request) => {
    const fragments = (await history().load(request)) as readonly Fragment[]
    return fragments.map((fragment) => {
      const [message] = fragment.content as readonly Message[]
      return message?.role === 'tool' ? { ...fragment, shorter: [[shortOf(message)]] } : fragment
    })
  },
})

function shortOf(message: Message & { readonly role: 'tool' }): Message {
  const content = message.content.map((part) =>
    part.type === 'tool-result' ? { ...part, output: { type: 'text' as const, value: 'short' } } : part,
  )
  return { ...message, content }
}

function builderOf(said: Said, window = 1_500, model = 'm1'): ContextBuilder<string> {
  const soul = defineLayer('soul', {
    update: 'replace',
    load: () => [{ id: 'soul', content: said.soul, origin: { by: 'owner' } }],
  })
  const memory = defineLayer('memory', {
    update: 'add',
    load: ({ run }) => ({
      fragments: said.memory.map((id) => ({ id, content: `- ${id}` })),
      revoked: run?.told.filter((id) => !said.memory.includes(id)) ?? [],
    }),
  })
  return start().use([soul, memory, shortening, question]).parameters({ model }).budget({ window, reserve: 10 })
}

/** What a request lacks of its session, found by the texts, and what its report says of that. */
function lacks({ messages, report }: RunContext, session: readonly Message[]) {
  const shown = new Set(messages.map(({ content }) => JSON.stringify(content)))
  const isShort = (message: Message): boolean =>
    message.role === 'tool' && shown.has(JSON.stringify(shortOf(message).content))
  const changed = session.filter(({ content }) => !shown.has(JSON.stringify(content)))
  const shortened = changed.filter(isShort).length
  const rows = report.rows.flatMap((row) => (row.layer === 'history' && row.reason !== 'repair' ? [row] : []))
  const countOf = (action: string): number =>
    rows.reduce((sum, row) => sum + (row.action === action ? (row.count ?? 1) : 0), 0)
  const { layers, truncated } = report
  return {
    found: { dropped: changed.length - shortened, shortened, truncated: changed.length > 0 },
    reported: { dropped: countOf('dropped'), shortened: countOf('shortened'), truncated },
    counted: [layers['history']?.dropped, layers['history']?.shortened],
  }
}

function expectReported(context: RunContext, { session }: Conversation): void {
  const { found, reported, counted } = lacks(context, session)
  expect(reported).toEqual(found)
  expect(counted).toEqual([found.dropped, found.shortened])
}

/** Talks until cuts for room have dropped messages and shortened results. */
async function afterCut(said: Said, more: Parameters<Conversation['ask']>[1] = {}): Promise<Conversation> {
  const talking = converse(builderOf(said))
  for (let turn = 0; turn < 60; turn++) {
    const context = await talking.ask(`Question ${turn}`, more)
    expectReported(context, talking)
    const { found } = lacks(context, talking.session)
    if (Math.min(found.dropped, found.shortened) > 0) break
    const id = `c${turn}`
    talking.add(user(`Question ${turn}`), calls(id), result(id, `${turn} `.repeat(25)), assistant(`Answer ${turn}`))
  }
  const { last, session } = talking
  const { found } = lacks(last as RunContext, session)
  expect(Math.min(found.dropped, found.shortened)).toBeGreaterThan(0)
  talking.add(user('Now?'), assistant('Yes.'))
  return talking
}

describe('what a cut dropped and shortened', () => {
  it.each(['asked', 'tools', 'model', 'instructions', 'revoked'] as const)(
    'is reported by each request after a later cut that leaves it so (%s)',
    async (reason) => {
      const said: Said = { soul: 'Kim.', memory: ['tea', 'ferry'] }
      const tools = [tool('look')]
      const talking = await afterCut(said, { tools })
      if (reason === 'instructions') said.soul = 'Kim 2.'
      if (reason === 'revoked') said.memory = ['tea']
      const asked = {
        tools: reason === 'tools' ? [...tools, tool('find')] : tools,
        builder: builderOf(said, 1_500, reason === 'model' ? 'm2' : 'm1'),
      }
      const context = await talking.turn('More?', 'Yes.', { ...asked, cut: reason === 'asked' })
      expect(cutOf(context)).toBe(reason)
      talking.become(talking.session.slice(0, -2))
      expectReported(context, talking)
      talking.add(user('More?'), assistant('Yes.'))
      const next = await talking.ask('And more?', asked)
      expect(cutOf(next)).toBeUndefined()
      expectReported(next, talking)
    },
  )

  it('is reported after an edit, too, and not of the messages that were edited', async () => {
    const talking = await afterCut({ soul: 'Kim.', memory: ['tea', 'ferry'] })
    await talking.turn('More?')
    await talking.turn('And then?')
    const edit = talking.session.findIndex(({ content }) => content === 'More?')
    talking.become(talking.session.with(edit, user('Less?')))
    const edited = await talking.ask('And now?')
    expect(cutOf(edited)).toBe('edited')
    expectReported(edited, talking)
  })

  it('is one row with what a later cut dropped for the same reason, in each request after that', async () => {
    const said: Said = { soul: 'Kim.', memory: ['tea', 'ferry'] }
    const talking = await afterCut(said)
    const before = talking.last?.report.layers['history']
    const { total = 0 } = talking.last?.report.tokens ?? {}
    const context = await talking.turn('More?', 'Yes.', { builder: builderOf(said, total - 100, 'm2') })
    expect(cutOf(context)).toBe('model')
    talking.become(talking.session.slice(0, -2))
    expectReported(context, talking)
    expect(context.report.layers['history']?.dropped).toBeGreaterThan(before?.dropped ?? 0)
    talking.add(user('More?'), assistant('Yes.'))
    const next = await talking.ask('And more?', { builder: builderOf(said, 1_500, 'm2') })
    expect(cutOf(next)).toBeUndefined()
    expectReported(next, talking)
    const dropped = next.report.rows.filter(({ action }) => action === 'dropped')
    expect(dropped).toHaveLength(1)
    expect(dropped[0]).toMatchObject({ fragment: 'm0', tokensAfter: 0 })
    const sent = next.messages.flatMap(({ content }) => JSON.stringify(content))
    const gone = talking.session.flatMap(({ content }, at) => (sent.includes(JSON.stringify(content)) ? [] : [at]))
    const [row] = dropped
    const positions = row?.reason === 'repair' ? [] : (row?.positions ?? [])
    const inRanges = gone.filter((at) => positions.some(([from, to]) => from <= at && at < to))
    expect(inRanges).toHaveLength(next.report.layers['history']?.dropped ?? 0)
  })

  it('is gone from the reports once a cut reads the session again, and shows it', async () => {
    const said: Said = { soul: 'Kim.', memory: ['tea', 'ferry'] }
    const talking = await afterCut(said)
    const context = await talking.ask('More?', {
      builder: builderOf(said, 100_000),
      refused: { input: 95_000, limit: 90_000 },
    })
    expect(cutOf(context)).toBe('window')
    expectReported(context, talking)
  })

  it('is a result that a stand-in replaces: each epoch reports it', async () => {
    const talking = converse(start().use([history(), question]).budget({ window: 10_000, reserve: 10 }))
    await talking.turn('One', calls('c1'))
    await talking.turn('Two')
    const context = await talking.turn('Three', 'Yes.', { cut: true })
    expect(texts(context).join()).toContain('No result')
    const standIn = { fragment: 'm1', reason: 'repair', repair: 'result-added', id: 'c1' }
    expect(context.report.rows).toMatchObject([standIn])
    expect((await talking.ask('Four')).report.rows).toMatchObject([standIn])
  })
})

describe('a layer that fails at a cut and shows the session in the next request', () => {
  it('leaves the rows of what the epoch before dropped', async () => {
    let fails = false
    const layer = history({
      onError: 'omit',
      load: (request) => {
        if (fails) throw new Error('away')
        return history().load(request)
      },
    })
    const talking = converse(start().use([layer, question]).budget({ window: 300, reserve: 10 }))
    let turn = 0
    while (cutOf(await talking.turn(`Question ${turn}`, `Answer ${turn++}`)) === undefined);
    const dropped = talking.last?.report.layers['history']?.dropped ?? 0
    expect(dropped).toBeGreaterThan(0)
    fails = true
    const failed = await talking.turn('Three', 'Yes.', { cut: true })
    expect(failed.report.layers['history']).toMatchObject({ status: 'failed', dropped })
    fails = false
    const next = await talking.ask('Four')
    expectReported(next, talking)
    expect(lacks(next, talking.session).found.dropped).toBe(dropped)
  })
})
