import type { AssistantPart, FilePart, ImagePart, ToolOutputContent, UserPart } from '@lamella/core'
import type { AnthropicBlock } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { call, png, pngBytes, result } from '../fixtures.ts'
import { encoded, user } from './encoded.ts'
import { anthropic } from './parts.ts'

const ask = { type: 'text', text: 'What is it?' } as const
const pdf = 'JVBERi0='

/** Returns the encoding of one user part, and the losses. */
function sent(part: UserPart): { block: unknown; losses: string[] } {
  const { messages, losses } = encoded({ role: 'user', content: [ask, part] })
  const [, block] = (messages[0]?.content ?? []) as AnthropicBlock[]
  return { block, losses }
}

const image = (data: ImagePart['image'], more: Partial<ImagePart> = {}): ImagePart => ({
  type: 'image',
  image: data,
  ...more,
})
const file = (data: FilePart['data'], mediaType: string, more: Partial<FilePart> = {}): FilePart => ({
  type: 'file',
  data,
  mediaType,
  ...more,
})
const asPng = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
const leftOut = (what: string): object => ({ type: 'text', text: expect.stringContaining(`[${what} left out: `) })

test.for<[string, ImagePart]>([
  ['base64', image(png)],
  ['a data URL', image(`data:image/png;base64,${png}`)],
  ['bytes', image(pngBytes)],
  ['a wrong label', image(png, { mediaType: 'image/tiff' })],
])('an image labelled %s is sent with the type of its bytes', ([, part]) => {
  expect(sent(part)).toEqual({ block: asPng, losses: [] })
})

test('an image URL is left for the API to fetch, and an uploaded image is sent by its id', () => {
  const url = 'https://example.com/a.png'
  expect(sent(image(url))).toEqual({ block: { type: 'image', source: { type: 'url', url } }, losses: [] })
  const uploaded = { block: { type: 'image', source: { type: 'file', file_id: 'file_1' } }, losses: [] }
  expect(sent(image('file_1'))).toEqual(uploaded)
  expect(sent(image('x', anthropic({ fileId: 'file_1' })))).toEqual(uploaded)
  expect(sent(file('file_1', 'image/png'))).toEqual(uploaded)
})

test.for<[string, UserPart, string]>([
  ['an image of no known kind', image('aGVsbG8='), 'image'],
  ['an empty image', image(''), 'image'],
  ['an image on disk', image('file:///a.png'), 'image'],
  ['a sound', file('UklGRg==', 'audio/wav'), 'file'],
  ['a web page', file('https://example.com/a', 'text/html'), 'file'],
  ['a text that is not base64', file('!!!', 'text/plain'), 'file'],
  ['a PDF on disk', file('file:///a.pdf', 'application/pdf'), 'file'],
])('%s leaves a marker and a loss', ([, part, what]) => {
  expect(sent(part)).toEqual({ block: leftOut(what), losses: ['media'] })
})

test('a PDF is sent as a document with bytes, a URL or an id', () => {
  const source = (part: FilePart): unknown => (sent(part).block as { source: unknown }).source
  expect(source(file(pdf, 'application/pdf'))).toEqual({ type: 'base64', media_type: 'application/pdf', data: pdf })
  const url = 'https://example.com/a.pdf'
  expect(source(file(new URL(url), 'application/pdf'))).toEqual({ type: 'url', url })
  expect(source(file('file_1', 'application/pdf'))).toEqual({ type: 'file', file_id: 'file_1' })
})

test('every text type is sent as a plain text document', () => {
  const block = (part: FilePart): unknown => sent(part).block
  const data = Buffer.from('a,b\n1,ü😀').toString('base64')
  const source = { type: 'text', media_type: 'text/plain', data: 'a,b\n1,ü😀' }
  expect(block(file(data, 'text/csv; charset=utf-8'))).toEqual({ type: 'document', source })
  expect(block(file(data, 'TEXT/MARKDOWN'))).toEqual({ type: 'document', source })
})

test('invalid UTF-8 bytes become U+FFFD and are reported', () => {
  const { messages, losses, repairs } = encoded({ role: 'user', content: [file('gICA', 'text/plain')] })
  expect(messages).toMatchObject([{ content: [{ source: { data: '\uFFFD\uFFFD\uFFFD' } }] }])
  expect([...losses, ...repairs]).toHaveLength(1)
})

test('a document keeps its title, context and citation settings', () => {
  const notes = anthropic({ title: 'Report', context: 'Of 2020.', citations: { enabled: true } })
  expect(sent(file(pdf, 'application/pdf', { filename: 'a.pdf', ...notes })).block).toMatchObject({
    type: 'document',
    title: 'Report',
    context: 'Of 2020.',
    citations: { enabled: true },
  })
  expect(sent(file(pdf, 'application/pdf', { filename: 'a.pdf' })).block).toMatchObject({ title: 'a.pdf' })
  const off = anthropic({ title: ' ', citations: { enabled: false } })
  expect(Object.keys(sent(file(pdf, 'application/pdf', off)).block as object)).toEqual(['type', 'source'])
})

test('a file can be sent to the code execution container', () => {
  expect(sent(file('file_1', 'text/csv', anthropic({ containerUpload: true })))).toEqual({
    block: { type: 'container_upload', file_id: 'file_1' },
    losses: [],
  })
})

test('a file in an assistant message is omitted without a marker, which the model would take for its own words', () => {
  const parts: AssistantPart[] = [file(png, 'image/png'), { type: 'text', text: 'Here.' }]
  const { messages, losses } = encoded(user, { role: 'assistant', content: parts }, user)
  expect(messages[1]).toEqual({ role: 'assistant', content: 'Here.' })
  expect(losses).toEqual(['media'])
})

/** Returns the encoding of a tool output. */
function output(isError: boolean, ...value: ToolOutputContent[]): { content: unknown; losses: string[] } {
  const one = { ...result('a', { type: 'content', value }), ...anthropic({ isError: isError ? true : undefined }) }
  const { messages, losses } = encoded(
    user,
    { role: 'assistant', content: [call('a')] },
    { role: 'tool', content: [one] },
  )
  const [block] = (messages[2]?.content ?? []) as { content: unknown }[]
  return { content: block?.content, losses }
}

test('a tool result can contain images and documents', () => {
  const { content, losses } = output(
    false,
    { type: 'text', text: 'See:' },
    { type: 'image-data', data: png, mediaType: 'image/tiff' },
    { type: 'image-url', url: 'https://example.com/a.png' },
    { type: 'image-file-id', fileId: { anthropic: 'file_1' } },
    { type: 'file-data', data: pdf, mediaType: 'application/pdf', filename: 'a.pdf' },
    { type: 'file-data', data: Buffer.from('hi').toString('base64'), mediaType: 'text/html' },
    { type: 'file-url', url: 'https://example.com/a.pdf', mediaType: 'application/pdf' },
    { type: 'file-id', fileId: { anthropic: 'file_2' } },
    { type: 'media', data: png, mediaType: 'image/png' },
  )
  expect(content).toEqual([
    { type: 'text', text: 'See:' },
    asPng,
    { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf }, title: 'a.pdf' },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hi' } },
    { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
    { type: 'document', source: { type: 'file', file_id: 'file_2' } },
    asPng,
  ])
  expect(losses).toEqual([])
})

test('unsupported content in a tool result leaves a marker and a loss', () => {
  const { content, losses } = output(
    false,
    { type: 'file-data', data: 'UklGRg==', mediaType: 'audio/wav' },
    { type: 'image-file-id', fileId: { openai: 'file-1' } },
    { type: 'custom', providerOptions: { openai: { x: 1 } } },
  )
  for (const piece of content as object[]) expect(piece).toMatchObject({ text: expect.stringContaining('left out') })
  expect(content).toHaveLength(3)
  expect(losses.filter((code) => code === 'media')).toHaveLength(3)
})

test('the result of a failed tool contains only text', () => {
  const { content, losses } = output(
    true,
    { type: 'text', text: 'No.' },
    { type: 'media', data: png, mediaType: 'image/png' },
  )
  expect(content).toEqual([
    { type: 'text', text: 'No.' },
    { type: 'text', text: expect.stringContaining('a failed result takes only text') },
  ])
  expect(losses).toEqual(['media'])
})
