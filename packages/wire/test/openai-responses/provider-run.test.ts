import type { AssistantPart, Message, ToolCallPart } from '@lamella/core'
import { pairTools } from '@lamella/core/plugin'
import {
  decodeOpenAIResponses,
  encodeOpenAIResponses,
  fromOpenAIResponses,
  toOpenAIResponses,
} from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'
import { call, result } from '../fixtures.ts'
import { deepFreeze } from '../freeze.ts'
import { encoded, openai, user } from './encoded.ts'

const roundTrip = (...input: object[]): unknown => encoded(fromOpenAIResponses(deepFreeze(input))).input
const partsOf = (message: Message | undefined): AssistantPart[] => (message as { content: AssistantPart[] }).content

/** One item of each kind that only the API knows, as they occur in answers and requests. */
const items: readonly object[] = [
  { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'weather' } },
  { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['x'], results: null },
  { type: 'code_interpreter_call', id: 'ci_1', status: 'completed', container_id: 'c', code: '1', outputs: [] },
  { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBORw0KGgo=' },
  { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'a', tools: [] },
  { type: 'mcp_call', id: 'mcp_1', server_label: 'a', name: 'b', arguments: '{}', output: 'x', error: null },
  { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 'a', name: 'b', arguments: '{}' },
  { type: 'tool_search_call', id: 'tsc_1', execution: 'server', call_id: null, status: 'completed', arguments: {} },
  { type: 'tool_search_output', id: 'tso_1', execution: 'server', call_id: null, status: 'completed', tools: [] },
  { type: 'additional_tools', role: 'developer', tools: [{ type: 'tool_search' }] },
  { type: 'program', id: 'prog_1', call_id: 'p', code: '1', fingerprint: 'f' },
  { type: 'program_output', id: 'po_1', call_id: 'p', result: '1', status: 'completed' },
  { type: 'compaction', id: 'cmp_1', encrypted_content: 'c2ln' },
  { type: 'item_reference', id: 'msg_7' },
  { id: 'msg_8' },
  { type: 'something_new', id: 'new_1', anything: [null, { a: 1 }] },
]

test.for(items)('the item %o round-trips unchanged', (item) => {
  expect(roundTrip(user, item)).toEqual([user, item])
})

test('an item becomes a provider-executed call, and its content is counted', () => {
  const [message] = fromOpenAIResponses([items[5]])
  expect(message).toEqual({
    role: 'assistant',
    content: [
      {
        type: 'tool-call',
        toolCallId: 'mcp_1',
        toolName: 'mcp_call',
        input: { server_label: 'a', name: 'b', arguments: '{}', output: 'x' },
        providerExecuted: true,
        providerOptions: { openai: { item: items[5] } },
      },
    ],
  })
  // Neither encrypted content nor the bytes of an image: no model reads them as text.
  const inputs = fromOpenAIResponses([items[3], items[12]])
    .flatMap(partsOf)
    .map((part) => (part as ToolCallPart).input)
  expect(inputs).toEqual([{}, {}])
})

test('items of one answer stay one message in their order', () => {
  const answer = [
    { type: 'reasoning', id: 'rs_1', summary: [] },
    items[0],
    { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'c2ln' },
    { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'f', arguments: '{}' },
  ] as object[]
  const output = { type: 'function_call_output', call_id: 'a', output: 'x' }
  expect(fromOpenAIResponses([...answer, output]).map(({ role }) => role)).toEqual(['assistant', 'tool'])
  expect(roundTrip(...answer, output)).toEqual([...answer, output])
})

/** Items that clients run themselves and answer in their own formats. */
const clientRun: readonly (readonly [call: object, answer: object])[] = [
  [
    { type: 'shell_call', id: 'sh_1', call_id: 'a', status: 'completed', action: { commands: ['ls'] } },
    { type: 'shell_call_output', call_id: 'a', output: [{ stdout: 'x', stderr: '', outcome: { type: 'timeout' } }] },
  ],
  [
    {
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: 'a',
      status: 'completed',
      action: { type: 'exec', command: ['ls'] },
    },
    { type: 'local_shell_call_output', id: 'a', output: 'x' },
  ],
  [
    { type: 'apply_patch_call', id: 'apc_1', call_id: 'a', status: 'completed', operation: { type: 'delete_file' } },
    { type: 'apply_patch_call_output', call_id: 'a', status: 'failed', output: 'no' },
  ],
  [
    { type: 'computer_call', id: 'cu_1', call_id: 'a', status: 'completed', pending_safety_checks: [], actions: [] },
    {
      type: 'computer_call_output',
      call_id: 'a',
      output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
      acknowledged_safety_checks: [{ id: 's' }],
    },
  ],
  [
    { type: 'tool_search_call', id: 'tsc_1', call_id: 'a', execution: 'client', status: 'completed', arguments: {} },
    { type: 'tool_search_output', call_id: 'a', execution: 'client', status: 'completed', tools: [] },
  ],
]

test.for(clientRun)('the call %o and its answer become a call and a result, and round-trip unchanged', (pair) => {
  const [, assistant, tool] = fromOpenAIResponses([user, ...pair])
  expect(assistant).toMatchObject({ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a' }] })
  expect(partsOf(assistant)[0]).not.toHaveProperty('providerExecuted')
  expect(tool).toMatchObject({ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a' }] })
  expect(roundTrip(user, ...pair)).toEqual([user, ...pair])
})

test('a screenshot is an image in the result', () => {
  const [, tool] = fromOpenAIResponses(clientRun[3])
  expect(tool).toMatchObject({
    content: [{ output: { type: 'content', value: [{ type: 'image-data', data: 'iVBORw0KGgo=' }] } }],
  })
})

test('a shortened result overrides its recorded item, and its call becomes a function call', () => {
  const messages = fromOpenAIResponses(clientRun[0])
  const shorter = { ...result('a', 'cut'), ...openai({ item: clientRun[0]?.[1] as never }) }
  const { input, losses } = encoded([user, messages[0] as Message, { role: 'tool', content: [shorter] }])
  expect(input.slice(1)).toEqual([
    { type: 'function_call', call_id: 'a', name: 'shell_call', arguments: '{"action":{"commands":["ls"]}}' },
    { type: 'function_call_output', call_id: 'a', output: 'cut' },
  ])
  expect(losses).toEqual(['provider-options'])
})

test('a redacted call is not sent in its original form', () => {
  const [message] = fromOpenAIResponses([items[0]])
  const content = partsOf(message).map((part) => ({ ...part, input: {} }) as AssistantPart)
  const { input, losses } = encoded([user, { role: 'assistant', content }], { store: false })
  expect(input).toEqual([user])
  expect(losses).toEqual(['provider-executed'])
})

test('an item that occurs twice in the history is sent once', () => {
  const [message] = fromOpenAIResponses([items[0]]) as [Message]
  const { input, losses } = encoded([user, message, user, message])
  expect(input).toEqual([user, items[0], user])
  expect(losses).toEqual(['provider-executed'])
})

test('an OpenAI tool that the AI SDK stores by its id is sent as a reference', () => {
  const id = 'ws_0123456789abcdef0123'
  const content: AssistantPart[] = [
    call(id, {}, { toolName: 'web_search', providerExecuted: true }),
    { ...result(id, { type: 'json', value: { sources: [] } }), toolName: 'web_search' },
    { type: 'text', text: 'Found.' },
  ]
  const { input, losses } = encoded([user, { role: 'assistant', content }])
  expect(input).toEqual([user, { type: 'item_reference', id }, { role: 'assistant', content: 'Found.' }])
  expect(losses).toEqual([])
  // If nothing is stored, the model gets the search results.
  const bare = encoded([user, { role: 'assistant', content }], { store: false })
  expect(bare.input.map((item) => ('type' in item ? item.type : 'message'))).toEqual([
    'message',
    'function_call',
    'function_call_output',
    'message',
  ])
  expect(bare.losses).toEqual(['provider-executed'])
})

test('an approval response for an MCP server call follows its request', () => {
  const request = items[6] as object
  const response = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: false, reason: 'No.' }
  const messages = fromOpenAIResponses([user, request, response])
  expect(messages.slice(1)).toMatchObject([
    { role: 'assistant', content: [{ type: 'tool-call' }, { type: 'tool-approval-request', approvalId: 'mcpr_1' }] },
    {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'mcpr_1', approved: false, providerExecuted: true }],
    },
  ])
  expect(roundTrip(user, request, response)).toEqual([user, request, response])
})

test('an approval response for a request that only the API holds is sent with a reference to it, as in the AI SDK', () => {
  const approvalId = 'mcpr_0123456789abcdef0123'
  const messages: Message[] = [
    user,
    {
      role: 'assistant',
      content: [
        call('dummy', {}, { toolName: 'mcp.b', providerExecuted: true }),
        { type: 'tool-approval-request', approvalId, toolCallId: 'dummy' },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true, providerExecuted: true }] },
  ]
  expect(encoded(messages).input).toEqual([
    user,
    { type: 'item_reference', id: approvalId },
    { type: 'mcp_approval_response', approval_request_id: approvalId, approve: true },
  ])
  const { input, losses } = encoded(messages, { store: false })
  expect(input).toEqual([user])
  expect(losses).toEqual(['provider-executed', 'provider-executed'])
})

test('an approval is not lost while another call waits for its own', () => {
  const messages = fromOpenAIResponses([
    user,
    items[6],
    { type: 'function_call', call_id: 'a', name: 'b', arguments: '{}' },
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
  ])
  const waiting: AssistantPart = { type: 'tool-approval-request', approvalId: 'q', toolCallId: 'a' }
  const asked: Message = { role: 'assistant', content: [...partsOf(messages[1]), waiting] }
  expect(encoded([user, asked, messages[2] as Message]).input.at(-1)).toMatchObject({ approve: true })
})

test('a second response, and one without a request, are omitted and reported', () => {
  const word = (approvalId: string): Message => ({
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId, approved: true, providerExecuted: true }],
  })
  const [asked] = fromOpenAIResponses([items[6]]) as [Message]
  const { input, losses } = encoded([word('y'), user, asked, word('mcpr_1'), word('mcpr_1'), word('x')])
  expect(input.slice(2)).toMatchObject([{ approval_request_id: 'mcpr_1' }])
  expect(losses).toEqual(['provider-executed', 'provider-executed', 'provider-executed'])
})

test('an approval response after the next question is written and read there', () => {
  const [asked] = fromOpenAIResponses([items[6]]) as [Message]
  const word: Message = {
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId: 'mcpr_1', approved: true, providerExecuted: true }],
  }
  const { input, losses } = encoded([asked, user, word])
  expect(input.slice(-2)).toMatchObject([user, { type: 'mcp_approval_response', approval_request_id: 'mcpr_1' }])
  expect(losses).toEqual([])
  expect(fromOpenAIResponses(input).slice(-2)).toEqual([user, word])
})

test('an output whose call the API holds is kept, also by the core', () => {
  const request = {
    model: 'gpt-5',
    input: [
      { type: 'function_call_output', call_id: 'call_1', output: 'sunny' },
      { type: 'shell_call_output', call_id: 'call_2', output: [] },
      { type: 'mcp_approval_response', approval_request_id: 'mcpr_9', approve: true },
      { role: 'user', content: 'And now?' },
    ],
    previous_response_id: 'resp_1',
  }
  const context = decodeOpenAIResponses(deepFreeze(request))
  expect(context.messages.map(({ role }) => role)).toEqual(['assistant', 'user'])
  expect(pairTools('history', [{ id: 'all', content: context.messages }], {}).repairs).toEqual([])
  const { request: again, losses, repairs } = encodeOpenAIResponses(context)
  expect(again).toEqual(request)
  expect([losses, repairs]).toEqual([[], []])
  // It has no place in a separate request.
  const loose = encodeOpenAIResponses({ messages: context.messages })
  expect(loose.request.input).toEqual([{ role: 'user', content: 'And now?' }])
  expect(loose.losses).toHaveLength(3)
})

test('a call that a reference may answer is also kept', () => {
  const input = [
    user,
    { type: 'item_reference', id: 'rs_1' },
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
  ]
  expect(toOpenAIResponses({ messages: fromOpenAIResponses(input) }).input).toEqual(input)
})

/** A provider-executed call that was read from an item. */
const ran = (id: string, item: { [field: string]: unknown }): AssistantPart => {
  const { type: _, id: __, call_id: ___, status: ____, ...input } = item
  return call(id, input, { providerExecuted: true, ...openai({ item }) })
}
const reference = { type: 'item_reference', id: 'ws_2' }
const output = { type: 'function_call_output', call_id: 'z', output: 'x' }

test('only outputs after a reference are kept, even if the same object is also before it', () => {
  const late = ran('c', output)
  const messages: Message[] = [user, { role: 'assistant', content: [late, ran('d', reference), late] }]
  const { input, losses } = encoded(messages)
  expect(input).toEqual([user, reference, output])
  expect(losses).toEqual(['provider-executed'])
  expect(encoded(JSON.parse(JSON.stringify(messages)))).toEqual({ input, losses, repairs: [] })
})

test('one object that occurs twice in a message is written like two equal parts', () => {
  const [id, otherId] = ['ws_0123456789abcdef', 'ws_fedcba9876543210']
  const search = call(id, {}, { toolName: 'web_search', providerExecuted: true })
  const found = { ...result(id, { type: 'json', value: {} }), ...openai({ itemId: otherId }) }
  const messages: Message[] = [user, { role: 'assistant', content: [search, found, search] }]
  const written = encoded(messages)
  expect(written).toEqual(encoded(JSON.parse(JSON.stringify(messages))))
  expect(written.input.slice(1)).toEqual([otherId, id].map((sent) => ({ type: 'item_reference', id: sent })))
})

test('a reference that is left out as a duplicate keeps no outputs', () => {
  const search = { type: 'web_search_call', id: 'ws_2', status: 'completed', action: { type: 'search', query: 'x' } }
  for (const messages of [
    [user, { role: 'assistant', content: [ran('a', search), ran('d', reference), ran('c', output)] }],
    [
      user,
      { role: 'assistant', content: [ran('a', search)] },
      user,
      { role: 'assistant', content: [ran('d', reference), ran('c', output)] },
    ],
  ] satisfies Message[][]) {
    const { input, losses } = encoded(messages)
    expect(input.filter((item) => !('role' in item))).toEqual([search])
    expect(losses).toEqual(['provider-executed', 'provider-executed'])
  }
})

test.for([
  { type: 'message', role: 'tool', content: null },
  { type: 'reasoning', id: 'rs_1' },
  { role: 'user', content: 'x' },
  { type: 'function_call_output', call_id: 'z', output: 'x' },
  { type: 'web_search_call', id: 'x'.repeat(65) },
  { type: 'web_search_call', id: 'ws 1' },
  { type: 'program', id: 'prog_1', call_id: '' },
  { type: 1 },
])('%o is not sent as a recorded item', (item) => {
  const { type: _, id: __, call_id: ___, ...input } = item as { [field: string]: unknown }
  const part = call('a', input, { providerExecuted: true, ...openai({ item }) })
  const { input: sent, losses } = encoded([user, { role: 'assistant', content: [part] }])
  expect(sent).toEqual([user])
  expect(losses).toContain('provider-executed')
})
