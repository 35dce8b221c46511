import { decodeAnthropicResponse, decodeAnthropicStream } from '@lamella/wire/anthropic'
import { decodeOpenAIResponsesResponse, decodeOpenAIResponsesStream } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

const removed = (id: string, reason: string): object => ({ type: 'reasoning', action: 'removed', id, reason })
const response = (more: object): object => {
  return { id: 'resp_1', object: 'response', status: 'completed', output: [], ...more }
}
const message = (more: object): object => {
  return { type: 'message', role: 'assistant', content: [], stop_reason: 'end_turn', ...more }
}

describe('what OpenAI Responses says of a request', () => {
  it('lists reasoning that it removed, with the reason', () => {
    const transformations = [
      removed('rs_1', 'turn_boundary'),
      removed('rs_2', 'prefix_mismatch'),
      removed('rs_3', 'model_mismatch'),
      removed('rs_4', 'organization_mismatch'),
      removed('rs_5', 'end_user_mismatch'),
      removed('rs_6', 'a_new_reason'),
      { type: 'a_new_type', id: 'x' },
      'odd',
    ]
    const { diagnosis } = decodeOpenAIResponsesResponse(response({ input_transformations: transformations }))
    expect(diagnosis).toEqual({
      mismatches: [
        { id: 'rs_1', reason: 'turn', rawReason: 'turn_boundary', removed: true },
        { id: 'rs_2', reason: 'prefix', rawReason: 'prefix_mismatch', removed: true },
        { id: 'rs_3', reason: 'model', rawReason: 'model_mismatch', removed: true },
        { id: 'rs_4', reason: 'organization', rawReason: 'organization_mismatch', removed: true },
        { id: 'rs_5', reason: 'user', rawReason: 'end_user_mismatch', removed: true },
        { id: 'rs_6', reason: 'other', rawReason: 'a_new_reason', removed: true },
      ],
    })
  })

  it.each<[object, object]>([
    [{ type: 'cache_hit' }, { result: 'hit' }],
    [
      { type: 'cache_miss', reason: 'tools_changed', cache_missed_tokens: 900 },
      { result: 'miss', reason: 'tools_changed', missedTokens: 900 },
    ],
    [{ type: 'comparison_response_not_found' }, { result: 'unknown', reason: 'comparison_response_not_found' }],
    [{ type: 'unavailable' }, { result: 'unknown', reason: 'unavailable' }],
  ])('reads the comparison for its cache: %j', (given, expected) => {
    expect(decodeOpenAIResponsesResponse(response({ prompt_cache_diagnostics: given })).diagnosis).toEqual({
      cache: expected,
    })
  })

  it('is read from the end of a stream', async () => {
    const whole = response({ input_transformations: [removed('rs_2', 'prefix_mismatch')] })
    const stream = decodeOpenAIResponsesStream([{ type: 'response.completed', response: whole }])
    expect((await stream.response()).diagnosis).toMatchObject({ mismatches: [{ id: 'rs_2', reason: 'prefix' }] })
  })

  it.each([{}, { input_transformations: [] }, { input_transformations: null, prompt_cache_diagnostics: null }])(
    'is absent where it says nothing: %j',
    (given) => {
      expect(decodeOpenAIResponsesResponse(response(given))).not.toHaveProperty('diagnosis')
    },
  )
})

describe('what Anthropic says of a request', () => {
  const path = 'messages.3.content.0'

  it('tells thinking that was dropped from thinking that failed the check and was shown', () => {
    const transformations = [
      { type: 'thinking_dropped', path, reason: 'prefix_binding_mismatch' },
      { type: 'thinking_mismatch_allowed', path: 'messages.5.content.0', reason: 'prefix_binding_mismatch' },
      { type: 'thinking_dropped', path, reason: 'model_binding_mismatch' },
      { type: 'thinking_dropped', path, reason: 'organization_binding_mismatch' },
      { type: 'thinking_dropped', path, reason: 'end_user_binding_mismatch' },
    ]
    const { diagnosis } = decodeAnthropicResponse(message({ input_transformations: transformations }))
    expect(diagnosis?.mismatches?.map(({ reason, removed: gone }) => [reason, gone])).toEqual([
      ['prefix', true],
      ['prefix', false],
      ['model', true],
      ['organization', true],
      ['user', true],
    ])
    expect(diagnosis?.mismatches?.[0]).toEqual({
      path,
      reason: 'prefix',
      rawReason: 'prefix_binding_mismatch',
      removed: true,
    })
  })

  it.each<[object, object]>([
    [
      { type: 'system_changed', cache_missed_input_tokens: 1_200 },
      { result: 'miss', reason: 'system_changed', missedTokens: 1_200 },
    ],
    [{ type: 'previous_message_not_found' }, { result: 'unknown', reason: 'previous_message_not_found' }],
    [{ type: 'unavailable' }, { result: 'unknown', reason: 'unavailable' }],
  ])('reads the comparison for its cache: %j', (reason, expected) => {
    const { diagnosis } = decodeAnthropicResponse(message({ diagnostics: { cache_miss_reason: reason } }))
    expect(diagnosis).toEqual({ cache: expected })
  })

  it('says that a comparison is not finished, and nothing where the provider says nothing', () => {
    const pending = decodeAnthropicResponse(message({ diagnostics: { cache_miss_reason: null } }))
    expect(pending.diagnosis).toEqual({ cache: { result: 'unknown' } })
    expect(decodeAnthropicResponse(message({ diagnostics: null, input_transformations: [] }))).not.toHaveProperty(
      'diagnosis',
    )
  })

  it('is that of the model that answered, where another took over in a stream', async () => {
    const dropped = (reason: string): object[] => [{ type: 'thinking_dropped', path, reason }]
    const stream = decodeAnthropicStream([
      {
        type: 'message_start',
        message: message({ stop_reason: null, input_transformations: dropped('prefix_binding_mismatch') }),
      },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        input_transformations: dropped('model_binding_mismatch'),
      },
      { type: 'message_stop' },
    ])
    expect((await stream.response()).diagnosis).toMatchObject({ mismatches: [{ reason: 'model' }] })
  })
})
