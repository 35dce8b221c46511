import type { AssistantPart, JsonValue, Message, ProviderOptions, ToolPart } from '@lamella/core'
import { fromOpenAIResponses, type OpenAIResponsesOptions, type WireContext } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { broken } from '../broken-histories.ts'
import { context as ofAnyProvider } from '../histories.ts'

// Few, so that they collide; some are invalid for any item.
const ids = (prefix: string): fc.Arbitrary<string> =>
  fc.constantFrom(`${prefix}_1`, `${prefix}_2`, `${prefix}_3`, 'item_1', '', 'x'.repeat(65), `${prefix}_ä`)

const openai = (fields: { [field: string]: unknown }): { providerOptions: ProviderOptions } => ({
  providerOptions: { openai: fields as { [field: string]: JsonValue } },
})

const reasoning: fc.Arbitrary<AssistantPart> = fc
  .record({
    text: fc.constantFrom('', 'Hm.', '\uD800'),
    itemId: ids('rs'),
    encrypted: fc.constantFrom('c2ln', null, 1),
  })
  .map(({ text, itemId, encrypted }) => ({
    type: 'reasoning',
    text,
    ...openai({ itemId, reasoningEncryptedContent: encrypted }),
  }))

const said: fc.Arbitrary<AssistantPart> = fc
  .record({
    text: fc.constantFrom('', 'Yes.', 'No.', '\uDC00'),
    fields: fc.record(
      {
        itemId: ids('msg'),
        refusal: fc.boolean(),
        phase: fc.constantFrom('commentary', 'final_answer', 'other'),
        annotations: fc.constantFrom<unknown>([], 1, [{ type: 'file_path', file_id: 'f', index: 0 }]),
        itemExtra: fc.constantFrom<unknown>({ status: 'incomplete' }, { role: 'user', id: 'x', more: 1 }, null),
        contentExtra: fc.constantFrom<unknown>({ logprobs: [] }, { text: 'other' }, 1),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ text, fields }) => ({ type: 'text', text, ...openai(fields) }))

const call: fc.Arbitrary<AssistantPart> = fc
  .record({
    toolCallId: fc.constantFrom('a', 'b', '', 'x'.repeat(64), 'x'.repeat(65)),
    toolName: fc.constantFrom('get_weather', 'a.b', 'sql'),
    input: fc.constantFrom<unknown>({ city: 'Bern' }, 'select 1', undefined),
    fields: fc.record(
      {
        itemId: fc.oneof(ids('fc'), ids('ctc')),
        custom: fc.constant(true),
        arguments: fc.constantFrom('{"city":"Bern"}', '{'),
        namespace: fc.constantFrom('a', '\uD800'),
        itemExtra: fc.constantFrom<unknown>({ status: 'completed' }, { call_id: 'x', name: 1 }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ toolCallId, toolName, input, fields }) => ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input,
    ...openai(fields),
  }))

/** Items of every other type, as the API returns them, and invalid items of these types. */
const recordedItems: readonly { [field: string]: unknown }[] = [
  { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x\uD800' } },
  { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'a', tools: [] },
  { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 'a', name: 'b', arguments: '{}' },
  { type: 'tool_search_call', id: 'tsc_1', execution: 'server', call_id: null, status: 'completed', arguments: {} },
  { type: 'tool_search_output', id: 'tso_1', execution: 'server', call_id: null, status: 'completed', tools: [] },
  { type: 'additional_tools', role: 'developer', tools: [] },
  { type: 'compaction', id: 'cmp_1', encrypted_content: 'c2ln' },
  { type: 'item_reference', id: 'ws_2' },
  { id: 'msg_9' },
  { type: 'a_new_one', id: 'new_1', anything: [1] },
  { type: 'computer_call', id: 'cu_1', call_id: 'z', status: 'completed', pending_safety_checks: [] },
  { type: 'function_call_output', call_id: 'z', output: 'x' },
  { type: 'function_call', call_id: 'z', name: 'a.b', arguments: 1 },
  { type: 'message', role: 'tool', content: null },
  { type: 'reasoning', id: 'rs_1' },
  { role: 'user', content: 'x' },
  { type: 1 },
]

/** What the decoder returns for such an item, and the same written by hand. */
const recorded: fc.Arbitrary<AssistantPart[]> = fc.oneof(
  fc.constantFrom(...recordedItems.slice(0, 10)).map((item) => {
    const [message] = fromOpenAIResponses([item])
    return message?.role === 'assistant' && typeof message.content !== 'string' ? message.content : []
  }),
  fc.record({ item: fc.constantFrom(...recordedItems), ran: fc.boolean() }).map(({ item, ran }): AssistantPart[] => {
    const { type: _, id: __, call_id: ___, status: ____, encrypted_content: _____, ...input } = item
    const part = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'x', input, ...openai({ item }) }
    return [ran ? { ...part, providerExecuted: true } : part]
  }),
)

/** Provider-executed tools, as the AI SDK represents them. */
const ranByOpenAI: fc.Arbitrary<AssistantPart[]> = fc.constantFrom('ws_0123456789abcdef', 'srvtoolu_1').map((id) => [
  { type: 'tool-call', toolCallId: id, toolName: 'web_search', input: {}, providerExecuted: true },
  { type: 'tool-result', toolCallId: id, toolName: 'web_search', output: { type: 'json', value: { sources: [] } } },
])

const answer: fc.Arbitrary<Message[]> = fc
  .array(
    fc.oneof(
      reasoning.map((part) => [part]),
      said.map((part) => [part]),
      call.map((part) => [part]),
      recorded,
      ranByOpenAI,
    ),
    { maxLength: 5 },
  )
  .map((groups): Message[] => {
    const content = groups.flat()
    const results = content.flatMap((part): ToolPart[] => {
      if (part.type !== 'tool-call' || part.providerExecuted) return []
      const { toolCallId, toolName } = part
      return [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: 'ok' } }]
    })
    return results.length === 0
      ? [{ role: 'assistant', content }]
      : [
          { role: 'assistant', content },
          { role: 'tool', content: results },
        ]
  })

/** A shell and a computer that the client runs: their calls and answers, read from items. */
const client: fc.Arbitrary<Message[]> = fc
  .constantFrom(
    [
      { type: 'shell_call', id: 'sh_1', call_id: 'a', status: 'completed', action: { commands: ['ls'] } },
      { type: 'shell_call_output', call_id: 'a', output: [{ stdout: 'x', stderr: '', outcome: { type: 'timeout' } }] },
    ],
    [
      { type: 'computer_call', id: 'cu_1', call_id: 'b', status: 'completed', pending_safety_checks: [], actions: [] },
      {
        type: 'computer_call_output',
        call_id: 'b',
        output: { type: 'computer_screenshot', image_url: 'https://a.b/c' },
      },
    ],
    [
      {
        type: 'local_shell_call',
        id: 'lsh_1',
        call_id: 'c',
        status: 'completed',
        action: { type: 'exec', command: [], env: {} },
      },
      { type: 'local_shell_call_output', id: 'c', output: 'x' },
    ],
  )
  .map((items) => fromOpenAIResponses(items))

const word: fc.Arbitrary<Message[]> = fc
  .record({
    approvalId: fc.constantFrom('mcpr_1', 'mcpr_2', 'x', ''),
    approved: fc.boolean(),
    reason: fc.constantFrom('', '\uD800'),
  })
  .map((response) => [
    { role: 'tool', content: [{ type: 'tool-approval-response', providerExecuted: true, ...response }] },
  ])

const user = fc.constant<Message[]>([{ role: 'user', content: 'Hello' }])

const parameters: fc.Arbitrary<WireContext['parameters']> = fc
  .record(
    {
      store: fc.constantFrom<unknown>(true, false, null),
      previous_response_id: fc.constantFrom('resp_1', null),
      include: fc.constantFrom<unknown>([], ['message.output_text.logprobs']),
      tool_choice: fc.constant({ type: 'mcp', server_label: 'a' }),
      parallel_tool_calls: fc.boolean(),
      stop: fc.constant(['x']),
      input: fc.constant('x'),
      stream: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((responsesExtra) => openai({ responsesExtra }))

/** Contexts of OpenAI's own answers, intact and damaged, half of them mixed with those of any provider. */
export const context: fc.Arbitrary<WireContext> = fc
  .record({
    own: fc.array(fc.oneof({ weight: 3, arbitrary: answer }, client, word, user), { minLength: 1, maxLength: 6 }),
    other: ofAnyProvider,
    isMixed: fc.boolean(),
    parameters: fc.option(parameters, { nil: undefined }),
  })
  .chain(({ own, other, isMixed, parameters: own_ }) =>
    broken(isMixed ? [...own.flat(), ...other.messages] : own.flat()).map((messages) => ({
      ...other,
      messages,
      ...(own_ !== undefined && { parameters: { ...other.parameters, ...own_ } }),
    })),
  )

export const options: fc.Arbitrary<OpenAIResponsesOptions & { model: string }> = fc.record(
  {
    model: fc.constantFrom('gpt-5', 'gpt-4o'),
    system: fc.constantFrom('joined', 'per-layer'),
    systemRole: fc.constantFrom('system', 'developer'),
    systemIn: fc.constantFrom('instructions', 'input'),
    store: fc.boolean(),
    mergeConsecutive: fc.boolean(),
    ensureAlternating: fc.boolean(),
    cache: fc.boolean(),
  },
  { requiredKeys: ['model'] },
)
