import { createContextBuilder, fromMessages, type MemoryChunk, toMessages } from '@lamella/chunks'
import type { Message } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../support/deep-freeze.ts'
import { messageLists } from '../support/messages.ts'
import { readMessages } from '../support/read-xml.ts'
import { said } from '../support/said.ts'

describe('messages that became chunks', () => {
  it('come back as they were, with everything that they carry for a provider', () => {
    fc.assert(
      fc.property(messageLists(), (messages) => {
        expect(toMessages(fromMessages(deepFreeze(messages)))).toStrictEqual(messages)
      }),
      { numRuns: 2_000 },
    )
  })

  it('come back after they were kept as JSON, if JSON can hold them', () => {
    fc.assert(
      fc.property(messageLists('json'), (messages) => {
        const kept: unknown = JSON.parse(JSON.stringify(fromMessages(messages)))
        expect(toMessages(kept as MemoryChunk[])).toEqual(JSON.parse(JSON.stringify(messages)))
      }),
      { numRuns: 500 },
    )
  })

  it('have ids by position, so that messages that follow change none of those before', () => {
    fc.assert(
      fc.property(messageLists(), messageLists(), (first, second) => {
        const before = fromMessages(first)
        const after = fromMessages([...first, ...second])
        // What a later call is asked about is of a later message.
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
        const { messages: built, tokenCount } = builder.build({ chunks }, { maxTokens: least + 4 + extra })
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

  it('are of the kinds that they are', () => {
    expect(fromMessages(messages).map(({ id, type, subType }) => [id, type, subType])).toEqual([
      ['m0', 'SYSTEM', undefined],
      ['m1', 'AGENT', undefined],
      ['m2', 'WORKING_FLOW', 'THINKING'],
      ['m2-1', 'AGENT', undefined],
      ['m2-2', 'WORKFLOW', 'TOOL_CALL'],
      ['m3', 'ENVIRONMENT', 'TOOL_RESULT'],
    ])
  })

  it('look to a model like all others', () => {
    expect(said(createContextBuilder().build({ chunks: fromMessages(messages) }))).toEqual([
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

  it('may have ids of the caller', () => {
    const ids = ['a', 'b', 'c', 'd']
    const chunks = fromMessages(messages, { id: (position, part) => `${ids[position]}/${part}` })
    expect(chunks.map(({ id }) => id)).toEqual(['a/0', 'b/0', 'c/0', 'c/1', 'c/2', 'd/0'])
    expect(toMessages(chunks)).toEqual(messages)
    expect(() => fromMessages(messages, { id: () => '' })).toThrow(/'id' must give a text that is not empty/)
  })

  it('make separate messages where two lists were put together', () => {
    const twice = [...fromMessages(messages), ...fromMessages(messages)]
    expect(toMessages(twice)).toEqual([...messages, ...messages])
    const one: readonly Message[] = [{ role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] }]
    expect(toMessages([...fromMessages(one), ...fromMessages(one)])).toEqual([...one, ...one])
  })

  it.each([
    ['no object', [7], /messages\[0\] is not a message/],
    ['of an unknown role', [{ role: 'developer', content: '' }], /messages\[0\]\.role must be/],
    ['a tool message of text', [{ role: 'tool', content: 'a' }], /messages\[0\]\.content must be a list/],
    [
      'of parts that are elsewhere',
      [{ role: 'user', content: [{ type: 'reasoning', text: '' }] }],
      /content\[0\]\.type must be/,
    ],
    [
      'of parts that lack something',
      [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a' }] }],
      /content\[0\]\.toolName is missing/,
    ],
    ['of a system with parts', [{ role: 'system', content: [] }], /messages\[0\]\.content must be text/],
  ])('are not made of what is %s', (_, list, message) => {
    expect(() => fromMessages(list as unknown as Message[])).toThrow(message)
  })
})
