import type { FilePart, Message, UserPart } from '@lamella/core'
import { describe, expect, test } from 'vitest'
import { call } from './fixtures.ts'
import { formats } from './formats.ts'

// The start of a PNG file, with both characters in which the alphabets differ, and padding.
const png = Buffer.from(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'\xfb\xef\xbe\xff'.repeat(6)}`, 'latin1').toString('base64')
const pdf = Buffer.from('%PDF-1.7 \xfb\xef\xbe\xff\xff??', 'latin1').toString('base64')

const said = (part: UserPart): Message => ({ role: 'user', content: [{ type: 'text', text: 'See:' }, part] })
const file = (data: FilePart['data'], mediaType: string): Message => said({ type: 'file', data, mediaType })
const image = (value: string): Message => said({ type: 'image', image: value })

/** The same bytes in the forms that programs write. */
const forms: readonly (readonly [string, (base64: string) => string])[] = [
  ['lines', (base64) => base64.replace(/.{1,8}/g, '$&\r\n')],
  ['no padding', (base64) => base64.replaceAll('=', '')],
  ['too much padding', (base64) => `${base64.replaceAll('=', '')}====`],
  ['the URL-safe alphabet', (base64) => base64.replaceAll('+', '-').replaceAll('/', '_')],
  ['escapes of a URL', (base64) => `data:;base64,${encodeURIComponent(base64)}`],
]
const broken: readonly (readonly [string, string])[] = [
  ['a text that is cut off', png.slice(0, 17)],
  ['other characters', `${png.slice(0, 20)}@@@@${png.slice(20)}`],
  ['a lone surrogate', `${png.slice(0, 20)}\uD800${png.slice(21)}`],
  ['padding in the middle', `${png.slice(0, 18)}==${png.slice(20)}`],
  ['nothing but padding', '===='],
]

describe.for(formats)('$name', ({ encode }) => {
  const sent = (...messages: Message[]): { body: string; losses: string[]; repairs: string[] } => {
    const { request, losses, repairs } = encode({ messages })
    const rows = (list: readonly { code: string; path: string }[]): string[] =>
      list.map(({ code, path }) => `${code} ${path}`)
    return { body: JSON.stringify(request), losses: rows(losses), repairs: rows(repairs) }
  }

  // anomalyco/opencode#35697, langchain-ai/openwiki#37: programs attach files whose type they do not know.
  test('bytes without a known type get that of their contents', () => {
    const unknown = 'application/octet-stream'
    for (const [data, type] of [
      [png, /image\/png|"format":"png"/],
      [pdf, /application\/pdf|"format":"pdf"/],
      [Buffer.from('a=1').toString('base64'), /text\/plain|"format":"txt"|a=1/],
    ] as const) {
      const { body, repairs } = sent(file(data, unknown))
      expect(body).toMatch(type)
      expect(body).not.toContain(unknown)
      expect(repairs).toContain('media-type messages[0].content[1]')
    }
    const { body, losses } = sent(file(Buffer.from('\0\x01\x02').toString('base64'), unknown))
    expect(body).not.toContain(unknown)
    expect(losses).toContain('media messages[0].content[1]')
  })

  test.for(forms)('base64 with %s is normalized, which is reported', ([, form]) => {
    for (const message of [image(form(png)), file(form(png), 'image/png'), file(form(pdf), 'application/pdf')]) {
      const { body, losses, repairs } = sent(message)
      expect(body).toMatch(new RegExp(`${png.replaceAll('+', '\\+')}|${pdf.replaceAll('+', '\\+')}`))
      expect([losses, repairs]).toEqual([[], ['base64 messages[0].content[1]']])
    }
  })

  test('bits after the last byte are cleared, because strict decoders refuse them', () => {
    const { body, repairs } = sent(image('iVBORw0KGgp='))
    expect(body).toContain('iVBORw0KGgo=')
    expect(repairs).toEqual(['base64 messages[0].content[1]'])
  })

  test.for(broken)('%s is omitted, with a marker and a row', ([, data]) => {
    const messages = [image(data), file(data, 'image/png'), file(data, 'application/pdf')]
    for (const message of [...messages, image(`data:image/png;base64,${data}`)]) {
      const { body, losses } = sent(message)
      expect(body).toMatch(/\[(?:image|file) left out: it is not base64\]/)
      expect(losses).toEqual(['media messages[0].content[1]'])
    }
  })

  test('tool results are repaired or omitted in the same way', () => {
    const piece = (data: string): Message[] => [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [call('a')] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'get_weather',
            output: { type: 'content', value: [{ type: 'image-data', data, mediaType: 'image/png' }] },
          },
        ],
      },
    ]
    expect(sent(...piece(png.replaceAll('=', ''))).body).not.toContain(`${png.replaceAll('=', '')}"`)
    const { body, losses } = sent(...piece('@@@@'))
    expect(body).toContain('left out')
    expect(losses).toContain('media messages[2].content[0]')
  })

  test.for(['', '/png', 'png', 'image/', '\uD800/png'])(
    'the invalid media type %j is replaced by that of the bytes, which is reported',
    (mediaType) => {
      const { body, losses, repairs } = sent(file(png, mediaType))
      expect(body).toMatch(/image\/png|"format":"png"/)
      expect([losses, repairs]).toEqual([[], ['media-type messages[0].content[1]']])
      expect(sent(file(pdf, mediaType)).body).toMatch(/application\/pdf|"format":"pdf"/)
    },
  )

  test('a file with unrecognizable bytes and no media type is omitted with a row', () => {
    const { body, losses } = sent(file(Buffer.from([0, 1, 2, 254, 255]).toString('base64'), ''))
    expect(body).toContain('[file left out: its media type is not known]')
    expect(losses).toEqual(['media messages[0].content[1]'])
  })

  test('a text without a media type is treated as text', () => {
    const { body, losses } = sent(file(Buffer.from('Grüezi, 世界').toString('base64'), ''))
    expect(body).toMatch(/text\/plain|"format":"txt"|"text":"Grüezi, 世界"/)
    expect(losses).toEqual([])
  })

  test('an empty id of an uploaded file is treated as missing', () => {
    const providerOptions = { openai: { fileId: '' }, anthropic: { fileId: ' ' } }
    const { body } = sent(said({ type: 'file', data: pdf, mediaType: 'application/pdf', providerOptions }))
    expect(body).toContain(pdf)
    expect(body).not.toContain('file_id')
  })

  test('a lone surrogate in the separator is replaced, which is reported', () => {
    const system = ['One', 'Two'].map((content) => ({ role: 'system' as const, content }))
    const messages: Message[] = [{ role: 'user', content: 'Hello' }]
    const { request, repairs } = encode({ system, messages }, { separator: '\uD800' })
    expect(JSON.stringify(request)).toContain('One\uFFFDTwo')
    expect(repairs.map(({ code }) => code)).toEqual(['surrogate'])
  })
})
