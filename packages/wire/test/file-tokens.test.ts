import { createContext, defineLayer, type Framing, type UserPart } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import { anthropicFraming } from '@lamella/wire/anthropic'
import { bedrockConverseFraming } from '@lamella/wire/bedrock-converse'
import { geminiFraming, geminiFramingFor } from '@lamella/wire/gemini'
import { openaiChatFramingFor } from '@lamella/wire/openai-chat'
import { openaiResponsesFramingFor } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

const tokenizer = { name: 'none', exact: true, count: () => 0 }

/** Tokens of a file alone, as a framing counts it. */
function tokens(
  framing: Framing,
  mediaType: string,
  known: { pages?: number; seconds?: number },
  data = 'https://a/b',
): number {
  const part: UserPart = { type: 'file', data, mediaType, providerOptions: { media: known } }
  return createCounter(tokenizer, framing).message({ role: 'user', content: [part] }) - framing.message
}

const gemini25 = geminiFramingFor({ model: 'gemini-2.5-flash' })
const gemini3 = geminiFramingFor({ model: 'gemini-3.8-flash' })
const gpt4o = { model: 'gpt-4o' }

describe('tokens of files', () => {
  it.each([
    // 3,000 tokens of text at most, and 1,600 of the image, a page.
    ['a PDF by Anthropic', anthropicFraming, 'application/pdf', { pages: 10 }, 46_000],
    ['a PDF by Bedrock', bedrockConverseFraming, 'application/pdf', { pages: 1 }, 4_600],
    // 85 + 4 x 170 for the image of a page, 1,500 for its text.
    ['a PDF by OpenAI Chat', openaiChatFramingFor(gpt4o), 'application/pdf', { pages: 2 }, 2 * (765 + 1_500)],
    ['a PDF by OpenAI Responses', openaiResponsesFramingFor(gpt4o), 'application/pdf', { pages: 2 }, 2 * (765 + 1_500)],
    ['a PDF by Gemini 3', gemini3, 'application/pdf', { pages: 10 }, 5_600],
    ['a PDF by Gemini 2.5', gemini25, 'application/pdf', { pages: 10 }, 10 * (258 + 800)],
    ['a minute of audio by Gemini', gemini3, 'audio/mpeg', { seconds: 60 }, 1_920],
    ['a minute of video by Gemini 2.5', gemini25, 'video/mp4', { seconds: 60 }, 60 * 300],
    [
      'a minute of video by Gemini 2.5 at low resolution',
      geminiFramingFor({ model: 'gemini-2.5-flash', resolution: 'low' }),
      'video/mp4',
      { seconds: 60 },
      60 * 108,
    ],
    ['a minute of video by Gemini 3', gemini3, 'video/mp4', { seconds: 60 }, 60 * 112],
    ['a minute of video by an unknown Gemini', geminiFraming, 'video/mp4', { seconds: 60 }, 60 * 300],
    ['ten seconds of audio by OpenAI', openaiChatFramingFor(gpt4o), 'audio/wav', { seconds: 10 }, 100],
  ])('counts %s', (_, framing, mediaType, known, expected) => {
    expect(tokens(framing, mediaType, known)).toBe(expected)
  })

  it('guesses by bytes, rather too high, where nobody says the length', () => {
    const pdf = Buffer.alloc(50_000).toString('base64')
    // A page of 5,000 bytes; a second of speech of 2,000.
    expect(tokens(gemini3, 'application/pdf', {}, pdf)).toBe(10 * 560)
    expect(tokens(gemini3, 'audio/mpeg', {}, pdf)).toBe(25 * 32)
  })

  it('measures a file once for many builds', () => {
    let looks = 0
    const framing: Framing = { ...anthropicFraming, measureFile: () => ++looks }
    const counter = createCounter(tokenizer, framing)
    const message = {
      role: 'user' as const,
      content: [{ type: 'file' as const, data: 'aGk=', mediaType: 'application/pdf' }],
    }
    expect([counter.message(message), counter.message(message)]).toEqual([5, 5])
  })

  it.each([
    anthropicFraming,
    bedrockConverseFraming,
    geminiFraming,
    openaiChatFramingFor(gpt4o),
    openaiResponsesFramingFor(gpt4o),
  ])('has a notice for files whose length nobody says: $name', async (framing) => {
    const notices = async (media: Record<string, number>): Promise<unknown> => {
      const file = {
        type: 'file',
        data: 'https://a/b.pdf',
        mediaType: 'application/pdf',
        providerOptions: { media },
      } as const
      const files = defineLayer('files', {
        placement: 'messages',
        load: () => [{ id: 'f', content: [{ role: 'user', content: [file] }] }],
      })
      const builder = createContext().framing(framing).budget({ window: 100_000, reserve: 1_000 }).use(files)
      return (await builder.build({ scope: { tenant: 'acme' } })).report.layers.files.notices
    }
    expect(await notices({})).toMatchObject([{ code: 'MEDIA_LENGTH_UNKNOWN', details: { fragments: ['f'] } }])
    expect(await notices({ pages: 3 })).toEqual([])
  })
})
