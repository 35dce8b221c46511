import type { Message } from '@lamella/core'
import { messageProblem } from '@lamella/core/plugin'
import { protocol } from '@openai/agents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { toItems, toMessages } from '../../src/index.ts'
import { samples } from './samples.ts'

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('items become messages and come back', () => {
  it.each(samples.map((item) => [`${item.type ?? 'message'} ${JSON.stringify(item).slice(0, 60)}`, item] as const))(
    '%s',
    (_, item) => {
      const messages = toMessages([item])
      expect(messages.map(messageProblem)).toEqual([undefined])
      // The same order of fields, too: the SDK compares items by their JSON.
      expect(JSON.stringify(toItems(json(messages) as Message[]))).toBe(JSON.stringify([item]))
    },
  )

  // The SDK's model of Chat Completions takes the text of an answer as it is; its types do not.
  it('an answer with one text, and an instruction of the developer', () => {
    const items = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi.' },
    ] as never
    const messages = toMessages(items)
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant'])
    expect(messages[2]?.content).toMatchObject([{ type: 'text', text: 'Hi.' }])
    expect(messages.map(messageProblem)).toEqual([undefined, undefined, undefined])
    expect(toItems(json(messages) as Message[])).toEqual(items)
  })

  it('in any order and number', () => {
    const list = fc.array(fc.constantFrom(...samples), { maxLength: 12 })
    fc.assert(
      fc.property(list, (items) => {
        const messages = toMessages(items)
        for (const message of messages) expect(messageProblem(message)).toBeUndefined()
        expect(toItems(json(messages) as Message[])).toEqual(json(items))
      }),
    )
  })

  it('with any text in them', () => {
    const text = fc.string({ unit: codePoint })
    fc.assert(
      fc.property(text, text, fc.json(), (said, name, value) => {
        const items = [
          { type: 'message', role: 'user', content: [{ type: 'input_image', image: said }] },
          { type: 'function_call', callId: name, name, status: 'completed', arguments: value },
          { type: 'function_call', callId: name, name, arguments: said, status: 'completed' },
          { type: 'function_call_result', callId: name, name, status: 'completed', output: said },
          {
            type: 'function_call_result',
            callId: name,
            name,
            status: 'completed',
            output: [{ type: 'input_file', file: said }],
          },
          { type: 'unknown', providerData: JSON.parse(`{"__proto__":${value}}`) as object },
        ] as const
        expect(JSON.stringify(toItems(toMessages([...items] as never)))).toBe(JSON.stringify(items))
      }),
    )
  })
})

describe('toMessages', () => {
  it('writes a plain conversation without options', () => {
    const items = [
      { type: 'message', role: 'user', content: 'Hello' },
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Hi.' }] },
      { type: 'function_call', callId: 'c', name: 'look', status: 'completed', arguments: '{"id":7}' },
      { type: 'function_call_result', name: 'look', callId: 'c', status: 'completed', output: 'A lamp' },
    ] as const
    expect(toMessages([...items] as never)).toEqual([
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Hi.' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { id: 7 } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value: 'A lamp' } },
        ],
      },
    ])
  })

  it('keeps the reasoning of an answer with its calls, under the names that encoders read', () => {
    const [answer] = toMessages(samples.filter(({ type }) => type === 'reasoning').slice(0, 1))
    expect(answer?.content).toMatchObject([
      {
        type: 'reasoning',
        text: 'First',
        providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAA==' } },
      },
      { type: 'reasoning', text: '', providerOptions: { openai: { itemId: 'rs_1' } } },
    ])
  })

  it('stores no text twice', () => {
    const long = 'x'.repeat(1_000)
    const items = [
      { type: 'message', role: 'user', id: 'a', content: [{ type: 'input_text', text: long }] },
      {
        type: 'reasoning',
        id: 'rs',
        content: [{ type: 'input_text', text: long }],
        providerData: { encrypted_content: long },
      },
      {
        type: 'message',
        role: 'assistant',
        id: 'b',
        status: 'completed',
        content: [{ type: 'output_text', text: long, providerData: {} }],
      },
      { type: 'function_call', id: 'c', callId: 'c', name: 'n', arguments: JSON.stringify({ long }), providerData: {} },
      { type: 'function_call_result', callId: 'c', name: 'n', status: 'completed', output: long, providerData: {} },
      {
        type: 'function_call_result',
        callId: 'd',
        name: 'n',
        status: 'completed',
        output: [{ type: 'input_image', image: `data:image/png;base64,${long}` }],
      },
    ]
    expect(JSON.stringify(toMessages(items as never)).split(long)).toHaveLength(1 + 7)
  })

  it('reads binary data as the SDK stores it', () => {
    const output = { type: 'image', image: { data: new Uint8Array([1, 2, 3]), mediaType: 'image/png' } } as const
    const [message] = toMessages([
      { type: 'function_call_result', callId: 'c', name: 'n', status: 'completed', output },
    ])
    expect(message?.content).toMatchObject([
      { output: { type: 'content', value: [{ type: 'image-data', mediaType: 'image/png', data: 'AQID' }] } },
    ])
  })
})

describe('toItems', () => {
  it('writes what has changed since into the items', () => {
    const messages = toMessages([
      {
        type: 'function_call_result',
        callId: 'c',
        name: 'n',
        status: 'completed',
        output: 'A long text',
        providerData: { x: 1 },
      },
      {
        type: 'shell_call_output',
        callId: 'd',
        output: [{ stdout: 'long', stderr: '', outcome: { type: 'exit', exitCode: 0 } }],
      },
    ])
    const shorter = messages.map((message) => ({
      ...message,
      content: (message.content as object[]).map((part) => ({ ...part, output: { type: 'text', value: 'short' } })),
    }))
    expect(toItems(shorter as Message[])).toEqual([
      {
        type: 'function_call_result',
        callId: 'c',
        name: 'n',
        status: 'completed',
        output: 'short',
        providerData: { x: 1 },
      },
      {
        type: 'shell_call_output',
        callId: 'd',
        output: [{ stdout: 'short', stderr: '', outcome: { type: 'exit', exitCode: 0 } }],
      },
    ])
  })

  it('keeps long ids of results whose output has changed its kind', () => {
    const callId = 'call_'.padEnd(60, 'x')
    const output = { type: 'text', text: 'A long text' } as const
    const [message] = toMessages([{ type: 'function_call_result', callId, name: 'n', status: 'completed', output }])
    const content = ((message?.content ?? []) as object[]).map((part) => ({
      ...part,
      output: { type: 'text', value: 'short' },
    }))
    expect(toItems([{ ...message, content } as Message])).toEqual([
      { type: 'function_call_result', callId, name: 'n', status: 'completed', output: 'short' },
    ])
  })

  it('writes an image in place of a screenshot that is no longer shown', () => {
    const data = `data:image/png;base64,${'A'.repeat(400)}`
    const shot = { type: 'computer_call_result', callId: 'c1', output: { type: 'computer_screenshot', data } } as const
    const [message] = toMessages([shot])
    const output = { type: 'content' as const, value: [{ type: 'text' as const, text: '[Image, no longer shown]' }] }
    const content = ((message?.content ?? []) as object[]).map((part) => ({ ...part, output }))
    const [item] = toItems([{ ...message, content } as Message]) as [typeof shot]
    expect(item).toMatchObject({ type: 'computer_call_result', callId: 'c1', output: { type: 'computer_screenshot' } })
    expect(item.output.data).toMatch(/^data:image\/png;base64,/)
    expect(item.output.data.length).toBeLessThan(data.length)
  })

  it('answers a call with the item that its type wants', () => {
    const calls = samples.filter(
      ({ type }) => type === 'shell_call' || type === 'apply_patch_call' || type === 'computer_call',
    )
    const results = calls.map((call) => ({
      type: 'tool-result' as const,
      toolCallId: (call as { callId: string }).callId,
      toolName: String(call.type),
      output: { type: 'text' as const, value: 'No result.' },
    }))
    const items = toItems([...toMessages(calls), { role: 'tool', content: results }])
    expect(items.slice(3).map(({ type }) => type)).toEqual([
      'computer_call_result',
      'shell_call_output',
      'apply_patch_call_output',
    ])
    for (const item of items) expect(protocol.ModelItem.safeParse(item).success).toBe(true)
  })

  it('writes messages of other hosts as items that the SDK accepts', () => {
    const items = toItems([
      { role: 'system', content: 'Brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image', image: 'AAAA', mediaType: 'image/png' },
          { type: 'file', data: new URL('https://example.com/a.pdf'), mediaType: 'application/pdf' },
          { type: 'image', image: new Uint8Array([1]) },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm', providerOptions: { anthropic: { signature: 's' } } },
          { type: 'text', text: 'Hi' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'n', input: { a: 1 } },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'n', output: { type: 'json', value: { b: 2 } } }],
      },
      { role: 'assistant', content: 'Done' },
    ])
    expect(items.map((item) => item.type)).toEqual([
      'message',
      'message',
      'message',
      'function_call',
      'function_call_result',
      'message',
    ])
    for (const item of items) expect(protocol.ModelItem.safeParse(item).error).toBeUndefined()
  })
})

it.each([null, undefined, 'Hello', {}, [null], ['Hello']])(
  'rejects a value that is not a list of items or messages: %j',
  (given) => {
    expect(() => toMessages(given as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
    expect(() => toItems(given as never)).toThrow(expect.objectContaining({ code: 'MESSAGE_INVALID' }))
  },
)
