import type { ViolationLevel } from '@lamella/wire/openai-responses'
import { png } from '../fixtures.ts'

export const user = { role: 'user', content: 'Hello' }
export const call = (call_id: unknown, more: object = {}): object => ({
  type: 'function_call',
  call_id,
  name: 'f',
  arguments: '{}',
  ...more,
})
export const output = (call_id: unknown, value: unknown = 'x'): object => ({
  type: 'function_call_output',
  call_id,
  output: value,
})
export const definition = (more: object = {}): object => ({
  type: 'function',
  name: 'f',
  parameters: { type: 'object', properties: {} },
  strict: false,
  ...more,
})
export const said = (more: object = {}): object => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Yes.', annotations: [], logprobs: [] }],
  ...more,
})
export const reasoning = (more: object = {}): object => ({ type: 'reasoning', id: 'rs_1', summary: [], ...more })

/** Requests that break a rule, with the rule and the place. Fields not given are those of a valid request. */
export type Violating = readonly [what: string, request: object, code: string, level: ViolationLevel, path: string]

const items = (...input: unknown[]): object => ({ input })
const part = (value: unknown): object => items({ role: 'user', content: [value] })
const image = (image_url: unknown, detail = 'auto'): object => ({ type: 'input_image', image_url, detail })

export const inputCases: readonly Violating[] = [
  ['no item', items(), 'OR-INPUT', 'error', 'input'],
  ['no input', { input: undefined }, 'OR-INPUT', 'error', 'input'],
  ['an input that is not a list', { input: {} }, 'OR-INPUT', 'error', 'input'],
  ['text instead of an item', items('x'), 'OR-ITEM', 'error', 'input[0]'],
  ['a type that is not text', items({ type: 1 }), 'OR-ITEM', 'error', 'input[0].type'],
  ['an unknown type', items(user, { type: 'novelty' }), 'OR-ITEM', 'server', 'input[1].type'],
  ['the role of a tool', items({ role: 'tool', content: 'x' }), 'OR-ROLE', 'error', 'input[0].role'],
  ['no content', items({ role: 'user' }), 'OR-CONTENT', 'error', 'input[0].content'],
  ['no parts', items({ role: 'user', content: [] }), 'OR-CONTENT', 'error', 'input[0].content'],
  ['a number as content', items({ role: 'user', content: 1 }), 'OR-CONTENT', 'error', 'input[0].content'],
  ['a part of Chat', part({ type: 'text', text: 'x' }), 'OR-PART', 'error', 'input[0].content[0].type'],
  ['text in a list of parts', part('x'), 'OR-PART', 'error', 'input[0].content[0]'],
  ['a text part without text', part({ type: 'input_text' }), 'OR-PART', 'error', 'input[0].content[0]'],
  ['a file without a file', part({ type: 'input_file' }), 'OR-PART', 'error', 'input[0].content[0]'],
  [
    'what a user says in the words of the assistant',
    part({ type: 'output_text', text: 'x' }),
    'OR-PART',
    'error',
    'input[0].content[0].type',
  ],
  [
    'what the assistant says in the words of a user',
    items({ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }),
    'OR-PART',
    'error',
    'input[0].content[0].type',
  ],
  [
    'an unknown part of an output',
    items(call('a'), output('a', [{ type: 'output_text', text: 'x' }])),
    'OR-PART',
    'error',
    'input[1].output[0].type',
  ],
  [
    'an image that is an object',
    part(image({ url: 'https://a.b' })),
    'OR-IMAGE',
    'error',
    'input[0].content[0].image_url',
  ],
  ['an image on disk', part(image('file:///a.png')), 'OR-IMAGE', 'error', 'input[0].content[0].image_url'],
  ['an image of text', part(image('data:image/png;base64,aGk=')), 'OR-IMAGE', 'error', 'input[0].content[0].image_url'],
  [
    'a wrong label',
    part(image(`data:image/tiff;base64,${png}`)),
    'OR-IMAGE',
    'server',
    'input[0].content[0].image_url',
  ],
  ['an unknown detail', part(image('https://a.b', 'medium')), 'OR-IMAGE', 'error', 'input[0].content[0].detail'],
  [
    'an invalid image in an output',
    items(call('a'), output('a', [image('x')])),
    'OR-IMAGE',
    'error',
    'input[1].output[0].image_url',
  ],
  [
    'a recording as a file',
    part({ type: 'input_file', filename: 'a.mp3', file_data: 'data:audio/mpeg;base64,SUQz' }),
    'OR-FILE',
    'error',
    'input[0].content[0].file_data',
  ],
  [
    'an archive as a file',
    part({ type: 'input_file', filename: 'a.zip', file_data: 'data:application/zip;base64,UEsDBA==' }),
    'OR-FILE',
    'error',
    'input[0].content[0].file_data',
  ],
  [
    'a file that is not a data URL',
    part({ type: 'input_file', filename: 'a', file_data: 'SUQz' }),
    'OR-FILE',
    'error',
    'input[0].content[0].file_data',
  ],
  [
    'a file without a name',
    part({ type: 'input_file', file_data: 'data:text/plain;base64,SUQz' }),
    'OR-FILE',
    'server',
    'input[0].content[0].filename',
  ],
  [
    'the address of a recording',
    part({ type: 'input_file', file_url: 'https://a.b/c.mp3?d' }),
    'OR-FILE',
    'model',
    'input[0].content[0].file_url',
  ],
  ['empty content', items({ role: 'user', content: '' }), 'OR-EMPTY', 'server', 'input[0].content'],
  ['an empty part', part({ type: 'input_text', text: '' }), 'OR-EMPTY', 'server', 'input[0].content[0].text'],
]

export const callCases: readonly Violating[] = [
  [
    'arguments that are not text',
    items(call('a', { arguments: {} }), output('a')),
    'OR-CALL',
    'error',
    'input[0].arguments',
  ],
  [
    'arguments that are not JSON',
    items(call('a', { arguments: '{' }), output('a')),
    'OR-CALL',
    'server',
    'input[0].arguments',
  ],
  ['a name with a dot', items(call('a', { name: 'a.b' }), output('a')), 'OR-FN-NAME', 'error', 'input[0].name'],
  [
    'a tool with a name of 65 characters',
    { tools: [definition({ name: 'x'.repeat(65) })] },
    'OR-FN-NAME',
    'error',
    'tools[0].name',
  ],
  ['a call without an id', items(call(undefined), output('a')), 'OR-CALL-ID', 'error', 'input[0].call_id'],
  ['an output with an empty id', items(call(''), output('')), 'OR-CALL-ID', 'error', 'input[1].call_id'],
  [
    'an id of 65 characters',
    items(call('x'.repeat(65)), output('x'.repeat(65))),
    'OR-CALL-ID',
    'error',
    'input[0].call_id',
  ],
  [
    'one call id twice',
    items(call('a'), output('a'), call('a'), output('a')),
    'OR-CALL-DUP',
    'server',
    'input[2].call_id',
  ],
  ['a call without an output', items(call('a'), call('b'), output('a')), 'OR-CALL-ANSWER', 'error', 'input[1]'],
  ['an output before its call', items(output('a'), call('a')), 'OR-CALL-ANSWER', 'error', 'input[1]'],
  ['an output without a call', items(user, output('a')), 'OR-OUTPUT-ORPHAN', 'error', 'input[1]'],
  [
    'an output of another kind of tool',
    items(call('a'), { type: 'custom_tool_call_output', call_id: 'a', output: 'x' }),
    'OR-OUTPUT-ORPHAN',
    'error',
    'input[1]',
  ],
  [
    'a shell that was not answered',
    items({ type: 'shell_call', call_id: 'a', action: {} }),
    'OR-CALL-ANSWER',
    'error',
    'input[0]',
  ],
  ['a second output of one call', items(call('a'), output('a'), output('a')), 'OR-OUTPUT-ORPHAN', 'server', 'input[2]'],
  ['an output that is an object', items(call('a'), output('a', {})), 'OR-OUTPUT', 'error', 'input[1].output'],
  [
    'a message between a call and its output',
    items(call('a'), user, output('a')),
    'OR-INTERLEAVE',
    'server',
    'input[1]',
  ],
  [
    'an approval without a request',
    items({ type: 'mcp_approval_response', approve: true }),
    'OR-APPROVAL',
    'error',
    'input[0].approval_request_id',
  ],
  [
    'an approval without an answer',
    items({ type: 'mcp_approval_response', approval_request_id: 'mcpr_1' }),
    'OR-APPROVAL',
    'error',
    'input[0].approve',
  ],
  [
    'the id of a call as that of its item',
    items(call('a', { id: 'call_a' }), output('a')),
    'OR-ID',
    'error',
    'input[0].id',
  ],
  ['a long id', items(said({ id: `msg_${'x'.repeat(61)}` })), 'OR-ID', 'error', 'input[0].id'],
  ['an id with a space', items({ type: 'item_reference', id: 'ws 1' }), 'OR-ID', 'error', 'input[0].id'],
  ['one item twice', items(said(), user, said()), 'OR-ID-DUP', 'error', 'input[2].id'],
  ['reasoning without an id', items(reasoning({ id: undefined }), said()), 'OR-REASONING', 'error', 'input[0].id'],
  [
    'reasoning without an id and without a store',
    { ...items(reasoning({ id: undefined, encrypted_content: 'x' }), said()), store: false },
    'OR-REASONING',
    'server',
    'input[0].id',
  ],
  [
    'reasoning with a status',
    items(reasoning({ status: 'completed' }), said()),
    'OR-REASONING',
    'server',
    'input[0].status',
  ],
  [
    'reasoning without a summary',
    items(reasoning({ summary: undefined }), said()),
    'OR-REASONING',
    'error',
    'input[0].summary',
  ],
  [
    'reasoning without encrypted content and a store',
    { ...items(reasoning(), said()), store: false },
    'OR-REASONING',
    'error',
    'input[0].encrypted_content',
  ],
  ['reasoning at the end', items(user, reasoning()), 'OR-REASONING-FOLLOW', 'error', 'input[1]'],
  ['reasoning before a user', items(reasoning(), user), 'OR-REASONING-FOLLOW', 'error', 'input[0]'],
  [
    'reasoning before a message without an id',
    items(reasoning(), { role: 'assistant', content: 'x' }),
    'OR-REASONING-FOLLOW',
    'error',
    'input[0]',
  ],
  [
    'reasoning before an output',
    items(call('a'), reasoning(), output('a')),
    'OR-REASONING-FOLLOW',
    'error',
    'input[1]',
  ],
]
