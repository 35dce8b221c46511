import { createContext, type Message } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { history, message, system } from '@lamella/layers'
import { modelBudget, requestLimits } from '@lamella/models'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { loadFormat, type WireFormat } from '@lamella/wire/formats'
import { describe, expect, it } from 'vitest'

const mebibyte = 1_048_576
const words = 'The quick brown fox jumps over the lazy dog near the river bank today. '

/** A PNG of 1,200 x 800 pixels as far as its header says; together they are larger than Anthropic and Bedrock take. */
function png(bytes: number): Uint8Array {
  const data = new Uint8Array(bytes)
  data.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 4, 176, 0, 0, 3, 32])
  return data
}

/** 30 images of 1 MiB, of which two are larger than any provider but OpenAI takes, and 120,000 tokens of text. */
const session = Array.from({ length: 30 }, (_, index): Message[] => [
  {
    role: 'user',
    content: [
      { type: 'text', text: `Look at picture ${index}.` },
      { type: 'image', image: png(index % 15 === 7 ? 8 * mebibyte : mebibyte), mediaType: 'image/png' },
    ],
  },
  { role: 'assistant', content: words.repeat(275) },
]).flat()

/** The bytes that go over the wire. */
function bodyOf(request: object): Buffer {
  const json = JSON.stringify(request, function (this: Record<string, unknown>, key, value: unknown) {
    const own = this[key]
    return own instanceof Uint8Array ? Buffer.from(own).toString('base64') : value
  })
  return Buffer.from(json)
}

describe('30 images and 120,000 tokens', () => {
  it.each<[WireFormat, string]>([
    ['anthropic', 'claude-opus-5-5'],
    ['bedrock-converse', 'us.anthropic.claude-opus-4-6-v1:0'],
    ['gemini', 'gemini-3-flash'],
    ['openai-chat', 'gpt-4.1'],
    ['openai-responses', 'gpt-5.6-sol'],
  ])('go out within the limits of %s, and the report says what gave way', async (name, model) => {
    const format = await loadFormat(name)
    const limits = requestLimits(model)
    const context = await createContext()
      .use([system({ soul: 'You are Kim.', agents: '' }), history(), message()])
      .tokenizer(heuristic())
      .framing(format.framingFor({ model }))
      .parameters({ model })
      .budget({ ...modelBudget(model, { window: 1_000_000, reserve: 8_000 }) })
      .build({ scope: { tenant: 'acme' }, session, message: 'What do they have in common?' })
    const { report } = context
    const body = bodyOf(format.encode(context, { model }).request)
    const rows = report.rows.filter((row) => row.reason === 'limit')

    // Nothing but images has given way, and every text is there.
    expect(context.messages).toHaveLength(session.length + 1)
    expect(report.tokens.total).toBeGreaterThan(120_000)
    expect(report.rows.every(({ action, reason }) => action === 'shortened' && reason === 'limit')).toBe(true)
    // Within the limits.
    expect(body.length).toBeLessThanOrEqual(limits.bytes ?? 0)
    expect(report.limits?.bytes?.used).toBeGreaterThanOrEqual(body.length)
    expect(report.limits?.bytes?.used).toBeLessThanOrEqual(limits.bytes ?? 0)
    const images = context.messages.flatMap(({ content }) => {
      return typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image')
    })
    expect(images).toHaveLength(30 - rows.length)
    // OpenAI and Gemini take all of them.
    if (name.startsWith('openai') || name === 'gemini') expect(rows).toHaveLength(0)
    else {
      const names = new Set(rows.map((row) => (row.reason === 'limit' ? row.limit?.name : undefined)))
      // Bedrock takes 20 images of this model.
      const others = name === 'bedrock-converse' ? ['images'] : []
      expect(names).toEqual(new Set(['bytes', 'imageBytes', ...others]))
      expect(images.length).toBeLessThanOrEqual(limits.images ?? 0)
      expect(explain(report)).toMatch(/limits: bytes [\d,]+ of [\d,]+/)
      expect(images.length).toBeGreaterThan(4)
    }
  })
})
