import type { AssistantMessage, Message, Parameters, ToolDefinition, ToolMessage } from '@lamella/core'
import type { CachePoint } from '@lamella/core/plugin'
import type { AnthropicOptions, WireContext } from '@lamella/wire/anthropic'
import fc from 'fast-check'
import { broken } from '../broken-histories.ts'
import { call, result } from '../fixtures.ts'
import { context } from '../histories.ts'
import { anthropic, marked, ownParts, ownPieces, ownSystem, ownUserParts } from './parts.ts'

const user: fc.Arbitrary<Message[]> = fc
  .tuple(fc.array(ownUserParts, { maxLength: 3 }), marked)
  .map(([content, more]) => [{ role: 'user', content, ...more }])

const assistant: fc.Arbitrary<Message[]> = fc
  .tuple(fc.array(ownParts, { maxLength: 6 }), fc.array(ownPieces, { maxLength: 3 }), fc.boolean(), marked)
  .map(([content, value, hasCall, more]) => {
    const said: AssistantMessage = { role: 'assistant', content, ...more }
    if (!hasCall) return [said]
    const output = { type: 'content', value } as const
    const answer: ToolMessage = { role: 'tool', content: [{ ...result('toolu_1', output), ...more }], ...more }
    return [{ ...said, content: [...content, call('toolu_1', { city: 'Bern' }, more)] }, answer]
  })

const tool: fc.Arbitrary<ToolDefinition> = fc
  .tuple(
    fc.constantFrom<ToolDefinition[]>(
      { name: 'search', inputSchema: {}, ...anthropic({ tool: { type: 'web_search_20250305', name: 'web_search' } }) },
      {
        name: 'web_search',
        inputSchema: {},
        ...anthropic({ tool: { type: 'web_search_20250305', name: 'web_search' } }),
      },
      {
        name: 'odd',
        inputSchema: {},
        ...anthropic({ tool: { type: 'x', name: 'o d d', cache_control: { type: 'ephemeral' } } }),
      },
      { name: 'later', inputSchema: {}, ...anthropic({ deferLoading: true, cacheControl: { type: 'ephemeral' } }) },
      { name: 'strict', inputSchema: { type: 'string' }, ...anthropic({ strict: true, allowedCallers: ['direct'] }) },
      { name: 'either', inputSchema: { anyOf: [{ properties: { a: {} }, required: ['a'] }, { $ref: '#/anyOf/1' }] } },
      {
        name: 'both',
        inputSchema: { allOf: [{ properties: { a: {} } }, { oneOf: [{}, { properties: { a: { type: 'null' } } }] }] },
      },
    ),
    marked,
  )
  .map(([definition, { providerOptions }]) => {
    const fields = { ...providerOptions?.['anthropic'], ...definition.providerOptions?.['anthropic'] }
    return { ...definition, ...anthropic(fields) }
  })

const parameters: fc.Arbitrary<Parameters> = fc
  .record(
    {
      temperature: fc.constantFrom(0, 0.5, 1),
      topP: fc.constantFrom(0.5, 1),
      seed: fc.constant(7),
      maxOutputTokens: fc.constantFrom(0, 4_000, 64_000),
      stopSequences: fc.constantFrom([], [' '], ['\uD800', 'END']),
      toolChoice: fc.constantFrom<NonNullable<Parameters['toolChoice']>[]>('auto', 'none', 'required'),
      thinking: fc.constantFrom<object[]>(
        { type: 'enabled', budgetTokens: 2_000 },
        { type: 'enabled', budget_tokens: 1_024 },
        { type: 'adaptive', display: 'omitted' },
        { type: 'disabled' },
      ),
      fields: fc.constantFrom<object[]>(
        { effort: 'low', disableParallelToolUse: true },
        { effort: 'xhigh' },
        { cacheControl: { type: 'ephemeral', ttl: '1h' } },
        { cacheControl: { type: 'ephemeral' }, extra: { output_config: { effort: 'high' }, top_k: 3, stream: true } },
        { extra: { messages: [], max_tokens: 'x', system: 1, metadata: { user_id: '\uD800' }, ['__proto__']: 1 } },
        { sendReasoning: true, disableParallelToolUse: false },
      ),
    },
    { requiredKeys: [] },
  )
  .map(({ thinking, fields, ...rest }) => {
    // A budget needs room: less is a separate error.
    const isSmall = rest.maxOutputTokens === 0
    return { ...rest, ...anthropic({ ...(thinking && !isSmall && { thinking }), ...fields }) }
  })

const point: fc.Arbitrary<CachePoint> = fc.record({
  place: fc.constantFrom('tools', 'system', 'messages'),
  index: fc.nat(12),
  tokens: fc.nat(20_000),
  stability: fc.constantFrom('static', 'session'),
  of: fc.constantFrom('tools', 'static', 'session', 'page', 'end'),
})

/** Contexts with Anthropic-specific histories, intact and damaged, mixed with those of other providers. */
export const ownContext: fc.Arbitrary<WireContext> = fc
  .tuple(
    context,
    fc.array(
      fc.oneof(
        user,
        assistant,
        ownSystem.map((message) => [message]),
      ),
      { maxLength: 8 },
    ),
    fc.array(tool, { maxLength: 4 }),
    fc.option(parameters),
    fc.array(point, { maxLength: 6 }),
    fc.boolean(),
  )
  .chain(([{ system = [], ...base }, groups, tools, own, points, isPure]) => {
    const messages = isPure
      ? groups.flat()
      : [...base.messages.slice(0, 4), ...groups.flat(), ...base.messages.slice(4)]
    const offered = isPure ? tools : [...(base.tools ?? []), ...tools]
    return broken(messages).map((history) => {
      const value = { system, messages: history, tools: offered, ...(own !== null && { parameters: own }) }
      return {
        ...value,
        report: { cache: { points: points.filter(({ place, index }) => index < value[place].length) } },
      }
    })
  })

const models = [
  'claude-sonnet-4-5',
  'claude-3-5-haiku-latest',
  'claude-opus-4-8',
  'claude-sonnet-5',
  'claude-fable-5',
  'claude-opus-5-5',
  'other-model',
]

export const options: fc.Arbitrary<AnthropicOptions & { model: string }> = fc.record(
  {
    model: fc.constantFrom(...models),
    system: fc.constantFrom('joined', 'per-layer'),
    separator: fc.constantFrom('\n\n', '', ' ', '\n---\n'),
    mergeConsecutive: fc.boolean(),
    ensureAlternating: fc.boolean(),
    repair: fc.constantFrom<NonNullable<AnthropicOptions['repair']>[]>({}, { missingResult: 'drop' }),
    cache: fc.constantFrom<NonNullable<AnthropicOptions['cache']>[]>(
      true,
      { minTokens: 0 },
      { minTokens: 0, ttl: '1h' },
      { minTokens: 500, ttl: { static: '1h', history: '5m' } },
    ),
  },
  { requiredKeys: ['model'] },
)
