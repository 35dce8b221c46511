import type { BetaMessage } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import fc from 'fast-check'
import type { ChatCompletion } from 'openai/resources/chat/completions'
import type { Response } from 'openai/resources/responses/responses'
import type { ConverseBody } from './emit/bedrock-converse.ts'
import type { GeminiBody } from './emit/gemini.ts'

// Whole responses, as the types of the SDKs describe them.

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom('data: {}\n\n', '\r\n', '[DONE]', '👩‍👩‍👧', '\uFEFFa', '"}]\\', 'ü\u2028\u2029'),
)
const id = fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/)
// Through JSON, which has no -0.
const input = fc
  .dictionary(fc.oneof(id, fc.constant('__proto__'), text), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as typeof value)
const json = fc.oneof(
  input.map((value) => JSON.stringify(value)),
  fc.constantFrom('{}', '{"a":', 'no json'),
)
const count = fc.nat(10_000)
const list = <Value>(one: fc.Arbitrary<Value>, maxLength = 3): fc.Arbitrary<Value[]> => fc.array(one, { maxLength })

const chatCall = fc.oneof(
  fc.record({ id, type: fc.constant('function'), function: fc.record({ name: id, arguments: json }) }),
  fc.record({ id, type: fc.constant('custom'), custom: fc.record({ name: id, input: text }) }),
)
const chatMessage = fc.record(
  {
    role: fc.constant('assistant'),
    content: fc.option(text),
    refusal: fc.option(text),
    reasoning_content: text,
    tool_calls: fc.array(chatCall, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['role', 'content', 'refusal'] },
)

export const chatBody = fc
  .record(
    {
      id,
      created: count,
      model: id,
      choices: fc.array(
        fc.record({
          message: chatMessage,
          finish_reason: fc.constantFrom('stop', 'length', 'tool_calls', 'content_filter'),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      usage: fc.record(
        {
          prompt_tokens: count,
          completion_tokens: count,
          prompt_tokens_details: fc.record({ cached_tokens: count }),
          completion_tokens_details: fc.record({ reasoning_tokens: count }),
        },
        { requiredKeys: ['prompt_tokens', 'completion_tokens'] },
      ),
    },
    { requiredKeys: ['id', 'created', 'model', 'choices'] },
  )
  .map((body) => {
    const choices = body.choices.map((choice, index) => ({ index, logprobs: null, ...choice }))
    return { object: 'chat.completion', ...body, choices } as unknown as ChatCompletion
  })

const responseItem = fc.oneof(
  fc.record({
    type: fc.constant('message'),
    id: id.map((end) => `msg_${end}`),
    role: fc.constant('assistant'),
    status: fc.constant('completed'),
    content: list(
      fc.oneof(
        fc.record({
          type: fc.constant('output_text'),
          text,
          annotations: list(fc.record({ type: fc.constant('url_citation'), url: id, title: text }), 2),
        }),
        fc.record({ type: fc.constant('refusal'), refusal: text }),
      ),
    ),
  }),
  fc.record(
    {
      type: fc.constant('reasoning'),
      id: id.map((end) => `rs_${end}`),
      summary: list(fc.record({ type: fc.constant('summary_text'), text }), 2),
      encrypted_content: fc.base64String({ minLength: 4, maxLength: 40 }),
    },
    { requiredKeys: ['type', 'id', 'summary'] },
  ),
  fc.record({
    type: fc.constant('function_call'),
    id: id.map((end) => `fc_${end}`),
    call_id: id,
    name: id,
    arguments: json,
    status: fc.constant('completed'),
  }),
  fc.record({
    type: fc.constant('custom_tool_call'),
    id: id.map((end) => `ctc_${end}`),
    call_id: id,
    name: id,
    input: text,
  }),
  fc.record({ type: fc.constant('web_search_call'), id, status: fc.constant('completed'), action: input }),
  fc.record({ type: fc.constant('code_interpreter_call'), id, code: text, container_id: id, outputs: fc.constant([]) }),
  fc.record({ type: fc.constant('item_of_tomorrow'), id, anything: input }),
)

export const responsesBody = fc
  .record({
    id,
    model: id,
    output: list(responseItem, 5),
    isIncomplete: fc.boolean(),
    usage: fc.record({
      input_tokens: count,
      input_tokens_details: fc.record({ cached_tokens: count, cache_write_tokens: count }),
      output_tokens: count,
      output_tokens_details: fc.record({ reasoning_tokens: count }),
    }),
  })
  .map(({ isIncomplete, ...body }) => {
    const incomplete_details = isIncomplete ? { reason: 'max_output_tokens' } : null
    const status = isIncomplete ? 'incomplete' : 'completed'
    return { object: 'response', error: null, incomplete_details, status, ...body } as unknown as Response
  })

const anthropicBlock = fc.oneof(
  fc.record({
    type: fc.constant('text'),
    text,
    citations: fc.option(
      fc.array(fc.record({ type: fc.constant('page'), cited_text: text }), { minLength: 1, maxLength: 2 }),
    ),
  }),
  fc.record({
    type: fc.constant('thinking'),
    thinking: text,
    signature: fc.base64String({ minLength: 4, maxLength: 20 }),
  }),
  fc.record({ type: fc.constant('redacted_thinking'), data: fc.base64String({ minLength: 4, maxLength: 20 }) }),
  fc.record({ type: fc.constant('tool_use'), id, name: id, input }),
  fc.record({ type: fc.constant('server_tool_use'), id, name: fc.constant('web_search'), input }),
  fc.record({ type: fc.constant('web_search_tool_result'), tool_use_id: id, content: list(input, 2) }),
  fc.record({ type: fc.constant('compaction'), content: text, encrypted_content: fc.constant('abc') }),
  fc.record({ type: fc.constant('block_of_tomorrow'), anything: input }),
)

export const anthropicBody = fc
  .record({
    id,
    model: id,
    content: list(anthropicBlock, 5),
    stop_reason: fc.constantFrom('end_turn', 'tool_use', 'max_tokens', 'refusal', 'pause_turn'),
    usage: fc.record({
      input_tokens: count,
      cache_creation_input_tokens: fc.option(count),
      cache_read_input_tokens: fc.option(count),
      output_tokens: count,
    }),
  })
  .map((body) => ({ type: 'message', role: 'assistant', stop_sequence: null, ...body }) as unknown as BetaMessage)

const signature = fc.base64String({ minLength: 4, maxLength: 20 })
const geminiPart = fc.oneof(
  fc.record({ text, thought: fc.constant(true), thoughtSignature: signature }, { requiredKeys: ['text'] }),
  fc.record({ text, thoughtSignature: signature }, { requiredKeys: ['text'] }),
  fc.record(
    { functionCall: fc.record({ name: id, args: input, id }, { requiredKeys: ['name'] }), thoughtSignature: signature },
    { requiredKeys: ['functionCall'] },
  ),
  fc.record({ inlineData: fc.record({ mimeType: fc.constant('image/png'), data: signature }) }),
  fc.record({ executableCode: fc.record({ language: fc.constant('PYTHON'), code: text }) }),
  fc.record({ codeExecutionResult: fc.record({ outcome: fc.constant('OUTCOME_OK'), output: text }) }),
)

export const geminiBody = fc
  .record({
    modelVersion: id,
    responseId: id,
    candidates: fc.array(
      fc.record({
        content: fc.record({ parts: list(geminiPart, 5), role: fc.constant('model') }),
        finishReason: fc.constantFrom('STOP', 'MAX_TOKENS', 'SAFETY', 'MALFORMED_FUNCTION_CALL'),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    usageMetadata: fc.record(
      {
        promptTokenCount: count,
        candidatesTokenCount: count,
        thoughtsTokenCount: count,
        cachedContentTokenCount: count,
      },
      { requiredKeys: ['promptTokenCount'] },
    ),
  })
  .map(({ candidates, ...body }) => {
    return { ...body, candidates: candidates.map((one, index) => ({ ...one, index })) } as GeminiBody
  })

const converseBlock = fc.oneof(
  fc.record({ text }),
  fc.record({ toolUse: fc.record({ toolUseId: id, name: id, input }) }),
  fc.record({ reasoningContent: fc.record({ reasoningText: fc.record({ text, signature }) }) }),
  fc.record({ reasoningContent: fc.record({ redactedContent: signature }) }),
)

export const converseBody: fc.Arbitrary<ConverseBody> = fc.record({
  output: fc.record({
    message: fc.record({ role: fc.constant('assistant' as const), content: list(converseBlock, 5) }),
  }),
  stopReason: fc.constantFrom('end_turn', 'tool_use', 'max_tokens', 'guardrail_intervened'),
  usage: fc.record({ inputTokens: count, outputTokens: count, cacheReadInputTokens: count }),
})
