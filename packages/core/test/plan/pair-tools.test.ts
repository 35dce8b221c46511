import { type Fragment, isLamellaError, type Message, type ToolCallPart, type ToolResultPart } from '@lamella/core'
import { makeUnits, missingResultText, pairTools } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../support/deep-freeze.ts'
import { histories } from '../support/histories.ts'
import { toolProblems } from '../support/tool-problems.ts'

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
  it('leaves a history without tools as it is, object for object', () => {
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

  it('pairs by position where an id is used again', () => {
    const { links, repairs } = pair([calls('x'), results('x'), user('a'), calls('x'), results('x')])
    expect(links).toEqual([
      [0, 1],
      [3, 4],
    ])
    expect(repairs).toEqual([])
  })

  it('takes the call of its own message for a result there, and moves it behind the call', () => {
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

  it('moves a late result behind its call', () => {
    const { fragments, repairs } = pair([calls('x'), user('meanwhile'), results('x')])
    expect(messagesOf(fragments)).toEqual([calls('x'), results('x'), user('meanwhile')])
    expect(repairs).toEqual([{ fragment: 'm2', repair: 'result-moved', id: 'x' }])
  })

  it('gives a call without result a marked stand-in, drops the call, or fails, as declared', () => {
    const broken = [user('a'), calls('x'), user('b')]
    const synthesized = messagesOf(pair(broken).fragments)
    expect(JSON.stringify(synthesized[2])).toContain(missingResultText)
    expect(toolProblems(synthesized)).toEqual([])
    expect(messagesOf(pair(broken, { missingResult: 'drop' }).fragments)).toEqual([user('a'), user('b')])
    const fail = (): unknown => pair(broken, { missingResult: 'fail' })
    expect(fail).toThrow(expect.objectContaining({ code: 'TOOL_PAIR_BROKEN' }))
  })

  it('drops a result without call, and a second result of one call, or fails, as declared', () => {
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

  it('drops the thought that led to nothing but a dropped call', () => {
    const thinking: Message = {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm' },
        { type: 'tool-call', toolCallId: 'x', toolName: 'look', input: {} },
      ],
    }
    expect(messagesOf(pair([user('a'), thinking], { missingResult: 'drop' }).fragments)).toEqual([user('a')])
  })

  it('keeps reasoning with the call it led to, when they are messages of their own', () => {
    const thought: Message = { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }] }
    const { fragments, links } = pair([user('a'), thought, calls('x'), results('x')])
    const units = makeUnits(fragments, links, () => 1)
    expect(units.map((unit) => unit.fragments.map((fragment) => fragment.id))).toEqual([['m0'], ['m1', 'm2', 'm3']])
  })

  it('takes a fragment of text for something that was said', () => {
    const [call, result] = fragmentsOf([calls('x'), results('x')]) as [Fragment, Fragment]
    const { fragments, repairs } = pairTools('history', [call, { id: 'text', content: 'And?' }, result], {})
    expect(fragments.map(({ id }) => id)).toEqual(['m0', 'text'])
    expect(fragments[0]?.content).toEqual([calls('x'), results('x')])
    expect(repairs).toEqual([{ fragment: 'm1', repair: 'result-moved', id: 'x' }])
  })

  it('works where one message object stands in the history twice', () => {
    const [call, result] = [calls('x'), results('x')]
    expect(messagesOf(pair([call, result, result, call, result]).fragments)).toEqual([call, result, call, result])
  })

  it('leaves calls that the provider ran itself alone', () => {
    const own: Message = {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'x', toolName: 'search', input: {}, providerExecuted: true }],
    }
    expect(pair([own]).repairs).toEqual([])
  })

  it('takes a result in the message of its call for its answer, whoever ran the call', () => {
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

  it('drops results in assistant messages that answer nothing, or answer again', () => {
    const content = [{ type: 'tool-call', toolCallId: 'x', toolName: 'look', input: {} }, resultOf('x')] as const
    const twice: Message = { role: 'assistant', content: [...content, resultOf('x'), resultOf('z')] }
    const { fragments, repairs } = pair([twice, results('x')])
    expect(messagesOf(fragments)).toEqual([{ role: 'assistant', content }])
    expect(repairs.map(({ fragment, repair }) => [fragment, repair])).toEqual([
      ['m0', 'result-dropped'],
      ['m0', 'result-dropped'],
      ['m1', 'result-dropped'],
    ])
  })

  it('moves the result of a call of the program behind it, when a later message of the model holds it', () => {
    const answer: Message = { role: 'assistant', content: [{ type: 'text', text: 'So.' }, resultOf('x')] }
    expect(messagesOf(pair([calls('x'), answer]).fragments)).toEqual([
      calls('x'),
      results('x'),
      { role: 'assistant', content: [{ type: 'text', text: 'So.' }] },
    ])
  })

  it('leaves the result of a call that the provider ran where it is, and keeps both together', () => {
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
        const paired = pairTools('history', fragments, policy as { missingResult: 'synthesize' | 'drop' }, followed)
        const all = messagesOf(paired.fragments)
        expect(toolProblems(all, followed)).toEqual([])
        // Nothing waits but for a person.
        expect(paired.waits).toBe(toolProblems(all, true).length > 0)
        if (paired.waits) waiting++
        // Any unit can go without breaking the rest (G3).
        const units = makeUnits(paired.fragments, paired.links, () => 1)
        for (const gone of units) {
          const left = paired.fragments.filter((fragment) => !gone.fragments.includes(fragment))
          expect(toolProblems(messagesOf(left), followed)).toEqual([])
        }
        if (toolProblems(messages, followed).length === 0) expect(paired.repairs).toEqual([])
        else expect(paired.repairs).not.toEqual([])
      }),
      { numRuns: 20_000 },
    )
    expect(waiting).toBeGreaterThan(1_000)
  })

  it('changes nothing of what it has paired', () => {
    const policies = fc.record({ missingResult: fc.constantFrom('synthesize' as const, 'drop' as const) })
    fc.assert(
      fc.property(histories(), policies, fc.boolean(), (messages, policy, followed) => {
        const once = pairTools('history', fragmentsOf(messages), policy, followed)
        const twice = pairTools('history', once.fragments, policy, followed)
        expect(twice.repairs).toEqual([])
        expect(twice.fragments).toBe(once.fragments)
        expect(twice.waits).toBe(once.waits)
        const units = ({ fragments, links }: typeof once): readonly (readonly string[])[] =>
          makeUnits(fragments, links, () => 1).map((unit) => unit.fragments.map(({ id }) => id))
        // Of a message that is gone nobody knows any more that it stood between two others.
        if (once.fragments.length === messages.length) expect(units(twice)).toEqual(units(once))
      }),
      { numRuns: 10_000 },
    )
  })

  it('takes time in proportion to the calls of one message', () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `c${index}`)
    const { repairs } = pair([calls(...ids), results(...ids.toReversed())])
    expect(repairs).toEqual([])
    const same = ids.map(() => 'x')
    expect(pair([calls(...same), results(...same), ...ids.map((id) => results(id))]).repairs).toHaveLength(ids.length)
  })
})
