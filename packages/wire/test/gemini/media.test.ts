import type { DataContent, FilePart, Message, ToolOutputContent, UserPart } from '@lamella/core'
import { encodeGemini, type GeminiPart } from '@lamella/wire/gemini'
import { expect, test } from 'vitest'
import { call, png, pngBytes, result } from '../fixtures.ts'
import { type Encoded, encoded, encodedWith } from './encoded.ts'

const text = { type: 'text', text: 'See:' } as const

/** Returns the encoding of a part of a user message. */
function sent(part: UserPart): { part: GeminiPart | undefined; losses: string[] } {
  const { contents, losses } = encoded({ role: 'user', content: [text, part] })
  return { part: contents[0]?.parts[1], losses }
}

const inline = (mimeType: string, data: string): GeminiPart => ({ inlineData: { mimeType, data } })
const stored = (mimeType: string, fileUri: string): GeminiPart => ({ fileData: { mimeType, fileUri } })

test.for<[string, DataContent | URL, string | undefined, GeminiPart]>([
  ['bytes', pngBytes, undefined, inline('image/png', png)],
  ['a buffer', pngBytes.slice().buffer, 'image/*', inline('image/png', png)],
  ['base64', png, undefined, inline('image/png', png)],
  ['base64 with a label', 'aGVpYw==', 'image/HEIC', inline('image/heic', 'aGVpYw==')],
  ['a JPEG under another name', '/9j/', 'image/jpg', inline('image/jpeg', '/9j/')],
  ['base64 for addresses', 'a-_9', 'image/png', inline('image/png', 'a+/9')],
  ['base64 without padding', 'aGk', 'image/png', inline('image/png', 'aGk=')],
  ['base64 in lines', 'aGVs\nbG8=', 'image/png', inline('image/png', 'aGVsbG8=')],
  ['a data URL', 'data:image/webp;base64,aGVsbG8=', undefined, inline('image/webp', 'aGVsbG8=')],
  [
    'a web address',
    'https://example.com/a.webp?x=1',
    undefined,
    stored('image/webp', 'https://example.com/a.webp?x=1'),
  ],
  [
    'an address without an ending',
    new URL('https://example.com/a'),
    undefined,
    stored('image/jpeg', 'https://example.com/a'),
  ],
  ['an address in Cloud Storage', 'gs://bucket/a.png', undefined, stored('image/png', 'gs://bucket/a.png')],
])('an image is sent: %s', ([, image, mediaType, part]) => {
  expect(sent({ type: 'image', image, ...(mediaType !== undefined && { mediaType }) })).toEqual({ part, losses: [] })
})

test.for<[string, FilePart['data'], string, GeminiPart]>([
  ['a recording', 'aGVsbG8=', 'audio/mpeg', inline('audio/mpeg', 'aGVsbG8=')],
  ['a film', 'https://youtu.be/abc', 'video/mp4', stored('video/mp4', 'https://youtu.be/abc')],
  ['a document', new Uint8Array([104, 105]), 'application/pdf', inline('application/pdf', 'aGk=')],
  [
    'an uploaded file',
    'https://generativelanguage.googleapis.com/v1beta/files/a',
    'text/plain',
    stored('text/plain', 'https://generativelanguage.googleapis.com/v1beta/files/a'),
  ],
])('a file is sent: %s', ([, data, mediaType, part]) => {
  expect(sent({ type: 'file', data, mediaType })).toEqual({ part, losses: [] })
})

test.for<[DataContent, string]>([
  ['file:///a.png', 'a file: URL cannot be reached by the provider'],
  ['', 'it is empty'],
  ['data:text/plain,x', 'its data URL is not base64'],
  ['aGVsbG8=', 'its media type is not known'],
])('an unsupported image is replaced by a marker: %s', ([image, why]) => {
  expect(sent({ type: 'image', image })).toEqual({
    part: { text: `[image left out: ${why}]` },
    losses: ['media messages[0].content[1]'],
  })
})

test('invalid base64 is replaced by a marker', () => {
  expect(sent({ type: 'file', data: 'not base64!', mediaType: 'application/pdf' }).part).toEqual({
    text: '[file left out: it is not base64]',
  })
})

test('a file name is not sent, which is reported, unless the file was read with one', () => {
  const file = { type: 'file', data: 'aGk=', mediaType: 'application/pdf', filename: 'a.pdf' } as const
  expect(sent(file).losses).toEqual(['media messages[0].content[1]'])
  const read = { ...file, providerOptions: { google: { extra: { inlineData: { displayName: 'a.pdf' } } } } }
  expect(sent(read)).toEqual({
    part: { inlineData: { mimeType: 'application/pdf', data: 'aGk=', displayName: 'a.pdf' } },
    losses: [],
  })
})

test('files in model messages are sent, and unsupported ones are lost without a marker', () => {
  const { contents, losses } = encoded(
    { role: 'user', content: 'Draw.' },
    {
      role: 'assistant',
      content: [
        { type: 'file', data: png, mediaType: 'image/png' },
        { type: 'file', data: 'file:///a', mediaType: 'image/png' },
      ],
    },
  )
  expect(contents[1]?.parts).toEqual([inline('image/png', png)])
  expect(losses).toEqual(['media messages[1].content[1]'])
})

/** Returns a conversation with a tool output, as a model receives it. */
function answered(model: string, ...value: ToolOutputContent[]): Encoded {
  const messages: Message[] = [
    { role: 'user', content: 'Draw.' },
    { role: 'assistant', content: [call('a', {}, { providerOptions: { google: { thoughtSignature: 'c2ln' } } })] },
    { role: 'tool', content: [result('a', { type: 'content', value })] },
    { role: 'user', content: 'Thanks.' },
  ]
  return encodedWith({ model }, ...messages)
}

const image = { type: 'image-data', data: png, mediaType: 'image/png' } as const

test('images and documents in a tool result go into its response, for models that support them', () => {
  const { contents, losses, repairs } = answered(
    'gemini-3-pro-preview',
    { type: 'text', text: 'Here.' },
    image,
    { type: 'file-url', url: 'gs://bucket/a.pdf', mediaType: 'application/pdf' },
    { type: 'file-id', fileId: { google: 'https://generativelanguage.googleapis.com/v1beta/files/a.png' } },
  )
  expect(contents[2]?.parts).toEqual([
    {
      functionResponse: {
        id: 'a',
        name: 'get_weather',
        response: { output: 'Here.' },
        parts: [
          inline('image/png', png),
          stored('application/pdf', 'gs://bucket/a.pdf'),
          stored('image/png', 'https://generativelanguage.googleapis.com/v1beta/files/a.png'),
        ],
      },
    },
  ])
  expect([losses, repairs]).toEqual([[], []])
})

test('an output that is only an image is a response without text', () => {
  expect(answered('gemini-3-pro-preview', image).contents[2]?.parts[0]?.functionResponse?.response).toEqual({})
})

test('texts between images are moved before them, which is reported', () => {
  const { repairs } = answered('gemini-3-pro-preview', image, { type: 'text', text: 'That was it.' })
  expect(repairs).toEqual(['order messages[2].content[0]'])
})

test.for([
  ['gemini-2.5-pro', image],
  ['gemini-3-pro-preview', { type: 'file-data', data: 'aGk=', mediaType: 'audio/mpeg' }],
] as const)('content that no response supports follows it as user content: %s', ([model, piece]) => {
  const { contents, losses } = answered(model, { type: 'text', text: 'Here.' }, piece)
  const [, , responses, shown] = contents
  const [first, second] = (responses?.parts[0]?.functionResponse?.response['output'] ?? []) as string[]
  expect(first).toBe('Here.')
  const file = /^See file ([0-9a-f]{8})\.$/.exec(second ?? '')?.[1]
  expect(shown?.parts).toEqual([
    { text: `This is file ${file}:` },
    inline(piece.mediaType, piece.data),
    { text: 'Thanks.' },
  ])
  expect(responses?.parts).toHaveLength(1)
  expect(losses).toEqual(['media messages[2].content[0]'])
})

test('unsupported pieces of an output are replaced by a marker', () => {
  const { contents, losses } = answered(
    'gemini-3-pro-preview',
    { type: 'custom' },
    { type: 'file-id', fileId: 'file-1' },
    { type: 'image-url', url: 'file:///a.png' },
  )
  expect(contents[2]?.parts[0]?.functionResponse?.response).toEqual({
    output: [
      '[custom left out: Gemini carries texts, images and files in tool results]',
      '[file-id left out: Gemini identifies uploaded files only by their uri]',
      '[image-url left out: a file: URL cannot be reached by the provider]',
    ],
  })
  expect(losses).toEqual(Array.from({ length: 3 }, () => 'media messages[2].content[0]'))
})

test.for([
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/jpeg', '\xff\xd8\xff\xe0'],
  ['image/tiff', 'II*\0\x08'],
  ['image/avif', '\0\0\0\x1cftypavif'],
  ['image/heic', '\0\0\0\x18ftypheic'],
  ['application/pdf', '%PDF-1.7'],
  ['audio/wav', 'RIFF\x24\0\0\0WAVEfmt '],
  ['audio/mpeg', 'ID3\x04\0'],
  ['audio/mpeg', '\xff\xfb\x90\x64'],
  ['audio/ogg', 'OggS\0\x02'],
  ['audio/flac', 'fLaC\0\0'],
  ['video/mp4', '\0\0\0\x18ftypisom'],
  ['video/webm', '\x1aE\xdf\xa3'],
  ['text/plain', 'Hello'],
] as const)('a file without a media type is recognized as %s by its bytes', ([mimeType, bytes]) => {
  const data = Buffer.from(bytes, 'latin1').toString('base64')
  expect(sent({ type: 'file', data, mediaType: '' }).part).toEqual(inline(mimeType, data))
})

test('a text cut in the middle of a character counts as text, and one with other bytes does not', () => {
  const type = (bytes: Buffer): unknown => sent({ type: 'file', data: bytes.toString('base64'), mediaType: '' }).part
  // 768 bytes are examined.
  expect(type(Buffer.from(`a${'世'.repeat(400)}`))).toMatchObject({ inlineData: { mimeType: 'text/plain' } })
  expect(type(Buffer.from('a\0b'))).toEqual({ text: '[file left out: its media type is not known]' })
})

// google-gemini/gemini-cli#3054: "Unsupported MIME type: image/svg+xml" (400).
test('what Gemini takes in no type is sent as text if it is text, and is left out otherwise', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const { request, losses, repairs } = encodeGemini(
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', image: base64('<svg/>'), mediaType: 'image/svg+xml' },
            { type: 'file', data: base64('{"a":1}'), mediaType: 'application/json' },
            { type: 'file', data: base64('%PDF-1.4'), mediaType: 'application/octet-stream' },
            { type: 'file', data: base64('PK\u0003\u0004\u0000'), mediaType: 'application/zip' },
            { type: 'file', data: base64('a,b'), mediaType: 'text/csv' },
          ],
        },
      ],
    },
    { model: 'gemini-4-argon' },
  )
  expect(request.contents[0]?.parts).toEqual([
    { inlineData: { mimeType: 'text/plain', data: base64('<svg/>') } },
    { inlineData: { mimeType: 'text/plain', data: base64('{"a":1}') } },
    { inlineData: { mimeType: 'application/pdf', data: base64('%PDF-1.4') } },
    { text: '[file left out: Gemini does not accept application/zip]' },
    { inlineData: { mimeType: 'text/csv', data: base64('a,b') } },
  ])
  expect(repairs.map(({ code }) => code)).toEqual(['media-type', 'media-type', 'media-type'])
  expect(losses.map(({ code }) => code)).toEqual(['media'])
})
