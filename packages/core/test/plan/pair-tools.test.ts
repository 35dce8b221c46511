import { type Fragment, isLamellaError, type Message, makeUnits, missingResultText, pairTools } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../support/deep-freeze.ts'
import { histories, toolProblems } from '../support/histories.ts'

const user = (content: string): Message => ({ role: 'user', content })
const calls = (...ids: readonly string[]): Message => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool-call', toolCallId: id, toolName: 'look', input: {} })),
})
const results = (...ids: readonly string[]): Message => ({
  role: 'tool',
  content: ids.map((id) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: 'look',
    output: { type: 'text', value: `result of ${id}` },
  })),
})
const fragmentsOf = (messages: readonly Message[]): readonly Fragment[] =>
  messages.map((message, index) => ({ id: `m${index}`, content: [message] }))
const messagesOf = (fragments: readonly Fragment[]): readonly Message[] =>
  fragments.flatMap((fragment) => fragment.content as readonly Message[])
const pair = (messages: readonly Message[], policy = {}): ReturnType<typeof pairTools> =>
  pairTools('history', fragmentsOf(messages), policy)

describe('pairTools', () => {
  it('leaves a history without tools as it is, object for object', () => {
    const fragments = fragmentsOf([user('a'), { role: 'assistant', content: 'b' }])
    expect(pairTools('history', fragments, {})).toEqual({ fragments, links: [], repairs: [] })
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

  it('moves a late result behind its call', () => {
    const { fragments, repairs } = pair([calls('x'), user('meanwhile'), results('x')])
    expect(messagesOf(fragments)).toEqual([calls('x'), results('x'), user('meanwhile')])
    expect(repairs).toEqual([{ fragment: 'm2', detail: 'a tool result was moved behind its call' }])
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

  it('makes every generated history valid, under every policy, and never changes its input', () => {
    const policies = fc.record({ missingResult: fc.constantFrom('synthesize', 'drop') })
    fc.assert(
      fc.property(histories(), policies, (messages, policy) => {
        const fragments = deepFreeze(fragmentsOf(messages))
        const paired = pairTools('history', fragments, policy as { missingResult: 'synthesize' | 'drop' })
        expect(toolProblems(messagesOf(paired.fragments))).toEqual([])
        // Any unit can go without breaking the rest (G3).
        const units = makeUnits(paired.fragments, paired.links, () => 1)
        for (const gone of units) {
          const left = paired.fragments.filter((fragment) => !gone.fragments.includes(fragment))
          expect(toolProblems(messagesOf(left))).toEqual([])
        }
        if (toolProblems(messages).length === 0) expect(paired.repairs).toEqual([])
      }),
      { numRuns: 10_000 },
    )
  })
})
