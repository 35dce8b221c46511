import type { FilePart, ImagePart, UserPart } from '@lamella/core'
import { fromOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'
import { png, pngBytes } from '../fixtures.ts'
import { encoded, openai } from './encoded.ts'

const part = (value: UserPart): unknown => {
  const { input } = encoded([{ role: 'user', content: [{ type: 'text', text: 'See:' }, value] }])
  return (input as { content?: unknown[] }[])[0]?.content?.[1]
}
const image = (value: ImagePart['image'], more: Partial<ImagePart> = {}): unknown =>
  part({ type: 'image', image: value, ...more })
const file = (data: FilePart['data'], mediaType: string, more: Partial<FilePart> = {}): unknown =>
  part({ type: 'file', data, mediaType, ...more })
const url = (image_url: string, detail = 'auto'): object => ({ type: 'input_image', image_url, detail })
const marker = (what: string): object => ({
  type: 'input_text',
  text: expect.stringMatching(new RegExp(`^\\[${what} left out: .+\\]$`)),
})

test('bytes, base64 text and a data URL of an image become a data URL', () => {
  const expected = url(`data:image/png;base64,${png}`)
  for (const value of [pngBytes, png, `data:image/png;base64,${png}`]) expect(image(value)).toEqual(expected)
  expect(file(png, 'image/png')).toEqual(expected)
})

test('a URL is sent as text, not as an object', () => {
  expect(image('https://example.com/a.png')).toEqual(url('https://example.com/a.png'))
  expect(image(new URL('https://example.com/a.png'))).toEqual(url('https://example.com/a.png'))
})

test('an uploaded image is sent by its id', () => {
  const expected = { type: 'input_image', file_id: 'file-1', detail: 'auto' }
  expect(image('file-1')).toEqual(expected)
  expect(file('file-1', 'image/png')).toEqual(expected)
  expect(image('anything', openai({ fileId: 'file-1' }))).toEqual(expected)
})

test('the detail of an image comes from its provider options, and an unknown one is reported', () => {
  expect(image(png, openai({ imageDetail: 'original' }))).toMatchObject({ detail: 'original' })
  const unknown = { type: 'image', image: png, ...openai({ imageDetail: 'medium' }) } as const
  const { input, losses } = encoded([{ role: 'user', content: [unknown] }])
  expect(input).toMatchObject([{ content: [{ detail: 'auto' }] }])
  expect(losses).toEqual(['provider-options'])
})

test('the end of a cache prefix is sent with its part', () => {
  const breakpoint = openai({ promptCacheBreakpoint: { mode: 'explicit' } })
  const sent = { prompt_cache_breakpoint: { mode: 'explicit' } }
  expect(image(png, breakpoint)).toMatchObject(sent)
  expect(part({ type: 'text', text: 'x', ...breakpoint })).toEqual({ type: 'input_text', text: 'x', ...sent })
  const odd = { type: 'text', text: 'x', ...openai({ promptCacheBreakpoint: { mode: 'other' } }) } as const
  expect(encoded([{ role: 'user', content: [odd] }]).losses).toEqual(['provider-options'])
})

test.for([
  ['text', 'aGVsbG8gd29ybGQ='],
  ['nothing', ''],
  ['an SVG', 'data:image/svg+xml,<svg/>'],
  ['a file on disk', 'file:///tmp/a.png'],
] as [string, string][])('%s instead of an image leaves a marker', ([, value]) => {
  expect(image(value)).toEqual(marker('image'))
})

test('a file is sent with its bytes under a name, its URL, or its id', () => {
  const file_data = 'data:application/pdf;base64,JVBERi0='
  expect(file('JVBERi0=', 'application/pdf', { filename: 'a.pdf' })).toEqual({
    type: 'input_file',
    filename: 'a.pdf',
    file_data,
  })
  expect(file(file_data, 'application/pdf')).toEqual({ type: 'input_file', filename: 'file.pdf', file_data })
  expect(file('https://a.b/c.pdf', 'application/pdf')).toEqual({ type: 'input_file', file_url: 'https://a.b/c.pdf' })
  expect(file('file-1', 'application/pdf')).toEqual({ type: 'input_file', file_id: 'file-1' })
  expect(file('YQ==', 'text/csv')).toMatchObject({ file_data: 'data:text/csv;base64,YQ==' })
})

test.for([
  'application/zip',
  'application/x-zip-compressed',
  'application/gzip',
  'application/x-tar',
  'application/x-7z-compressed',
  'application/vnd.rar',
])('an archive of the type %s leaves a marker', (mediaType) => {
  expect(file('UEsDBA==', mediaType)).toEqual(marker('file'))
})

test('a document whose format is an archive is sent', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect(file('UEsDBA==', docx)).toMatchObject({ type: 'input_file' })
  expect(file('UEsDBA==', 'application/vnd.oasis.opendocument.text')).toMatchObject({ type: 'input_file' })
})

test('a recording, a video and invalid data leave a marker', () => {
  expect(file('SUQz', 'audio/mpeg')).toEqual(marker('file'))
  expect(file('https://a.b/c.mp3', 'audio/mpeg')).toEqual(marker('file'))
  expect(file('AAAA', 'video/mp4')).toEqual(marker('file'))
  expect(file('ftp://a.b/c', 'text/plain')).toEqual(marker('file'))
})

test('a file in an assistant message is omitted and reported', () => {
  const { input, losses } = encoded([
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Here.' },
        { type: 'file', data: png, mediaType: 'image/png' },
      ],
    },
  ])
  expect(input).toEqual([{ role: 'assistant', content: 'Here.' }])
  expect(losses).toEqual(['media'])
})

const parts: readonly object[] = [
  { type: 'input_text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit' } },
  url(`data:image/png;base64,${png}`, 'high'),
  url('https://example.com/a.png'),
  { type: 'input_image', file_id: 'file-abc', detail: 'low' },
  { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
  { type: 'input_file', file_url: 'https://example.com/a.pdf', filename: 'a.pdf', detail: 'high' },
  { type: 'input_file', file_id: 'assistant-1' },
  { type: 'input_text', text: 'b' },
]

test('every part of a user message round-trips unchanged', () => {
  const input = [{ role: 'user', content: parts }]
  expect(encoded(fromOpenAIResponses(input)).input).toEqual(input)
})

test('every part of an output round-trips unchanged', () => {
  const input = [
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: parts },
  ]
  const { input: again, losses } = encoded(fromOpenAIResponses(input))
  expect(again).toEqual(input)
  expect(losses).toEqual([])
})
