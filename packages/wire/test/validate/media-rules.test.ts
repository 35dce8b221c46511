import { validate, type WireFormat } from '@lamella/wire/validate'
import { expect, test } from 'vitest'
import { png } from '../fixtures.ts'

const chat = (part: object): object => ({ model: 'm', messages: [{ role: 'user', content: [part] }] })
const responses = (part: object): object => ({ model: 'm', input: [{ role: 'user', content: [part] }] })
const anthropic = (type: string, source: object): object => ({
  model: 'm',
  max_tokens: 1,
  messages: [{ role: 'user', content: [{ type, source }] }],
})
const named = (name: unknown): object => ({ model: 'm', messages: [{ role: 'user', content: 'x', name }] })
const imageUrl = (url: string): object => ({ type: 'image_url', image_url: { url } })
const chatFile = (file: object): object => ({ type: 'file', file })
const inputFile = (more: object): object => ({ type: 'input_file', filename: 'a', ...more })
const broken = `${png.slice(0, 11)}@@@@`

test.for<[what: string, format: WireFormat, request: object, found: string[]]>([
  ['an image', 'openai-chat', chat(imageUrl(`data:image/png;base64,${broken}`)), ['OC-IMAGE error']],
  ['an image', 'openai-chat', chat(imageUrl(`data:image/png;base64,${png.slice(0, 11)}`)), ['OC-IMAGE server']],
  ['a file', 'openai-chat', chat(chatFile({ file_data: 'data:application/pdf;base64,@@@@' })), ['OC-FILE error']],
  ['a file', 'openai-chat', chat(chatFile({ file_data: 'data:application/pdf;base64,SUQ\nz' })), ['OC-FILE server']],
  ['a file', 'openai-chat', chat(chatFile({ file_data: 'data:;base64,SUQz' })), ['OC-FILE error']],
  ['a file', 'openai-chat', chat(chatFile({ file_data: 'SUQz' })), ['OC-FILE error']],
  ['an id', 'openai-chat', chat(chatFile({ file_id: '' })), ['OC-FILE error']],
  ['a name', 'openai-chat', named('Ann Smith'), ['OC-NAME error']],
  ['a name', 'openai-chat', named(''), ['OC-NAME error']],
  ['a name', 'openai-chat', named('x'.repeat(65)), ['OC-NAME error']],
  ['a name', 'openai-chat', named('José'), []],
  [
    'a field',
    'openai-chat',
    { model: 'm', messages: [{ role: 'user', content: 'x', timestamp: 1 }] },
    ['OC-FIELD server'],
  ],
  ['a file', 'openai-responses', responses(inputFile({ file_data: 'data:a/b;base64,@@@@' })), ['OR-FILE error']],
  ['a file', 'openai-responses', responses(inputFile({ file_data: 'data:;base64,SUQz' })), ['OR-FILE error']],
  ['an id', 'openai-responses', responses(inputFile({ file_id: '' })), ['OR-FILE error']],
  ['an id', 'openai-responses', responses({ type: 'input_image', file_id: ' ', detail: 'auto' }), ['OR-IMAGE error']],
  [
    'an image',
    'anthropic',
    anthropic('image', { type: 'base64', media_type: 'image/png', data: broken }),
    ['AN-IMAGE error'],
  ],
  [
    'a document',
    'anthropic',
    anthropic('document', { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0' }),
    ['AN-DOCUMENT server'],
  ],
])('the rules detect errors in %s of %s', ([, format, request, found]) => {
  expect(validate(format, request).map(({ code, level }) => `${code} ${level}`)).toEqual(found)
})
