import { type Context, createContext, defineLayer, type Framing, isLamellaError, type Parameters } from '@lamella/core'
import { anthropicFraming, toAnthropic } from '@lamella/wire/anthropic'
import { bedrockConverseFraming } from '@lamella/wire/bedrock-converse'
import { geminiFraming } from '@lamella/wire/gemini'
import { openaiChatFraming, toOpenAIChat } from '@lamella/wire/openai-chat'
import { openaiResponsesFraming, toOpenAIResponses } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Format, formats } from './formats.ts'

const framings: Readonly<Record<Format['name'], Framing>> = {
  'openai-chat': openaiChatFraming,
  'openai-responses': openaiResponsesFraming,
  anthropic: anthropicFraming,
  gemini: geminiFraming,
  'bedrock-converse': bedrockConverseFraming,
}

/** 400 notes, of which as many are kept as fit, so that a build fills its window. */
const notes = defineLayer('notes', {
  load: () =>
    Array.from({ length: 400 }, (_, index) => ({ id: `${index}`, content: `Note ${index}. ${'word '.repeat(30)}` })),
})

const question = defineLayer('question', {
  placement: 'messages',
  load: () => [{ id: 'question', content: [{ role: 'user', content: 'Hello' }], pinned: true }],
})

interface Sizes {
  readonly window: number
  readonly reserve: number
}

function build(sizes: Sizes, parameters: Parameters = {}, framing?: Framing): Promise<Context> {
  const builder = createContext().use(notes).use(question).budget(sizes).parameters(parameters)
  return (framing ? builder.framing(framing) : builder).build({ scope: { tenant: 'acme' } })
}

interface Limits {
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly max_output_tokens?: number
  readonly thinking?: { readonly type: string; readonly budget_tokens?: number }
  readonly inferenceConfig?: { readonly maxTokens?: number }
  readonly generationConfig?: {
    readonly maxOutputTokens?: number
    readonly thinkingConfig?: { readonly thinkingBudget?: number }
  }
}

/** Returns the output limit of a request, whatever its format calls it. */
function limitOf(request: object): number | undefined {
  const { max_tokens, max_completion_tokens, max_output_tokens, generationConfig, inferenceConfig } = request as Limits
  const limit = max_tokens ?? max_completion_tokens ?? max_output_tokens ?? generationConfig?.maxOutputTokens
  return limit ?? inferenceConfig?.maxTokens
}

const total = (context: Context): number => context.report.tokens.total
const thinkingOf = (budget: number): Parameters => ({
  providerOptions: {
    anthropic: { thinking: { type: 'enabled', budgetTokens: budget } },
    google: { thinkingConfig: { thinkingBudget: budget } },
  },
})

describe('the output limit', () => {
  it('equals the reserve if Anthropic requires a limit and none is set', async () => {
    const full = await build({ window: 8_000, reserve: 2_000 })
    expect(total(full)).toBeGreaterThan(5_500)
    const { max_tokens: limit } = toAnthropic(full, { model: 'claude-sonnet-4-5' })
    expect(limit).toBeGreaterThanOrEqual(2_000)
    expect(total(full) + limit).toBeLessThanOrEqual(8_000)
    const wide = await build({ window: 200_000, reserve: 20_000 })
    expect(toAnthropic(wide, { model: 'claude-sonnet-4-5' }).max_tokens).toBe(20_000)
    const small = await build({ window: 200_000, reserve: 100 })
    expect(toAnthropic(small, { model: 'claude-sonnet-4-5' }).max_tokens).toBe(4_096)
  })

  it.each(formats)('raises the reserve if the user sets it: $name', async ({ encode }) => {
    const context = await build({ window: 8_000, reserve: 500 }, { maxOutputTokens: 3_000 })
    const { request, losses } = encode(context)
    expect(context.report.tokens.reserve).toBe(3_000)
    expect(total(context) + 3_000).toBeLessThanOrEqual(8_000)
    expect([limitOf(request), losses]).toEqual([3_000, []])
  })

  it.each(formats.filter(({ name }) => name !== 'anthropic'))('is not sent if it is not set: $name', async (format) => {
    expect(limitOf(format.encode(await build({ window: 8_000, reserve: 500 })).request)).toBeUndefined()
  })

  it.each(formats)('is lowered, with a row, if it was set after the build: $name', async ({ encode }) => {
    const context = await build({ window: 8_000, reserve: 500 })
    const { request, losses } = encode({ ...context, parameters: { maxOutputTokens: 6_000 } })
    expect(limitOf(request)).toBe(8_000 - total(context))
    expect(losses).toMatchObject([{ code: 'parameter', path: 'parameters' }])
  })

  it('is refused as a budget if it leaves nothing of the window', async () => {
    const error = await build({ window: 8_000, reserve: 500 }, { maxOutputTokens: 8_000 }).catch((one: unknown) => one)
    expect(isLamellaError(error, 'BUDGET_INVALID')).toBe(true)
  })

  it('has room for a thinking budget in addition to the reserve, by the framing of the format', async () => {
    const context = await build({ window: 20_000, reserve: 2_000 }, thinkingOf(6_000), anthropicFraming)
    expect(context.report.tokens.reserve).toBe(8_000)
    const request = toAnthropic(context, { model: 'claude-sonnet-4-5' })
    expect(request.thinking).toMatchObject({ budget_tokens: 6_000 })
    expect(request.max_tokens).toBeGreaterThanOrEqual(8_000)
    const gemini = await build({ window: 20_000, reserve: 2_000 }, thinkingOf(6_000), geminiFraming)
    expect(gemini.report.tokens.reserve).toBe(8_000)
  })

  it('together with the input never exceeds the window, nor does thinking exceed the limit, in any format', async () => {
    const sizes = fc.record({
      window: fc.integer({ min: 3_000, max: 30_000 }),
      share: fc.double({ min: 0, max: 0.6, noNaN: true }),
      most: fc.option(fc.integer({ min: 16, max: 12_000 }), { nil: undefined }),
      later: fc.option(fc.integer({ min: 16, max: 60_000 }), { nil: undefined }),
      thinking: fc.option(fc.integer({ min: 1_024, max: 40_000 }), { nil: undefined }),
      framed: fc.boolean(),
      format: fc.constantFrom(...formats),
    })
    let encoded = 0
    await fc.assert(
      fc.asyncProperty(sizes, async ({ window, share, most, later, thinking, framed, format }) => {
        const before: Parameters = {
          ...(thinking !== undefined && thinkingOf(thinking)),
          ...(most !== undefined && { maxOutputTokens: Math.max(most, (thinking ?? 0) + 1) }),
        }
        const framing = framed ? framings[format.name] : undefined
        const context = await build({ window, reserve: Math.floor(window * share) }, before, framing).catch(
          (error: unknown) => {
            if (isLamellaError(error, 'BUDGET_INVALID') || isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
            throw error
          },
        )
        if (context === undefined) return
        encoded++
        const after = Math.max(later ?? 0, (thinking ?? 0) + 1)
        const parameters = { ...context.parameters, ...(later !== undefined && { maxOutputTokens: after }) }
        const { request } = format.encode({ ...context, parameters })
        const limit = limitOf(request)
        const room = window - total(context)
        if (format.name === 'anthropic') expect(limit).toBeGreaterThanOrEqual(1)
        expect(limit ?? 0).toBeLessThanOrEqual(room)
        const { thinking: manual, generationConfig } = request as Limits
        expect(manual?.budget_tokens ?? -1).toBeLessThan(limit ?? 0)
        expect(generationConfig?.thinkingConfig?.thinkingBudget ?? 0).toBeLessThanOrEqual(room)
      }),
      { numRuns: 400 },
    )
    expect(encoded).toBeGreaterThan(150)
  })

  it('is also read from fields of a recorded request', async () => {
    const context = await build({ window: 8_000, reserve: 500 })
    const room = 8_000 - total(context)
    const withOptions = (options: Parameters['providerOptions']): Context => ({
      ...context,
      parameters: { ...context.parameters, ...(options && { providerOptions: options }) },
    })
    const chat = toOpenAIChat(withOptions({ openai: { extra: { max_tokens: 7_000 } } }), { model: 'gpt-4o' })
    expect(limitOf(chat)).toBe(room)
    const responses = withOptions({ openai: { responsesExtra: { max_output_tokens: 7_000 } } })
    expect(limitOf(toOpenAIResponses(responses, { model: 'gpt-4o' }))).toBe(room)
    const gemini = formats.find(({ name }) => name === 'gemini')
    const config = withOptions({ google: { generationConfig: { maxOutputTokens: 7_000 } } })
    expect(limitOf(gemini?.encode(config).request ?? {})).toBe(room)
  })
})

describe('a system prompt only in systemPrompt', () => {
  it.each(formats)('is refused, because its system prompt would be lost: $name', ({ encode }) => {
    const assembled = { systemPrompt: 'Be kind.', messages: [{ role: 'user', content: 'Hello' }] }
    expect(() => encode(assembled as never)).toThrow(expect.objectContaining({ code: 'WIRE_UNENCODABLE' }))
    expect(() => encode({ ...assembled, system: [] } as never)).not.toThrow()
  })
})

describe('a context that is still being built', () => {
  it.each(formats)('is refused with a word on await: $name', ({ encode }) => {
    const building = Promise.resolve({ messages: [{ role: 'user', content: 'Hello' }] })
    expect(() => encode(building as never)).toThrow(/is a promise\. Await it/)
  })
})

describe('a context in another form', () => {
  const messages = [{ role: 'user', content: 'Hello' }]
  it.each(formats)('is refused with a code and a fix: $name', ({ encode }) => {
    const schema = { type: 'object' }
    for (const [other, code] of [
      [{ messages, system: 'Be kind.' }, 'MESSAGE_INVALID'],
      [{ messages, tools: { look: { inputSchema: schema } } }, 'WIRE_UNENCODABLE'],
      [{ messages, tools: [{ type: 'function', function: { name: 'look', parameters: schema } }] }, 'WIRE_UNENCODABLE'],
      [{ messages, tools: [null] }, 'WIRE_UNENCODABLE'],
      [{ messages, tools: null }, 'WIRE_UNENCODABLE'],
      [{ messages, tools: () => [] }, 'WIRE_UNENCODABLE'],
      [{ messages, tools: [{ name: 'look', description: null, inputSchema: schema }] }, 'WIRE_UNENCODABLE'],
      [{ messages, parameters: null }, 'WIRE_UNENCODABLE'],
      [{ messages, parameters: { toolChoice: null } }, 'WIRE_UNENCODABLE'],
      [{ messages, parameters: { providerOptions: null } }, 'WIRE_UNENCODABLE'],
      [null, 'WIRE_UNENCODABLE'],
      [undefined, 'WIRE_UNENCODABLE'],
      [messages, 'WIRE_UNENCODABLE'],
    ])
      expect(() => encode(other as never)).toThrow(expect.objectContaining({ code, fix: expect.any(String) }))
  })
})
