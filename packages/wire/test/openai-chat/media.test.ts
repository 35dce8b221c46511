import type { FilePart, ImagePart, UserPart } from '@lamella/core'
import { afterEach, expect, test, vi } from 'vitest'
import { png, pngBytes } from '../fixtures.ts'
import { encoded } from './encoded.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const part = (value: UserPart): unknown => {
  const { messages } = encoded({ role: 'user', content: [{ type: 'text', text: 'See:' }, value] })
  return (messages as { content: unknown[] }[])[0]?.content[1]
}
const image = (value: ImagePart['image'], more: Partial<ImagePart> = {}): unknown =>
  part({ type: 'image', image: value, ...more })
const file = (data: FilePart['data'], mediaType: string, more: Partial<FilePart> = {}): unknown =>
  part({ type: 'file', data, mediaType, ...more })
const url = (value: string, more: object = {}): object => ({ type: 'image_url', image_url: { url: value, ...more } })
const marker = (what: string): object => ({
  type: 'text',
  text: expect.stringMatching(new RegExp(`^\\[${what} left out: .+\\]$`)),
})

test('bytes, base64 text and a data URL of an image become a data URL', () => {
  const expected = url(`data:image/png;base64,${png}`)
  expect(image(pngBytes)).toEqual(expected)
  expect(image(pngBytes.slice().buffer)).toEqual(expected)
  expect(image(png)).toEqual(expected)
  expect(image(`data:image/png;base64,${png}`)).toEqual(expected)
  expect(image(new URL(`data:image/png;base64,${png}`))).toEqual(expected)
})

test('bytes are encoded the same way without Buffer', () => {
  const bytes = new Uint8Array(100_000).map((_, index) => index)
  bytes.set(pngBytes)
  const expected = image(bytes.subarray(0))
  vi.stubGlobal('Buffer', undefined)
  expect(image(bytes)).toEqual(expected)
})

test('a view of a larger buffer sends only its own bytes', () => {
  const buffer = new Uint8Array(20).fill(7)
  buffer.set(pngBytes, 5)
  expect(image(buffer.subarray(5, 13))).toEqual(url(`data:image/png;base64,${png}`))
})

test.for([
  ['iVBORw0KGgoAAAA=', 'image/png'],
  ['/9j/4AAQSkZJRg==', 'image/jpeg'],
  ['R0lGODlhAQABAAA=', 'image/gif'],
  ['UklGRiIAAABXRUJQVlA4', 'image/webp'],
] as const)('the bytes %s are recognized as %s', ([base64, mediaType]) => {
  expect(image(base64)).toEqual(url(`data:${mediaType};base64,${base64}`))
})

test('a URL is sent unchanged, as text or as an object', () => {
  expect(image('https://example.com/a.png')).toEqual(url('https://example.com/a.png'))
  expect(image(new URL('https://example.com/a.png'))).toEqual(url('https://example.com/a.png'))
})

test('the label of a data URL stays unless the API does not support it', () => {
  expect(image(`data:image/jpeg;base64,${png}`)).toEqual(url(`data:image/jpeg;base64,${png}`))
  expect(image(`data:application/octet-stream;base64,${png}`)).toEqual(url(`data:image/png;base64,${png}`))
})

test('the detail of an image comes from its provider options', () => {
  const providerOptions = { openai: { imageDetail: 'low' } }
  expect(image(png, { providerOptions })).toEqual(url(`data:image/png;base64,${png}`, { detail: 'low' }))
})

test.for([
  ['text', 'aGVsbG8gd29ybGQ='],
  ['nothing', ''],
  ['an SVG', 'data:image/svg+xml,<svg/>'],
  ['a TIFF', 'data:image/tiff;base64,SUkqAA=='],
  ['a file on disk', 'file:///tmp/a.png'],
  ['invalid bytes', { type: 'Buffer', data: [1] }],
] as [string, string][])('%s instead of an image leaves a marker', ([, value]) => {
  expect(image(value)).toEqual(marker('image'))
})

test('a file becomes a data URL under its name, or under one derived from its type', () => {
  const file_data = 'data:application/pdf;base64,JVBERi0='
  expect(file('JVBERi0=', 'application/pdf', { filename: 'a.pdf' })).toEqual({
    type: 'file',
    file: { filename: 'a.pdf', file_data },
  })
  expect(file(file_data, 'application/pdf')).toEqual({ type: 'file', file: { filename: 'file.pdf', file_data } })
})

test('an uploaded file is sent by its id', () => {
  expect(file('file-abc', 'application/pdf')).toEqual({ type: 'file', file: { file_id: 'file-abc' } })
})

test('a recording is sent as wav or mp3', () => {
  expect(file('UklGRg==', 'audio/x-wav')).toEqual({
    type: 'input_audio',
    input_audio: { data: 'UklGRg==', format: 'wav' },
  })
  expect(file('data:audio/mpeg;base64,SUQz', 'audio/mpeg')).toEqual({
    type: 'input_audio',
    input_audio: { data: 'SUQz', format: 'mp3' },
  })
  expect(file('T2dnUw==', 'audio/ogg')).toEqual(marker('recording'))
})

test('a file with an image type is an image, and a file by URL leaves a marker', () => {
  expect(file(png, 'image/png')).toEqual(url(`data:image/png;base64,${png}`))
  expect(file('https://example.com/a.pdf', 'application/pdf')).toEqual(marker('file'))
})

test('a file in an assistant message is omitted and reported', () => {
  const { messages, losses } = encoded({
    role: 'assistant',
    content: [
      { type: 'text', text: 'Here.' },
      { type: 'file', data: png, mediaType: 'image/png' },
    ],
  })
  expect(messages).toEqual([{ role: 'assistant', content: 'Here.' }])
  expect(losses).toEqual(['media'])
})
