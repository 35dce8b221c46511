import { createContextBuilder, fromMessages, type MemoryChunk, toMessages } from '@lamella/chunks'
import type { Message } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allMessages } from '../support/all-messages.ts'
import { deepFreeze } from '../support/deep-freeze.ts'
import { messageLists } from '../support/messages.ts'
import { readMessages } from '../support/read-xml.ts'

describe('messages converted to chunks', () => {
  it('are restored unchanged, including all provider-specific data', () => {
    fc.assert(
      fc.property(messageLists(), (messages) => {
        expect(toMessages(fromMessages(deepFreeze(messages)))).toStrictEqual(messages)
      }),
      { numRuns: 2_000 },
    )
  })

  it('are restored after a round trip through JSON, if JSON can represent them', () => {
    fc.assert(
      fc.property(messageLists('json'), (messages) => {
        const kept: unknown = JSON.parse(JSON.stringify(fromMessages(messages)))
        expect(toMessages(kept as MemoryChunk[])).toEqual(JSON.parse(JSON.stringify(messages)))
      }),
      { numRuns: 500 },
    )
  })

  it('have ids by position, so appending messages does not change earlier chunks', () => {
    fc.assert(
      fc.property(messageLists(), messageLists(), (first, second) => {
        const before = fromMessages(first)
        const after = fromMessages([...first, ...second])
        // The id of a later call belongs to a later message.
        expect(after.slice(0, before.length)).toEqual(before)
        expect(new Set(after.map(({ id }) => id)).size).toBe(after.length)
      }),
      { numRuns: 300 },
    )
  })

  it('can be built, and their calls stay with their results', () => {
    fc.assert(
      fc.property(messageLists('json'), fc.integer({ min: 0, max: 500 }), (messages, extra) => {
        const chunks = fromMessages(messages)
        const builder = createContextBuilder()
        const all = builder.build({ chunks })
        const newest = chunks.findLast(
          ({ type, metadata }) => type === 'AGENT' && 'role' in metadata && metadata.role === 'user',
        )
        const least = newest ? builder.build({ chunks: [newest] }).tokenCount : 0
        const { messages: built, tokenCount } = builder.build({ chunks }, { window: least + 4 + extra })
        expect(tokenCount).toBeLessThanOrEqual(least + 4 + extra)
        const read = readMessages(built)
        const of = (tag: string) => read.filter((one) => one.tag === tag).length
        expect(of('tool_result')).toBeLessThanOrEqual(of('tool_call'))
        expect(readMessages(all.messages).length).toBeGreaterThanOrEqual(read.length)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the chunks of messages', () => {
  const messages: readonly Message[] = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'What is in main.ts?' },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'I should look.', providerOptions: { anthropic: { signature: 'c2ln' } } },
        { type: 'text', text: 'Let me look.' },
        { type: 'tool-call', toolCallId: 'call_1', toolName: 'read_file', input: { path: '/src/main.ts' } },
      ],
      providerOptions: { openai: { itemId: 'msg_1' } },
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_1',
          toolName: 'read_file',
          output: { type: 'error-text', value: 'gone' },
        },
      ],
    },
  ]

  it('have the types and subtypes of their message parts', () => {
    expect(fromMessages(messages).map(({ id, type, subType }) => [id, type, subType])).toEqual([
      ['m0', 'SYSTEM', undefined],
      ['m1', 'AGENT', undefined],
      ['m2', 'WORKING_FLOW', 'THINKING'],
      ['m2-1', 'AGENT', undefined],
      ['m2-2', 'WORKFLOW', 'TOOL_CALL'],
      ['m3', 'ENVIRONMENT', 'TOOL_RESULT'],
    ])
  })

  it('are rendered like all other chunks', () => {
    expect(allMessages(createContextBuilder().build({ chunks: fromMessages(messages) }))).toEqual([
      { role: 'system', content: '<system_context id="m0" priority="1000">\n  Be kind.\n</system_context>' },
      { role: 'user', content: '<user_message id="m1" role="user">\n  What is in main.ts?\n</user_message>' },
      {
        role: 'assistant',
        content: [
          '<thinking id="m2" subtype="THINKING">\n  I should look.\n</thinking>',
          '<assistant_response id="m2-1" role="assistant">\n  Let me look.\n</assistant_response>',
          '<tool_call id="m2-2" action="tool_call" tool="read_file" call_id="call_1">\n  {"path":"/src/main.ts"}\n</tool_call>',
        ].join('\n\n'),
      },
      {
        role: 'user',
        content:
          '<tool_result id="m3" tool="read_file" call_id="call_1" success="false" error="true">\n  gone\n</tool_result>',
      },
    ])
  })

  it('may have ids from the caller', () => {
    const ids = ['a', 'b', 'c', 'd']
    const chunks = fromMessages(messages, { id: (position, part) => `${ids[position]}/${part}` })
    expect(chunks.map(({ id }) => id)).toEqual(['a/0', 'b/0', 'c/0', 'c/1', 'c/2', 'd/0'])
    expect(toMessages(chunks)).toEqual(messages)
    expect(() => fromMessages(messages, { id: () => '' })).toThrow(/'id' must return non-empty text/)
  })

  it('become separate messages again after two lists are joined', () => {
    const twice = [...fromMessages(messages), ...fromMessages(messages)]
    expect(toMessages(twice)).toEqual([...messages, ...messages])
    const one: readonly Message[] = [{ role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] }]
    expect(toMessages([...fromMessages(one), ...fromMessages(one)])).toEqual([...one, ...one])
  })

  it.each([
    ['not an object', [7], /messages\[0\] is not a message/],
    ['an unknown role', [{ role: 'developer', content: '' }], /messages\[0\]\.role must be/],
    ['a tool message with text', [{ role: 'tool', content: 'a' }], /messages\[0\]\.content must be a list/],
    [
      'parts not allowed in the role',
      [{ role: 'user', content: [{ type: 'reasoning', text: '' }] }],
      /content\[0\]\.type must be/,
    ],
    [
      'parts with a missing field',
      [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a' }] }],
      /content\[0\]\.toolName is missing/,
    ],
    ['of a system with parts', [{ role: 'system', content: [] }], /messages\[0\]\.content must be text/],
  ])('are never created from invalid messages: %s', (_, list, message) => {
    expect(() => fromMessages(list as unknown as Message[])).toThrow(message)
  })
})
