import { validateGemini } from '@lamella/wire/gemini'
import { expect, test } from 'vitest'
import { geminiRules } from '../../src/gemini/validate.ts'
import { requestCases } from './request-violations.ts'
import { answer, call, callCases, contentCases, functions, model, response, said, user } from './violations.ts'

const found = (request: object): string[] =>
  validateGemini({ contents: [user], ...request }).map(({ code, level, path }) => `${code} ${level} ${path}`)

const signed = (part: object): object => ({ ...part, thoughtSignature: 'c2lnbmF0dXJl' })
const cases = [...contentCases, ...callCases, ...requestCases]

test('a valid request breaks no rule', () => {
  const contents = [
    user,
    model({ text: 'Hm.', thought: true }, signed(call('a', { id: '1' })), call('b', { id: '2' })),
    said(response('b', { id: '2' }), response('a', { id: '1' })),
    answer,
    said({ inlineData: { mimeType: 'image/png', data: 'aGk' } }, { fileData: { fileUri: 'gs://a' } }),
  ]
  const schema = { type: 'OBJECT', properties: { a: { type: 'ARRAY', items: { type: 'string' } } } }
  expect(
    found({
      contents,
      ...functions({ name: 'a.b:c-d', parameters: schema }, { name: '_', parametersJsonSchema: { type: 'object' } }),
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['_'] } },
      generationConfig: { temperature: 2, topP: 0, seed: -1, stopSequences: ['a'] },
    }),
  ).toEqual([])
})

test('two contents of calls are answered together', () => {
  const contents = [user, model(signed(call('a'))), model(call('b')), said(response('a'), response('b'))]
  expect(found({ contents })).toEqual(['GE-ALTERNATE server contents[2].role'])
})

test('calls before the current turn need no signature', () => {
  expect(found({ contents: [user, model(call()), said(response()), answer, user] })).toEqual([])
})

test.for(cases)('%s breaks a rule', ([, request, code, level, path]) => {
  expect(found(request)).toContain(`${code} ${level} ${path}`)
})

test('every rule states its requirement and source, and a case breaks it', () => {
  const codes = geminiRules.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  for (const { what, source } of geminiRules) expect([what, source]).not.toContain('')
  expect(new Set(cases.map(([, , code]) => code))).toEqual(new Set(codes))
})

test('rules that depend on the model are errors or silent if the model is known', () => {
  const media = { parts: [{ fileData: { fileUri: 'gs://a' } }] }
  const request = { contents: [user, model(call()), said(response('f', media))] }
  const codes = (name: string): string[] =>
    validateGemini(request, { model: name }).map(({ code, level }) => `${code} ${level}`)
  expect(codes('gemini-3-pro-preview')).toEqual(['GE-SIGNATURE error'])
  expect(codes('gemini-2.5-flash')).toEqual(['GE-RESPONSE-PARTS error'])
  expect(validateGemini({ ...request, model: 'models/gemini-2.5-flash' })).toMatchObject([
    { code: 'GE-RESPONSE-PARTS' },
  ])
})

test('a request with a cache may begin where the cache ends', () => {
  const contents = [said(response()), answer, user]
  expect(found({ contents, cachedContent: 'cachedContents/a' })).toEqual([])
})

test('a value that is not an object is refused', () => {
  for (const request of [null, [], 'x']) expect(validateGemini(request)).toMatchObject([{ code: 'GE-JSON' }])
})

test('a cyclic request terminates', () => {
  const cycle: Record<string, unknown> = { type: 'object' }
  cycle['properties'] = cycle
  cycle['items'] = cycle
  expect(found({ labels: cycle, ...functions({ name: 'f', parametersJsonSchema: cycle }) })).toEqual([])
  expect(found(functions({ name: 'f', parameters: cycle }))).toEqual([])
})
