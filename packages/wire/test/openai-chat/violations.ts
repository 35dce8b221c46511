import type { ViolationLevel } from '@lamella/wire/openai-chat'
import { png } from '../fixtures.ts'

export const user = { role: 'user', content: 'Hello' }
export const call = (id: unknown, more: object = {}): object => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: '{}', ...more },
})
export const assistant = (...tool_calls: object[]): object => ({ role: 'assistant', content: null, tool_calls })
export const tool = (tool_call_id: unknown, content: unknown = 'x'): object => ({ role: 'tool', tool_call_id, content })
export const definition = (more: object = {}): object => ({
  type: 'function',
  function: { name: 'f', parameters: { type: 'object', properties: {} }, ...more },
})
export const userPart = (part: object): object => ({ messages: [{ role: 'user', content: [part] }] })
const image = (url: unknown): object => ({ type: 'image_url', image_url: { url } })

/** Requests that break a rule, with the rule and the place. Fields not given are those of a valid request. */
export type Violating = readonly [what: string, request: object, code: string, level: ViolationLevel, path: string]

export const messageCases: readonly Violating[] = [
  ['no message', { messages: [] }, 'OC-MESSAGES', 'error', 'messages'],
  ['no list of messages', { messages: 'x' }, 'OC-MESSAGES', 'error', 'messages'],
  ['an unknown role', { messages: [{ role: 'model', content: 'x' }] }, 'OC-ROLE', 'error', 'messages[0].role'],
  [
    'null in a user message',
    { messages: [{ role: 'user', content: null }] },
    'OC-CONTENT',
    'error',
    'messages[0].content',
  ],
  [
    'null in a tool message',
    { messages: [assistant(call('a')), tool('a', null)] },
    'OC-CONTENT',
    'error',
    'messages[1].content',
  ],
  [
    'null without calls',
    { messages: [{ role: 'assistant', content: null }] },
    'OC-CONTENT',
    'error',
    'messages[0].content',
  ],
  ['no parts', { messages: [{ role: 'user', content: [] }] }, 'OC-CONTENT', 'error', 'messages[0].content'],
  ['a number as content', { messages: [{ role: 'user', content: 1 }] }, 'OC-CONTENT', 'error', 'messages[0].content'],
  [
    'a refusal with null',
    { messages: [{ role: 'assistant', content: null, refusal: 'x' }] },
    'OC-CONTENT',
    'server',
    'messages[0].content',
  ],
  ['an unknown part', userPart({ type: 'video' }), 'OC-PART', 'error', 'messages[0].content[0].type'],
  ['a text part without text', userPart({ type: 'text' }), 'OC-PART', 'error', 'messages[0].content[0]'],
  [
    'text in a list of parts',
    { messages: [{ role: 'user', content: ['x'] }] },
    'OC-PART',
    'error',
    'messages[0].content[0]',
  ],
  [
    'a recording',
    userPart({ type: 'input_audio', input_audio: { data: 'x', format: 'mp3' } }),
    'OC-PART',
    'model',
    'messages[0].content[0].type',
  ],
  [
    'a file in a system message',
    { messages: [{ role: 'system', content: [{ type: 'file', file: { file_id: 'x' } }] }] },
    'OC-PART',
    'error',
    'messages[0].content[0].type',
  ],
  [
    'an image of text',
    userPart(image('data:image/png;base64,aGVsbG8gd29ybGQ=')),
    'OC-IMAGE',
    'error',
    'messages[0].content[0].image_url.url',
  ],
  ['an image on disk', userPart(image('file:///a.png')), 'OC-IMAGE', 'error', 'messages[0].content[0].image_url.url'],
  [
    'an image with a wrong label',
    userPart(image(`data:image/tiff;base64,${png}`)),
    'OC-IMAGE',
    'server',
    'messages[0].content[0].image_url.url',
  ],
  [
    'an image of the assistant',
    { messages: [{ role: 'assistant', content: [image('https://a.b')] }] },
    'OC-IMAGE',
    'error',
    'messages[0].content[0]',
  ],
  [
    'an image of a tool',
    { messages: [assistant(call('a')), tool('a', [image('https://a.b')])] },
    'OC-IMAGE',
    'model',
    'messages[1].content[0]',
  ],
  [
    'no calls',
    { messages: [{ role: 'assistant', content: 'x', tool_calls: [] }] },
    'OC-CALL',
    'error',
    'messages[0].tool_calls',
  ],
  [
    'calls of a user',
    { messages: [{ ...user, tool_calls: [call('a')] }, tool('a')] },
    'OC-CALL',
    'error',
    'messages[0].tool_calls',
  ],
  [
    'a call without a function',
    { messages: [assistant({ id: 'a', type: 'function' }), tool('a')] },
    'OC-CALL',
    'error',
    'messages[0].tool_calls[0]',
  ],
  [
    'an id of 65 characters',
    { messages: [assistant(call('x'.repeat(65))), tool('x'.repeat(65))] },
    'OC-CALL-ID',
    'error',
    'messages[0].tool_calls[0].id',
  ],
  [
    'an id of 41 characters',
    { messages: [assistant(call('x'.repeat(41))), tool('x'.repeat(41))] },
    'OC-CALL-ID',
    'server',
    'messages[0].tool_calls[0].id',
  ],
  [
    'arguments that are not text',
    { messages: [assistant(call('a', { arguments: {} })), tool('a')] },
    'OC-CALL-ARGS',
    'error',
    'messages[0].tool_calls[0].function.arguments',
  ],
  [
    'arguments that are not JSON',
    { messages: [assistant(call('a', { arguments: '{' })), tool('a')] },
    'OC-CALL-ARGS',
    'server',
    'messages[0].tool_calls[0].function.arguments',
  ],
  [
    'one id twice',
    { messages: [assistant(call('a'), call('a')), tool('a'), tool('a')] },
    'OC-CALL-DUP',
    'server',
    'messages[0].tool_calls[1].id',
  ],
  [
    'a name with a dot in a call',
    { messages: [assistant(call('a', { name: 'a.b' })), tool('a')] },
    'OC-FN-NAME',
    'error',
    'messages[0].tool_calls[0].function.name',
  ],
  [
    'a name of 65 characters',
    { tools: [definition({ name: 'x'.repeat(65) })] },
    'OC-FN-NAME',
    'error',
    'tools[0].function.name',
  ],
  [
    'a call without a result',
    { messages: [assistant(call('a'), call('b')), tool('a')] },
    'OC-TOOL-ANSWER',
    'error',
    'messages[0].tool_calls[1]',
  ],
  [
    'a result after a user message',
    { messages: [assistant(call('a')), user, tool('a')] },
    'OC-TOOL-ORPHAN',
    'error',
    'messages[2]',
  ],
  [
    'a second result of one call',
    { messages: [assistant(call('a')), tool('a'), tool('a')] },
    'OC-TOOL-ORPHAN',
    'server',
    'messages[2]',
  ],
  [
    'a result without an id',
    { messages: [assistant(call('a')), tool(undefined)] },
    'OC-TOOL-ID',
    'error',
    'messages[1].tool_call_id',
  ],
]
