import { validateAnthropic } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { anthropicRules } from '../../src/anthropic/validate.ts'
import { png } from '../fixtures.ts'
import { requestCases } from './request-violations.ts'
import { summaryCases } from './summary-violations.ts'
import { assistant, definition, messageCases, outcome, text, toolCases, use, user, users } from './violations.ts'

const base = { model: 'claude-haiku-4-5', max_tokens: 4_096, messages: [user] }
const found = (request: object): string[] =>
  validateAnthropic({ ...base, ...request }).map(({ code, level, path }) => `${code} ${level} ${path}`)

const cases = [...messageCases, ...summaryCases, ...toolCases, ...requestCases]

test('a valid request breaks no rule', () => {
  const thought = { type: 'thinking', thinking: '', signature: 'x' }
  const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } }
  const messages = [
    users({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }, text('See.')),
    assistant(thought, text('Let me see.'), use('a'), use('b')),
    users(outcome('b', [text('x')]), { ...outcome('a', 'No.'), is_error: true }, text('And?')),
    assistant(
      text('Hm.'),
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [],
      },
    ),
    user,
  ]
  const tools = [definition({ ...mark }), { type: 'web_search_20250305', name: 'web_search' }]
  const thinking = { type: 'enabled', budget_tokens: 1_024 }
  expect(found({ messages, system: [{ ...text('Hi'), ...mark }], tools, thinking, temperature: 1 })).toEqual([])
})

test.for(cases)('%s breaks a rule', ([, request, code, level, path]) => {
  expect(found(request)).toContain(`${code} ${level} ${path}`)
})

test('every rule has a request that breaks it', () => {
  // These have tests of their own: thinking-prefix.test.ts, tools-in-runs.test.ts.
  const broken = new Set([...cases.map(([, , code]) => code), 'AN-THINKING-PREFIX', 'AN-TOOL-CHANGE'])
  expect(anthropicRules.map(({ code }) => code).filter((code) => !broken.has(code))).toEqual([])
})

test('consecutive messages of one role are one turn', () => {
  const messages = [user, assistant(text('a')), assistant(use('a')), users(outcome('a')), users(text('b'))]
  expect(new Set(found({ messages }))).toEqual(
    new Set(['AN-ALTERNATE server messages[2].role', 'AN-ALTERNATE server messages[4].role']),
  )
})

test('a system message after the user is valid if the model supports it', () => {
  const messages = [user, { role: 'system', content: 'x' }]
  expect(found({ messages, model: 'claude-opus-4-8' })).toEqual([])
})

test('unknown blocks and tools are not checked', () => {
  const messages = [users({ type: 'future', text: '' }), assistant({ type: 'future' }), user]
  expect(found({ messages, tools: [{ type: 'mcp_toolset', mcp_server_name: 'm' }] })).toEqual([])
})

test('a value that is not an object is refused', () => {
  for (const request of [null, [], 'x']) expect(validateAnthropic(request)).toMatchObject([{ code: 'AN-JSON' }])
})

test('a cyclic request terminates', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  expect(found({ metadata: cycle })).toEqual([])
})

test.for([
  { messages: [null, 1, 'x', [], { role: 'user', content: [null, [], { type: 'tool_result', content: [null] }] }] },
  { messages: { length: 1 }, tools: [null, { input_schema: null }], system: [null], thinking: 1, tool_choice: 'x' },
  {
    cache_control: 1,
    output_config: [],
    messages: [{ role: 'assistant', content: [{ type: 'image', source: null }] }],
  },
])('hostile requests are checked without throwing', (request) => {
  expect(found(request).length).toBeGreaterThan(0)
})
