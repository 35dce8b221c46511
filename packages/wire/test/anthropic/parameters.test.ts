import { isLamellaError, type Parameters } from '@lamella/core'
import { type AnthropicOptions, type AnthropicRequest, encodeAnthropic, toAnthropic } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { weather } from '../fixtures.ts'
import { user } from './encoded.ts'
import { anthropic } from './parts.ts'

const messages = [user]
/** Returns the request for parameters, and the messages of its losses. */
function request(
  parameters: Parameters,
  options: AnthropicOptions = {},
): { request: AnthropicRequest; losses: string[] } {
  const { request: asked, losses } = encodeAnthropic({ messages, tools: [weather], parameters }, options)
  expect(new Set(losses.map(({ path }) => path))).toEqual(new Set(losses.length > 0 ? ['parameters'] : []))
  return { request: asked, losses: losses.map(({ code }) => code) }
}

test('the answer length comes from the parameters, the options, or the default of 4,096', () => {
  const length = (maxOutputTokens?: number, option?: number): number => {
    const parameters = maxOutputTokens === undefined ? {} : { maxOutputTokens }
    return toAnthropic({ messages, parameters }, option === undefined ? {} : { maxOutputTokens: option }).max_tokens
  }
  expect([length(), length(9), length(undefined, 7), length(9, 7), length(0)]).toEqual([4_096, 9, 7, 9, 0])
})

test.for([
  [{ temperature: -0.1 }, 'temperature'],
  [{ temperature: 1.1 }, 'temperature'],
  [{ temperature: Number.NaN }, 'temperature'],
  [{ topP: 1.5 }, 'topP'],
  [{ maxOutputTokens: -1 }, 'maxOutputTokens'],
  [{ maxOutputTokens: 0.5 }, 'maxOutputTokens'],
  [{ stopSequences: [5] as never }, 'stopSequences'],
  [{ toolChoice: { type: 'tool', toolName: 'unknown' } }, 'toolChoice'],
] as const)('the parameters %o are an error that names %s', ([parameters, parameter]) => {
  try {
    toAnthropic({ messages, tools: [weather], parameters })
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_PARAMETER') && error.details).toMatchObject({ parameter })
  }
})

test('a seed, and stop sequences of spaces alone, are not supported', () => {
  const { request: asked, losses } = request({ seed: 7, stopSequences: [' ', 'END\uD800', ''] })
  expect(asked).toMatchObject({ stop_sequences: ['END\uFFFD'] })
  expect(losses).toEqual(['parameter', 'parameter', 'parameter'])
})

test("temperature overrides topP, because Anthropic's models accept only one of them", () => {
  const both = { temperature: 0.5, topP: 0.9 }
  const claude = request(both, { model: 'claude-sonnet-4-5' })
  expect([claude.request.temperature, claude.request.top_p, claude.losses]).toEqual([0.5, undefined, ['parameter']])
  expect(request(both, { model: 'other-model' }).request).toMatchObject({ temperature: 0.5, top_p: 0.9 })
  expect(request({ topP: 0.9 }, { model: 'claude-sonnet-4-5' }).request.top_p).toBe(0.9)
})

test.for(['claude-opus-4-7', 'claude-sonnet-5-20260203', 'us.anthropic.claude-fable-5-v1:0', 'claude-mythos-preview'])(
  '%s accepts no sampling parameters',
  (model) => {
    const { request: asked, losses } = request(
      { temperature: 0, topP: 0.5, ...anthropic({ extra: { top_k: 5 } }) },
      { model },
    )
    for (const field of ['temperature', 'top_p', 'top_k']) expect(asked).not.toHaveProperty(field)
    expect(losses).toEqual(['parameter', 'parameter', 'parameter'])
    expect(request({ temperature: 1 }, { model }).losses).toEqual([])
  },
)

test('thinking excludes temperature and topK, and limits topP to 0.95 and above', () => {
  const thinking = { type: 'adaptive' }
  const { request: asked, losses } = request({ temperature: 0, ...anthropic({ thinking, extra: { top_k: 5 } }) })
  expect(asked).toMatchObject({ thinking })
  expect(asked).not.toHaveProperty('temperature')
  expect(asked).not.toHaveProperty('top_k')
  expect(losses).toEqual(['parameter', 'parameter'])
  expect(request({ topP: 0.95, ...anthropic({ thinking }) }).request.top_p).toBe(0.95)
  expect(request({ topP: 0.94, ...anthropic({ thinking }) }).losses).toEqual(['parameter'])
})

test("writes each tool choice under the API's name", () => {
  const choice = (toolChoice: NonNullable<Parameters['toolChoice']>, fields: object = {}): unknown =>
    request({ toolChoice, ...anthropic({ ...fields }) }).request.tool_choice
  expect(choice('auto')).toEqual({ type: 'auto' })
  expect(choice('none')).toEqual({ type: 'none' })
  expect(choice('required')).toEqual({ type: 'any' })
  expect(choice({ type: 'tool', toolName: 'get_weather' })).toEqual({ type: 'tool', name: 'get_weather' })
  expect(choice('required', { disableParallelToolUse: true })).toEqual({ type: 'any', disable_parallel_tool_use: true })
  expect(request(anthropic({ disableParallelToolUse: true })).request.tool_choice).toEqual({
    type: 'auto',
    disable_parallel_tool_use: true,
  })
})

test('a tool choice without tools is omitted, and is a loss if it required a call', () => {
  const losses = (toolChoice: 'auto' | 'required'): number => {
    const { request: asked, losses: found } = encodeAnthropic({ messages, parameters: { toolChoice } })
    expect(asked).not.toHaveProperty('tool_choice')
    return found.length
  }
  expect([losses('auto'), losses('required')]).toEqual([0, 1])
})

test('a forced call becomes a free choice for models that do not support it, which is a loss', () => {
  const { request: asked, losses } = request({ toolChoice: 'required' }, { model: 'claude-opus-5-5' })
  expect(asked.tool_choice).toEqual({ type: 'auto' })
  expect(losses).toEqual(['parameter'])
})

test("the effort uses the AI SDK's option, along with other output settings", () => {
  const format = { type: 'json_schema', schema: { type: 'object' } }
  const { request: asked } = request(anthropic({ effort: 'low', extra: { output_config: { format } } }))
  expect(asked.output_config).toEqual({ format, effort: 'low' })
})

test('an unsupported effort becomes the next lower one', () => {
  const effort = (model: string): unknown => {
    const { request: asked, losses } = request(anthropic({ effort: 'xhigh' }), { model })
    return [asked.output_config, losses]
  }
  expect(effort('claude-opus-4-6')).toEqual([{ effort: 'high' }, ['parameter']])
  expect(effort('claude-opus-4-7')).toEqual([{ effort: 'xhigh' }, []])
  expect(effort('other-model')).toEqual([{ effort: 'xhigh' }, []])
})

test('fields that only the API knows are sent, except those that the encoder writes itself', () => {
  const extra = { stream: true, metadata: { user_id: 'a\uD800' }, max_tokens: 1, messages: [], cache_control: {} }
  const { request: asked, losses } = request(anthropic({ extra, sendReasoning: true }))
  expect(asked).toMatchObject({ max_tokens: 4_096, messages, stream: true, metadata: { user_id: 'a\uFFFD' } })
  expect(asked).not.toHaveProperty('cache_control')
  expect(losses).toEqual(Array.from({ length: 4 }, () => 'provider-options'))
})
