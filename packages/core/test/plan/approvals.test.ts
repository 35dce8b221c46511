import {
  type AssistantPart,
  type Fragment,
  isLamellaError,
  type Message,
  type RepairPolicy,
  type ToolPart,
} from '@lamella/core'
import { makeUnits, missingResultText, pairTools } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'

const user: Message = { role: 'user', content: 'And now?' }
const call = (id: string): AssistantPart => ({ type: 'tool-call', toolCallId: id, toolName: 'mail', input: { id } })
const ask = (id: string): AssistantPart => {
  return { type: 'tool-approval-request', approvalId: `ask-${id}`, toolCallId: id }
}
const callWithRequest = (...ids: readonly string[]): Message => {
  return { role: 'assistant', content: ids.flatMap((id) => [call(id), ask(id)]) }
}
const said = (id: string, approved: boolean, reason?: string): ToolPart => {
  const part: ToolPart = { type: 'tool-approval-response', approvalId: `ask-${id}`, approved }
  return reason === undefined ? part : { ...part, reason }
}
const done = (id: string): ToolPart => {
  return { type: 'tool-result', toolCallId: id, toolName: 'mail', output: { type: 'text', value: 'sent' } }
}
const tool = (...content: readonly ToolPart[]): Message => ({ role: 'tool', content: [...content] })
const denied = (id: string, reason?: string): unknown => ({
  ...done(id),
  output: reason === undefined ? { type: 'execution-denied' } : { type: 'execution-denied', reason },
  providerOptions: { lamella: { synthetic: true } },
})
const standIn = (id: string): unknown => ({
  ...done(id),
  output: { type: 'error-text', value: missingResultText },
  providerOptions: { lamella: { synthetic: true } },
})

const fragmentsOf = (messages: readonly Message[]): readonly Fragment[] =>
  messages.map((message, index) => ({ id: `m${index}`, content: [message] }))
const pair = (messages: readonly Message[], policy: RepairPolicy = {}, followed = false) => {
  const { fragments, links, repairs, waits } = pairTools('history', fragmentsOf(messages), policy, { followed })
  const units = makeUnits(fragments, links, () => 1).map((unit) => unit.fragments.map(({ id }) => id))
  return {
    messages: fragments.flatMap((fragment) => fragment.content as readonly Message[]),
    units,
    repairs: repairs.map(({ fragment, repair }) => `${fragment}: ${repair}`),
    waits,
  }
}

describe('a call that needs approval', () => {
  it('is left unchanged while only tool messages follow it', () => {
    const waiting = [
      [user, callWithRequest('x')],
      [user, callWithRequest('x'), tool(said('x', true))],
      [user, { role: 'assistant', content: [ask('x'), call('x')] }],
      [user, callWithRequest('x', 'y'), tool(said('x', true)), tool(done('x'))],
    ] as readonly (readonly Message[])[]
    for (const messages of waiting) {
      for (const missingResult of ['synthesize', 'drop', 'fail'] as const) {
        const paired = pair(messages, { missingResult })
        expect(paired.messages).toEqual(messages)
        expect(paired).toMatchObject({ repairs: [], waits: true })
      }
    }
  })

  it('is no longer pending when a message follows, in its layer or a later one', () => {
    const approved = [callWithRequest('x'), tool(said('x', true))]
    const repaired = [callWithRequest('x'), tool(standIn('x') as ToolPart), tool(said('x', true))]
    expect(pair([...approved, user]).messages).toEqual([...repaired, user])
    expect(pair(approved, {}, true).messages).toEqual(repaired)
    for (const next of [
      { role: 'assistant', content: 'Well.' },
      { role: 'system', content: 'Be kind.' },
    ] as const) {
      expect(pair([...approved, next])).toMatchObject({
        messages: [...repaired, next],
        repairs: ['m0: result-added'],
        waits: false,
      })
    }
  })

  it('does not prevent repairs of calls without approval in the same message', () => {
    const both: Message = { role: 'assistant', content: [call('x'), ask('x'), call('y')] }
    expect(pair([both])).toMatchObject({ messages: [both, tool(standIn('y') as ToolPart)], waits: true })
    expect(pair([both], { missingResult: 'drop' })).toMatchObject({ messages: [callWithRequest('x')], waits: true })
  })

  it('is one unit with its request, the responses and the result', () => {
    const history = [
      user,
      callWithRequest('x', 'y'),
      tool(said('y', true)),
      tool(said('x', true)),
      tool(done('x'), done('y')),
    ]
    expect(pair([...history, user])).toMatchObject({
      messages: [...history, user],
      units: [['m0'], ['m1', 'm2', 'm3', 'm4'], ['m5']],
      repairs: [],
    })
  })
})

describe('a denied call', () => {
  it('gets a marked result after the response, in its message, and is not pending', () => {
    const paired = pair([callWithRequest('x', 'y'), tool(said('x', false, 'Not to her.'), done('y'), said('y', true))])
    expect(paired.messages).toEqual([
      callWithRequest('x', 'y'),
      tool(said('x', false, 'Not to her.'), done('y'), said('y', true), denied('x', 'Not to her.') as ToolPart),
    ])
    expect(paired).toMatchObject({ repairs: ['m0: denial-added'], waits: false })
    expect(pair([callWithRequest('x'), tool(said('x', false)), user]).messages).toEqual([
      callWithRequest('x'),
      tool(said('x', false), denied('x') as ToolPart),
      user,
    ])
  })

  it('keeps its existing result', () => {
    const history = [callWithRequest('x'), tool(said('x', false), done('x')), user]
    expect(pair(history)).toMatchObject({ messages: history, repairs: [] })
  })

  it('uses the first response, as the AI SDK does', () => {
    const approved = [callWithRequest('x'), tool(said('x', true), said('x', false))]
    expect(pair(approved)).toMatchObject({ messages: approved, waits: true })
    expect(pair([callWithRequest('x'), tool(said('x', false), said('x', true))]).waits).toBe(false)
  })

  it('is dropped with its request and response, or fails, as configured', () => {
    const history = [user, callWithRequest('x'), tool(said('x', false))]
    expect(pair(history, { missingResult: 'drop' })).toMatchObject({
      messages: [user],
      repairs: ['m1: call-dropped', 'm1: request-dropped', 'm2: response-dropped'],
    })
    try {
      pair(history, { missingResult: 'fail' })
      expect.unreachable()
    } catch (error) {
      expect(isLamellaError(error, 'TOOL_PAIR_BROKEN') && error.details).toMatchObject({
        fragment: 'm1',
        toolCallId: 'x',
      })
    }
  })

  it('is left to the provider if it runs the tool', () => {
    const own: Message = { role: 'assistant', content: [{ ...call('x'), providerExecuted: true } as never, ask('x')] }
    const history = [own, tool({ ...said('x', false), providerExecuted: true } as ToolPart)]
    expect(pair([...history, user])).toMatchObject({ messages: [...history, user], repairs: [] })
    // The AI SDK answers it this way.
    expect(pair([...history, tool(done('x')), user])).toMatchObject({
      messages: [...history, tool(done('x')), user],
      units: [['m0', 'm1', 'm2'], ['m3']],
      repairs: [],
    })
  })
})

describe('approvals', () => {
  it('are dropped without a counterpart: a request without a call, a response without a preceding request', () => {
    const early = tool(said('x', true))
    const foreign: Message = { role: 'assistant', content: [{ type: 'text', text: 'May I?' }, ask('z')] }
    expect(pair([early, foreign, callWithRequest('x'), tool(done('x')), tool(said('z', true))])).toMatchObject({
      messages: [
        { role: 'assistant', content: [{ type: 'text', text: 'May I?' }] },
        callWithRequest('x'),
        tool(done('x')),
      ],
      repairs: ['m0: response-dropped', 'm1: request-dropped', 'm4: response-dropped'],
    })
  })

  it('follow their call: a late response is moved there, before the stand-in result', () => {
    expect(pair([callWithRequest('x'), user, tool(said('x', true))])).toMatchObject({
      messages: [callWithRequest('x'), tool(said('x', true), standIn('x') as ToolPart), user],
      repairs: ['m2: response-moved', 'm0: result-added'],
      units: [['m0'], ['m1']],
    })
    expect(pair([callWithRequest('x'), user, tool(said('x', false, 'No.'))]).messages).toEqual([
      callWithRequest('x'),
      tool(said('x', false, 'No.'), denied('x', 'No.') as ToolPart),
      user,
    ])
  })

  it('stay as long as one of two calls with the same id remains', () => {
    const twice: Message = { role: 'assistant', content: [call('x'), call('x'), ask('x')] }
    const { messages, repairs } = pair([twice, tool(said('x', true), done('x')), user], { missingResult: 'drop' })
    expect(messages).toEqual([callWithRequest('x'), tool(said('x', true), done('x')), user])
    expect(repairs).toEqual(['m0: call-dropped'])
  })

  it('with reused ids belong to the nearest preceding request', () => {
    const turn = [callWithRequest('x'), tool(said('x', true)), tool(done('x'))]
    expect(pair([...turn, user, ...turn, user])).toMatchObject({
      messages: [...turn, user, ...turn, user],
      units: [['m0', 'm1', 'm2'], ['m3'], ['m4', 'm5', 'm6'], ['m7']],
      repairs: [],
    })
  })

  it('accompanied only by reasoning are not sent', () => {
    const thought: AssistantPart = { type: 'reasoning', text: 'hm' }
    expect(pair([user, { role: 'assistant', content: [thought, ask('x')] }]).messages).toEqual([user])
    const left = pair([user, { role: 'assistant', content: [thought, call('x'), ask('x')] }, user], {
      missingResult: 'drop',
    })
    expect(left.messages).toEqual([user, user])
  })

  it('accept ids that are names of object properties', () => {
    for (const id of ['__proto__', 'constructor', '']) {
      const history = [callWithRequest(id), tool(said(id, true), done(id)), user]
      expect(pair(history)).toMatchObject({ messages: history, repairs: [] })
      expect(pair([callWithRequest(id), tool(said(id, false))]).messages).toEqual([
        callWithRequest(id),
        tool(said(id, false), denied(id) as ToolPart),
      ])
    }
  })
})
