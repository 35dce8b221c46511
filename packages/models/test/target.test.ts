import { createContext, defineLayer, type Framing } from '@lamella/core'
import { listModels, requestLimits, target } from '@lamella/models'
import { charTokenizer } from '@lamella/testkit'
import { anthropicFramingFor } from '@lamella/wire/anthropic'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme' }
const base = createContext()
  .use(defineLayer('motto', { load: () => 'Be kind.' }))
  .use(
    defineLayer('question', {
      placement: 'messages',
      load: ({ message }) => (message ? [{ id: 'question', content: [message] }] : []),
    }),
  )
const request = { scope, message: 'Hello' }

describe('target', () => {
  it('sets window, reserve, limits, prices, tokenizer, framing and model in one call', async () => {
    const model = await target('claude-opus-5-5')
    const { parameters, report } = await base.for(model).build(request)
    expect(parameters).toEqual({ model: 'claude-opus-5-5' })
    expect(report.tokens).toMatchObject({
      window: 1_000_000,
      reserve: 128_000,
      tokenizer: 'heuristic:careful',
      exact: false,
    })
    expect(report.cost?.uncached).toBeGreaterThan(0)
    expect(model.format).toBe('anthropic')
    expect(model.framing.image).toBe(anthropicFramingFor({ model: 'claude-opus-5-5' }).image)
    expect(model.budget.limits?.most).toEqual(requestLimits('claude-opus-5-5'))
  })

  it('counts exactly where the encoding is published and its tables are installed', async () => {
    const { report } = await base.for(await target('gpt-4o')).build(request)
    expect(report.tokens).toMatchObject({ tokenizer: 'tiktoken:o200k_base', exact: true })
  })

  it('lets each be overridden, here and by a later call on the builder', async () => {
    const framing: Framing = { ...anthropicFramingFor({ model: 'gpt-4o' }), name: 'mine' }
    const own = await target('gpt-4o', {
      window: 10_000,
      maxOutputTokens: 2_000,
      limits: { images: 3 },
      tokenizer: charTokenizer,
      framing,
      format: 'openai-chat',
    })
    expect(own.budget).toMatchObject({ window: 10_000, reserve: 2_000 })
    expect(own.budget.limits?.most).toEqual({ images: 3 })
    expect([own.tokenizer, own.framing, own.format]).toEqual([charTokenizer, framing, 'openai-chat'])
    const { parameters, report } = await base.for(own).budget({ window: 5_000, reserve: 100 }).build(request)
    expect(parameters).toEqual({ model: 'gpt-4o', maxOutputTokens: 2_000 })
    expect(report.tokens).toMatchObject({ window: 5_000, reserve: 2_000, tokenizer: charTokenizer.name })
  })

  it('keeps the name as it is given, and finds the model and its platform in it', async () => {
    const name = 'us.anthropic.claude-haiku-4-5-20251001-v1:0'
    const model = await target(name)
    expect([model.model, model.format, model.budget.window]).toEqual([name, 'bedrock-converse', 200_000])
    expect(model.budget.limits?.most).toEqual(requestLimits(name))
  })

  it.each([
    ['gpt-4oo', {}, ['gpt-4o']],
    ['nobody-knows-it', { window: 8_000 }, []],
    ['nobody-knows-it', { format: 'gemini' as const }, []],
  ])('rejects %s with %o, names near models, and says what to pass', async (name, options, near) => {
    await expect(target(name, options)).rejects.toMatchObject({
      code: 'MODEL_UNKNOWN',
      details: { model: name, near: expect.arrayContaining(near) },
      fix: expect.stringContaining('window:'),
    })
  })

  it('takes a model that it does not know with its window and its format', async () => {
    const model = await target('house-model', { window: 8_000, format: 'openai-chat' })
    expect(model.budget).toEqual({ window: 8_000, reserve: 4_000 })
    expect(model.encode(await base.for(model).build(request))).toMatchObject({ model: 'house-model' })
    // A name of Bedrock says the format.
    expect((await target('amazon.nova-pro-v1:0', { window: 300_000 })).format).toBe('bedrock-converse')
    expect((await target('us.xai.grok-4.7')).format).toBe('bedrock-converse')
  })

  it('rejects a misspelled option', async () => {
    await expect(target('gpt-4o', { windw: 1 } as object)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    for (const model of [undefined, 5]) {
      await expect(target(model as never)).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        details: { option: 'model' },
      })
    }
  })
})

describe('the format of a name', () => {
  it('is what the compiler says for the families whose format it knows', () => {
    const said = { 'gpt-': 'openai-responses', 'claude-': 'anthropic', 'gemini-': 'gemini' }
    for (const [start, format] of Object.entries(said)) {
      const formats = listModels().flatMap(({ id, formats: [first] }) => (id.startsWith(start) ? [first] : []))
      expect(new Set(formats)).toEqual(new Set([format]))
    }
  })

  it('types the request, so that the SDK takes it', async () => {
    const context = await base.for(await target('gpt-4o')).build(request)
    const responses = (await target('gpt-6.2-sol')).encode(context)
    const chat = (await target('gpt-4o', { format: 'openai-chat' })).encode(context)
    const claude = await target('claude-opus-5-5')
    const anthropic = claude.encode(await base.for(claude).build(request), { cache: true })
    const gemini = (await target('gemini-3.8-flash')).encode(context)
    const bedrock = (await target('us.anthropic.claude-opus-5-5')).encode(context)
    expect([responses.model, responses.input]).toEqual([
      'gpt-6.2-sol',
      [
        { role: 'developer', content: 'Be kind.' },
        { role: 'user', content: 'Hello' },
      ],
    ])
    expect([chat.model, chat.messages.length]).toEqual(['gpt-4o', 2])
    expect([anthropic.model, anthropic.messages.length]).toEqual(['claude-opus-5-5', 1])
    // More, and the SDK refuses to send it without streaming: it expects 128,000 tokens an hour, and waits for ten minutes.
    expect(anthropic.max_tokens).toBe(Math.floor(128_000 / 6))
    expect([gemini.model, gemini.config.systemInstruction]).toEqual([
      'gemini-3.8-flash',
      { parts: [{ text: 'Be kind.' }] },
    ])
    expect([bedrock.modelId, bedrock.system]).toEqual(['us.anthropic.claude-opus-5-5', [{ text: 'Be kind.' }]])
  })
})

describe('the answer', () => {
  it('is read in the format of the target', async () => {
    const model = await target('claude-opus-5-5')
    const { messages, finishReason, counted } = model.decode({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [{ type: 'text', text: 'Hello!' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 12, output_tokens: 3 },
    })
    expect(finishReason).toBe('stop')
    expect(counted).toEqual({ input: 12, output: 3 })
    expect(messages).toEqual([expect.objectContaining({ role: 'assistant' })])
  })
})
