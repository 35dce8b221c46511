import type { Message } from '@lamella/core'
import * as fc from 'fast-check'
import { anyString, anyText, cyclic } from '../samples/texts.ts'

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<never>

/** One message of each kind, including data that providers need back. */
export const kinds: readonly Message[] = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'What is new?', providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'See' },
      { type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=', mediaType: 'image/png' },
      { type: 'file', data: 'JVBERi0=', filename: 'plan.pdf', mediaType: 'application/pdf' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'EqQBCgIYAhIM' } } },
      { type: 'text', text: '' },
      {
        type: 'tool-call',
        toolCallId: 'c1',
        toolName: 'search',
        input: { query: 'news', nested: [null, 1.5, '__proto__'] },
      },
      { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-approval-response', approvalId: 'a1', approved: true, reason: 'fine' },
      { type: 'tool-result', toolCallId: 'c1', toolName: 'search', output: { type: 'json', value: { hits: [] } } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c2',
        toolName: 'shot',
        output: { type: 'content', value: [{ type: 'image-data', data: 'AAAA', mediaType: 'image/png' }] },
      },
    ],
  },
  // Own properties with names that a plain object already has.
  JSON.parse('{"role":"user","content":"a","providerOptions":{"__proto__":{"constructor":{"toString":1}}}}') as Message,
]

const textMessage = (text: fc.Arbitrary<string>): fc.Arbitrary<Message> =>
  fc.record({ role: fc.constantFrom('user', 'assistant', 'system'), content: text })

const partsMessage = (text: fc.Arbitrary<string>): fc.Arbitrary<Message> =>
  fc.tuple(text, text, json).map(([said, id, input]) => ({
    role: 'assistant',
    content: [
      { type: 'text', text: said },
      { type: 'tool-call', toolCallId: id, toolName: 'f', input },
    ],
  }))

const resultMessage = (text: fc.Arbitrary<string>): fc.Arbitrary<Message> =>
  fc.tuple(text, json).map(([id, value]) => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: 'f', output: { type: 'json', value } }],
  }))

const messageOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Message> =>
  fc.oneof(textMessage(text), partsMessage(text), resultMessage(text))

/** Messages that every store must keep. */
export const soundMessage: fc.Arbitrary<Message> = fc.oneof(messageOf(anyText), fc.constantFrom(...kinds))
/** Messages that a store may reject. */
export const anyMessage: fc.Arbitrary<Message> = messageOf(anyString)

const cycle = cyclic()
const call = (input: unknown): unknown => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input }],
})

/** Values that are not messages, or that JSON cannot keep. */
export const noMessages: readonly (readonly [what: string, message: unknown])[] = [
  ['null', null],
  ['a text', 'Hello'],
  ['an empty object', {}],
  ['an unknown role', { role: 'robot', content: 'Hi' }],
  ['a message without content', { role: 'user' }],
  ['an unknown part type', { role: 'user', content: [{ type: 'song' }] }],
  ['bytes', { role: 'user', content: [{ type: 'image', image: new Uint8Array(4) }] }],
  ['a URL', { role: 'user', content: [{ type: 'image', image: new URL('https://example.com/a.png') }] }],
  ['a Date', call({ at: new Date(0) })],
  ['a Map', call(new Map([['a', 1]]))],
  ['NaN', call({ value: Number.NaN })],
  ['Infinity', call([Number.POSITIVE_INFINITY])],
  ['a BigInt', call(1n)],
  ['a function', call(() => 1)],
  ['a cycle', call(cycle)],
  ['a hole in a list', call([undefined])],
]
