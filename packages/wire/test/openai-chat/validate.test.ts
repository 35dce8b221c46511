import { validateOpenAIChat } from '@lamella/wire/openai-chat'
import { expect, test } from 'vitest'
import { requestCases } from './request-violations.ts'
import { assistant, call, definition, messageCases, tool, user } from './violations.ts'

const found = (request: object): string[] =>
  validateOpenAIChat({ model: 'gpt-4o', messages: [user], ...request }).map(
    ({ code, level, path }) => `${code} ${level} ${path}`,
  )

test('a valid request breaks no rule', () => {
  const messages = [
    { role: 'system', content: 'Hi' },
    user,
    assistant(call('a'), call('b')),
    tool('b'),
    tool('a', ''),
    { role: 'assistant', content: 'Ok' },
  ]
  expect(found({ messages, tools: [definition()], tool_choice: 'auto', temperature: 2, stop: ['a'] })).toEqual([])
})

test('an id may be reused in a later turn', () => {
  expect(found({ messages: [assistant(call('a')), tool('a'), assistant(call('a')), tool('a')] })).toEqual([])
})

test.for([...messageCases, ...requestCases])('%s breaks a rule', ([, request, code, level, path]) => {
  expect(found(request)).toContain(`${code} ${level} ${path}`)
})

test('a value that is not an object is refused', () => {
  for (const request of [null, [], 'x']) expect(validateOpenAIChat(request)).toMatchObject([{ code: 'OC-JSON' }])
})

test('a cyclic request terminates', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  expect(found({ metadata: cycle })).toEqual([])
})
