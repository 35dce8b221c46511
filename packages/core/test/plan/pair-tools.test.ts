import { type Fragment, isLamellaError, type Message, type ToolCallPart, type ToolResultPart } from '@lamella/core'
import { makeUnits, missingResultText, pairTools } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../support/deep-freeze.ts'
import { histories } from '../support/histories.ts'
import { toolProblems } from '../support/tool-problems.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 600)
const user = (content: string): Message => ({ role: 'user', content })
const calls = (...ids: readonly string[]): Message => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool-call', toolCallId: id, toolName: 'look', input: {} })),
})
const results = (...ids: readonly string[]): Message => ({
  role: 'tool',
  content: ids.map(resultOf),
})
const resultOf = (id: string): ToolResultPart => {
  return { type: 'tool-result', toolCallId: id, toolName: 'look', output: { type: 'text', value: `result of ${id}` } }
}
const fragmentsOf = (messages: readonly Message[]): readonly Fragment[] =>
  messages.map((message, index) => ({ id: `m${index}`, content: [message] }))
const messagesOf = (fragments: readonly Fragment[]): readonly Message[] =>
  fragments.flatMap((fragment) => fragment.content as readonly Message[])
const pair = (messages: readonly Message[], policy = {}): ReturnType<typeof pairTools> =>
  pairTools('history', fragmentsOf(messages), policy)

describe('pairTools', () => {
  it('returns a history without tools unchanged, object for object', () => {
    const fragments = fragmentsOf([user('a'), { role: 'assistant', content: 'b' }])
    expect(pairTools('history', fragments, {})).toEqual({ fragments, links: [], repairs: [], waits: false })
    expect(pairTools('history', fragments, {}).fragments).toBe(fragments)
  })

  it('links a call with the results of parallel calls in several messages', () => {
    const { links, repairs } = pair([user('a'), calls('x', 'y'), results('y'), results('x'), user('b')])
    expect(links).toEqual([
      [1, 2],
      [1, 3],
    ])
    expect(repairs).toEqual([])
  })

  it('pairs reused ids by position', () => {
    const { links, repairs } = pair([calls('x'), results('x'), user('a'), calls('x'), results('x')])
    expect(links).toEqual([
      [0, 1],
      [3, 4],
    ])
    expect(repairs).toEqual([])
  })

  it('adds the stand-in of a further call with the same id after the results that are there, since they are in order', () => {
    const standIn = {
      ...{ ...resultOf('x'), output: { type: 'error-text', value: missingResultText } },
      providerOptions: { lamella: { synthetic: true } },
    }
    const { fragments, repairs } = pair([calls('x', 'x'), results('x'), user('b')])
    const sent = messagesOf(fragments)
    expect(sent).toEqual([calls('x', 'x'), results('x'), { role: 'tool', content: [standIn] }, user('b')])
    expect(repairs).toEqual([{ fragment: 'm0', repair: 'result-added', id: 'x' }])
  })

  it('moves a result to its call, also where the result before it is replaced and nothing is left of its message', () => {
    const first: Message = { role: 'tool', content: [{ ...resultOf('x'), output: { type: 'text', value: 'first' } }] }
    const { fragments } = pair([calls('x', 'y'), first, user('b'), results('x', 'y')])
    expect(messagesOf(fragments)).toEqual([calls('x', 'y'), results('x', 'y'), user('b')])
  })

  it('pairs a result with the call of its own message, and moves it after the call', () => {
    const ran: ToolCallPart = {
      type: 'tool-call',
      toolCallId: 'x',
      toolName: 'look',
      input: {},
      providerExecuted: true,
    }
    const open: Message = { role: 'assistant', content: [ran] }
    const { fragments, repairs } = pair([open, { role: 'assistant', content: [resultOf('x'), ran] }, results('x')])
    expect(messagesOf(fragments)).toEqual([open, results('x'), { role: 'assistant', content: [ran, resultOf('x')] }])
    expect(repairs).toEqual([
      { fragment: 'm1', repair: 'result-moved', id: 'x' },
      { fragment: 'm2', repair: 'result-moved', id: 'x' },
    ])
  })

  it('moves a late result to directly after its call', () => {
    const { fragments, repairs } = pair([calls('x'), user('meanwhile'), results('x')])
    expect(messagesOf(fragments)).toEqual([calls('x'), results('x'), user('meanwhile')])
    expect(repairs).toEqual([{ fragment: 'm2', repair: 'result-moved', id: 'x' }])
  })

  it('lets the last of several results of a call count, wherever they are', () => {
    const said = (value: string): ToolResultPart => ({ ...resultOf('x'), output: { type: 'text', value } })
    const tool = (value: string): Message => ({ role: 'tool', content: [said(value)] })
    const answer = [calls('x'), tool('third')]
    expect(messagesOf(pair([calls('x'), tool('first'), tool('third')]).fragments)).toEqual(answer)
    const far = pair([calls('x'), tool('first'), user('a'), tool('second'), user('b'), tool('third')])
    expect(messagesOf(far.fragments)).toEqual([...answer, user('a'), user('b')])
    expect(far.repairs.map(({ fragment, repair }) => [fragment, repair])).toEqual([
      ['m1', 'result-replaced'],
      ['m3', 'result-moved'],
      ['m3', 'result-replaced'],
      ['m5', 'result-moved'],
    ])
    const inline: Message = { role: 'assistant', content: [...(calls('x').content as ToolCallPart[]), said('first')] }
    expect(messagesOf(pair([inline, user('a'), tool('third')]).fragments)).toEqual([...answer, user('a')])
  })

  it('leaves what a run has sent, and leaves out what came later', () => {
    const said = (value: string): Message => ({
      role: 'tool',
      content: [{ ...resultOf('x'), output: { type: 'text', value } }],
    })
    const fragments = fragmentsOf([calls('x'), said('first'), user('a'), said('second'), results('z')])
    const placed = fragments.map((fragment, position) => ({ ...fragment, position }))
    const paired = pairTools('history', placed, {}, { sentTo: 3 })
    expect(messagesOf(paired.fragments)).toEqual([calls('x'), said('first'), user('a')])
    expect(paired.repairs).toEqual([
      { fragment: 'm3', repair: 'result-late', id: 'x' },
      { fragment: 'm4', repair: 'result-late', id: 'z' },
    ])
    const unsent = pairTools('history', placed, {}, { sentTo: 1 })
    expect(messagesOf(unsent.fragments)).toEqual([calls('x'), said('second'), user('a')])
  })

  it('adds a marked stand-in for a missing result, drops the call, or fails, as configured', () => {
    const broken = [user('a'), calls('x'), user('b')]
    const synthesized = messagesOf(pair(broken).fragments)
    expect(JSON.stringify(synthesized[2])).toContain(missingResultText)
    expect(toolProblems(synthesized)).toEqual([])
    expect(messagesOf(pair(broken, { missingResult: 'drop' }).fragments)).toEqual([user('a'), user('b')])
    const fail = (): unknown => pair(broken, { missingResult: 'fail' })
    expect(fail).toThrow(expect.objectContaining({ code: 'TOOL_PAIR_BROKEN' }))
  })

  it('makes its changes in the shorter renderings, too, and omits those of another shape', () => {
    const short = (id: string): Message => {
      return { role: 'tool', content: [{ ...resultOf(id), output: { type: 'text', value: 'short' } }] }
    }
    const fragments: readonly Fragment[] = [
      { id: 'calls', content: [calls('x', 'y')] },
      { id: 'x', content: [results('x')], shorter: [[short('x')], [short('x'), user('')]], tokens: [30, 20, 10] },
      { id: 'b', content: [user('b')] },
    ]
    const [, result] = pairTools('history', fragments, {}).fragments
    const [shorter, ...others] = (result?.shorter ?? []) as readonly (readonly Message[])[]
    expect(others).toEqual([])
    expect(shorter?.[0]).toEqual(short('x'))
    // The stand-in for y.
    expect(shorter?.slice(1)).toEqual(result?.content.slice(1))
    expect(result?.content.slice(1)).toMatchObject([{ role: 'tool', content: [{ toolCallId: 'y' }] }])
    expect(result?.tokens).toBeUndefined()
    const removed = pairTools('history', [fragments[0] as Fragment, fragments[1] as Fragment], {
      missingResult: 'drop',
    })
    expect(removed.fragments[1]).toBe(fragments[1])
  })

  it('drops a result without a call and a second result of one call, or fails, as configured', () => {
    const { fragments, repairs } = pair([calls('x'), results('x'), results('x'), results('z')])
    expect(messagesOf(fragments)).toEqual([calls('x'), results('x')])
    expect(repairs.map((repair) => repair.fragment)).toEqual(['m2', 'm3'])
    try {
      pair([results('z')], { orphanResult: 'fail' })
      expect.unreachable()
    } catch (error) {
      expect(isLamellaError(error, 'TOOL_PAIR_BROKEN') && error.details.toolCallId).toBe('z')
    }
  })

  it('drops reasoning that led only to a dropped call', () => {
    const thinking: Message = {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm' },
        { type: 'tool-call', toolCallId: 'x', toolName: 'look', input: {} },
      ],
    }
    expect(messagesOf(pair([user('a'), thinking], { missingResult: 'drop' }).fragments)).toEqual([user('a')])
  })

  it('keeps reasoning with the call it led to, when they are separate messages', () => {
    const thought: Message = { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }] }
    const { fragments, links } = pair([user('a'), thought, calls('x'), results('x')])
    const units = makeUnits(fragments, links, () => 1)
    expect(units.map((unit) => unit.fragments.map((fragment) => fragment.id))).toEqual([['m0'], ['m1', 'm2', 'm3']])
  })

  it('treats a text fragment as part of the conversation', () => {
    const [call, result] = fragmentsOf([calls('x'), results('x')]) as [Fragment, Fragment]
    const { fragments, repairs } = pairTools('history', [call, { id: 'text', content: 'And?' }, result], {})
    expect(fragments.map(({ id }) => id)).toEqual(['m0', 'text'])
    expect(fragments[0]?.content).toEqual([calls('x'), results('x')])
    expect(repairs).toEqual([{ fragment: 'm1', repair: 'result-moved', id: 'x' }])
  })

  it('works if one message object occurs in the history twice', () => {
    const [call, result] = [calls('x'), results('x')]
    expect(messagesOf(pair([call, result, result, call, result]).fragments)).toEqual([call, result, call, result])
  })

  it('leaves calls that the provider ran unchanged', () => {
    const own: Message = {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'x', toolName: 'search', input: {}, providerExecuted: true }],
    }
    expect(pair([own]).repairs).toEqual([])
  })

  it('accepts a result in the message of its call, whoever ran the call', () => {
    for (const providerExecuted of [true, false]) {
      const own: Message = {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'x', toolName: 'search', input: {}, providerExecuted },
          resultOf('x'),
        ],
      }
      const { fragments, repairs } = pair([own, user('a')])
      expect(repairs).toEqual([])
      expect(messagesOf(fragments)).toEqual([own, user('a')])
    }
  })

  it('drops orphan and duplicate results in assistant messages', () => {
    const content = [{ type: 'tool-call', toolCallId: 'x', toolName: 'look', input: {} }, resultOf('x')] as const
    const twice: Message = { role: 'assistant', content: [...content, resultOf('x'), resultOf('z')] }
    const { fragments, repairs } = pair([twice, results('x')])
    expect(messagesOf(fragments)).toEqual([{ role: 'assistant', content }])
    expect(repairs.map(({ fragment, repair }) => [fragment, repair])).toEqual([
      ['m0', 'result-replaced'],
      ['m0', 'result-dropped'],
      ['m1', 'result-replaced'],
    ])
  })

  it('moves a result from a later assistant message to the program-run call it belongs to', () => {
    const answer: Message = { role: 'assistant', content: [{ type: 'text', text: 'So.' }, resultOf('x')] }
    expect(messagesOf(pair([calls('x'), answer]).fragments)).toEqual([
      calls('x'),
      results('x'),
      { role: 'assistant', content: [{ type: 'text', text: 'So.' }] },
    ])
  })

  it('leaves the result of a provider-run call in place, and keeps both together', () => {
    const ran: Message = {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'x', toolName: 'run', input: {}, providerExecuted: true },
        { type: 'tool-call', toolCallId: 'y', toolName: 'look', input: {} },
      ],
    }
    const history = [user('a'), ran, results('y'), { role: 'assistant', content: [resultOf('x')] } satisfies Message]
    const { fragments, links, repairs } = pair(history)
    expect(messagesOf(fragments)).toEqual(history)
    expect(repairs).toEqual([])
    expect(links).toEqual([
      [1, 2],
      [1, 3],
    ])
  })

  it('makes every generated history valid, under every policy, and never changes its input', () => {
    const policies = fc.record({ missingResult: fc.constantFrom('synthesize', 'drop') })
    let waiting = 0
    fc.assert(
      fc.property(histories(), policies, fc.boolean(), (messages, policy, followed) => {
        const fragments = deepFreeze(fragmentsOf(messages))
        const paired = pairTools('history', fragments, policy as { missingResult: 'synthesize' | 'drop' }, {
          followed,
        })
        const all = messagesOf(paired.fragments)
        expect(toolProblems(all, followed)).toEqual([])
        // Only calls that require approval are pending.
        expect(paired.waits).toBe(toolProblems(all, true).length > 0)
        if (paired.waits) waiting++
        // Any unit can be dropped without breaking the rest (G3).
        const units = makeUnits(paired.fragments, paired.links, () => 1)
        for (const gone of units) {
          const left = paired.fragments.filter((fragment) => !gone.fragments.includes(fragment))
          expect(toolProblems(messagesOf(left), followed)).toEqual([])
        }
        if (toolProblems(messages, followed).length === 0) expect(paired.repairs).toEqual([])
        else expect(paired.repairs).not.toEqual([])
      }),
      { numRuns: runs },
    )
    expect(waiting).toBeGreaterThan(0)
  })

  it('is idempotent', () => {
    const policies = fc.record({ missingResult: fc.constantFrom('synthesize' as const, 'drop' as const) })
    fc.assert(
      fc.property(histories(), policies, fc.boolean(), (messages, policy, followed) => {
        const once = pairTools('history', fragmentsOf(messages), policy, { followed })
        const twice = pairTools('history', once.fragments, policy, { followed })
        expect(twice.repairs).toEqual([])
        expect(twice.fragments).toBe(once.fragments)
        expect(twice.waits).toBe(once.waits)
        const units = ({ fragments, links }: typeof once): readonly (readonly string[])[] =>
          makeUnits(fragments, links, () => 1).map((unit) => unit.fragments.map(({ id }) => id))
        // After a message is removed, its position between two others is lost.
        if (once.fragments.length === messages.length) expect(units(twice)).toEqual(units(once))
      }),
      { numRuns: runs },
    )
  })

  it('takes time in proportion to the calls of one message', () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `c${index}`)
    const { repairs } = pair([calls(...ids), results(...ids.toReversed())])
    expect(repairs).toEqual([])
    const same = ids.map(() => 'x')
    expect(pair([calls(...same), results(...same), ...ids.map((id) => results(id))]).repairs).toHaveLength(ids.length)
    // Each result is moved to its call, and then another one takes its place.
    const other = (id: string): ToolResultPart => ({ ...resultOf(id), output: { type: 'text', value: `not ${id}` } })
    const replaced = pair([calls(...ids), user('a'), results(...ids), { role: 'tool', content: ids.map(other) }])
    expect(messagesOf(replaced.fragments)[1]).toEqual({ role: 'tool', content: ids.map(other) })
  })
})
