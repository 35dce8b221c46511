import type { Message, Parameters } from '@lamella/core'
import { encodeBedrockConverse, validateBedrockConverse } from '@lamella/wire/bedrock-converse'
import { expect, test } from 'vitest'

const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const newer = 'us.anthropic.claude-opus-4-7'
const hello: Message = { role: 'user', content: 'Hello' }
const loop: Message[] = [
  hello,
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'x' } }],
  },
]
const thinking = { type: 'enabled', budget_tokens: 2_000 }
const fields = (own: object): Parameters => ({
  providerOptions: { bedrock: { extra: { additionalModelRequestFields: own } } } as NonNullable<
    Parameters['providerOptions']
  >,
})
const encode = (parameters: Parameters, messages: readonly Message[] = [hello], report?: object) =>
  encodeBedrockConverse({
    messages,
    tools: [{ name: 'look', inputSchema: { type: 'object' } }],
    parameters: { model: claude, ...parameters },
    ...(report && { report: report as never }),
  })

// The rules are those of Claude's own API: AN-THINKING-BUDGET, AN-THINKING-FORCED, AN-THINKING-FIRST, "Sampling parameters".
test.each<[string, Parameters, readonly Message[], object, object | undefined]>([
  ['a temperature with thinking', { ...fields({ thinking }), temperature: 0.5 }, [hello], {}, { thinking }],
  ['a forced call with thinking', { ...fields({ thinking }), toolChoice: 'required' }, [hello], {}, undefined],
  ['a turn without thinking', fields({ thinking, top_k: 5 }), loop, {}, { top_k: 5 }],
  ['two samplings', { temperature: 0.5, topP: 0.5 }, [hello], { temperature: 0.5 }, undefined],
  ['a temperature', { model: newer, temperature: 0.5 }, [hello], {}, undefined],
  ['a budget', { model: newer, ...fields({ thinking }) }, [hello], {}, { thinking: { type: 'adaptive' } }],
  ['a blank stop sequence', { stopSequences: ['END', ' '] }, [hello], { stopSequences: ['END'] }, undefined],
])('%s that Claude does not take is a loss', (_, parameters, messages, inference, own) => {
  const { request, losses } = encode(parameters, messages)
  expect(request.inferenceConfig ?? {}).toEqual(inference)
  expect((request as { additionalModelRequestFields?: unknown }).additionalModelRequestFields).toEqual(own)
  expect(losses).toMatchObject([{ code: 'parameter' }])
  expect(validateBedrockConverse(request)).toEqual([])
})

test('a budget that the answer cannot hold is an error, unless the window has lowered that', () => {
  expect(() => encode({ ...fields({ thinking }), maxOutputTokens: 1_500 })).toThrow(/WIRE_PARAMETER/)
  const report = { tokens: { window: 10_000, total: 7_500, reserve: 4_000 }, cache: { points: [] } }
  const { request } = encode(
    { ...fields({ thinking: { ...thinking, budget_tokens: 3_000 } }), maxOutputTokens: 4_000 },
    [hello],
    report,
  )
  expect(request).toMatchObject({
    inferenceConfig: { maxTokens: 2_500 },
    additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1_250 } },
  })
  expect(validateBedrockConverse(request)).toEqual([])
})

test('other models get everything as it is', () => {
  const { request, losses } = encode({
    model: 'us.amazon.nova-pro-v1:0',
    temperature: 0.5,
    topP: 0.5,
    ...fields({ thinking: 1 }),
  })
  expect(request).toMatchObject({
    inferenceConfig: { temperature: 0.5, topP: 0.5 },
    additionalModelRequestFields: { thinking: 1 },
  })
  expect(losses).toEqual([])
})
