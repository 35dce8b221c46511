import { validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'
import { openaiResponsesRules } from '../../src/openai-responses/validate.ts'
import { requestCases } from './request-violations.ts'
import { call, callCases, definition, inputCases, output, reasoning, said, user } from './violations.ts'

const found = (request: object): string[] =>
  validateOpenAIResponses({ model: 'gpt-5', input: [user], ...request }).map(
    ({ code, level, path }) => `${code} ${level} ${path}`,
  )
const cases = [...inputCases, ...callCases, ...requestCases]

test('a valid request breaks no rule', () => {
  const input = [
    { role: 'developer', content: 'Hi' },
    user,
    reasoning(),
    said({ id: 'msg_0' }),
    reasoning({ id: 'rs_2' }),
    reasoning({ id: 'rs_3' }),
    call('a', { id: 'fc_1' }),
    call('b', { id: 'fc_2' }),
    output('b'),
    output('a', ''),
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: {} },
    { role: 'assistant', content: 'Ok' },
  ]
  const tools = [definition(), { type: 'web_search' }]
  expect(found({ input, tools, tool_choice: 'auto', temperature: 2, max_output_tokens: 16, stream: true })).toEqual([])
  expect(found({ input: 'Hello' })).toEqual([])
})

test('without a store, reasoning needs only its encrypted content, not a successor', () => {
  expect(found({ input: [user, reasoning({ encrypted_content: 'c2ln' })], store: false })).toEqual([])
})

test('unpaired items and an empty input are valid if the API holds the conversation', () => {
  for (const held of [{ previous_response_id: 'resp_1' }, { conversation: 'conv_1' }]) {
    expect(found({ input: [output('a')], ...held })).toEqual([])
    expect(found({ input: [call('a')], ...held })).toEqual([])
    expect(found({ input: [], ...held })).toEqual([])
  }
  expect(found({ input: [{ type: 'item_reference', id: 'fc_1' }, output('a')] })).toEqual([])
  expect(found({ input: [{ id: 'fc_1' }, output('a')] })).toEqual([])
})

test('tools that items define can be chosen', () => {
  const added = { type: 'additional_tools', role: 'developer', tools: [definition({ name: 'late' })] }
  expect(found({ input: [user, added], tool_choice: { type: 'function', name: 'late' } })).toEqual([])
})

test.for(cases)('%s breaks a rule', ([, request, code, level, path]) => {
  expect(found(request)).toContain(`${code} ${level} ${path}`)
})

test('a long output breaks a rule', () => {
  const input = [call('a'), output('a', 'x'.repeat(10_485_761))]
  expect(found({ input })).toContain('OR-OUTPUT error input[1].output')
})

test('every rule has a case that breaks it, a source, and a unique code', () => {
  const codes = openaiResponsesRules.map(({ code }) => code)
  // These have tests of their own: configuration.test.ts and reasoning-prefix.test.ts.
  expect(new Set([...cases.map(([, , code]) => code), 'OR-CONFIGURATION', 'OR-REASONING-PREFIX'])).toEqual(
    new Set(codes),
  )
  expect(new Set(codes).size).toBe(codes.length)
  for (const { source, what } of openaiResponsesRules) expect(source.length * what.length).toBeGreaterThan(0)
})

test('a value that is not an object is refused', () => {
  for (const request of [null, [], 'x']) expect(validateOpenAIResponses(request)).toMatchObject([{ code: 'OR-JSON' }])
})

test('a cyclic request terminates', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  expect(found({ metadata: cycle })).toEqual([])
})
