import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type LamellaReport, lamella } from '@lamella/ai-sdk'
import { createContext, type Message } from '@lamella/core'
import { createSessionStore } from '@lamella/core/memory'
import { history, message } from '@lamella/layers'
import { prefixServer } from '@lamella/testkit'
import { validate } from '@lamella/wire/validate'
import * as ai from 'ai'
import { describe, expect, it } from 'vitest'
import { airline, coding, noData } from './support/data.ts'
import { partsOf, plainId, recordedTools, turnsOf } from './support/replay.ts'

const scope = { tenant: 'acme' }
const usage = { input_tokens: 10, output_tokens: 10 }

/** What a model answers to a request: the recorded answers, in order. */
type Reply = (body: object, answer: Message, number: number) => object

/** Drives recorded turns through the loop of the SDK, whose provider sends its requests to `reply`. */
async function drive(
  messages: readonly Message[],
  modelOf: (fetch: typeof globalThis.fetch) => unknown,
  reply: Reply,
  window: number,
) {
  const bodies: object[] = []
  const reports: LamellaReport[] = []
  const sessions = createSessionStore()
  let answers: readonly Message[] = []
  const fetch = async (_: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    const body = JSON.parse(String(init?.body)) as object
    bodies.push(body)
    const [answer = { role: 'assistant', content: 'Done.' }, ...rest] = answers
    answers = rest
    const json = reply(body, answer, bodies.length)
    return new Response(JSON.stringify(json), {
      status: (json as { type?: unknown }).type === 'error' ? 400 : 200,
      headers: { 'content-type': 'application/json' },
    })
  }
  const builder = createContext().use([history(), message()]).budget({ window, reserve: 1_000 })
  const middleware = lamella({ builder, sessions, scope, onReport: (report) => reports.push(report) })
  const model = ai.wrapLanguageModel({ model: modelOf(fetch as typeof globalThis.fetch) as never, middleware })
  const tools = recordedTools(messages)
  for (const { question, rest } of turnsOf(messages)) {
    answers = rest.filter(({ role }) => role === 'assistant')
    await ai.generateText({
      model,
      prompt: question,
      tools,
      stopWhen: ai.stepCountIs(answers.length),
      maxRetries: 0,
      maxOutputTokens: 1_000,
      providerOptions: { lamella: { session: 's' }, anthropic: { thinking: { type: 'adaptive' } } },
    })
  }
  const stored = (await sessions.page(scope, 's', { messages: 10_000 })).messages.map((one) => one.message)
  return { bodies, reports, stored }
}

const openAI = (fetch: typeof globalThis.fetch) =>
  createOpenAICompatible({ name: 'local', baseURL: 'http://local/v1', fetch })('gpt-4o')

const openAIReply: Reply = (_, answer, number) => {
  const parts = partsOf(answer)
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            id: `${plainId(part.toolCallId)}_n${number}`,
            type: 'function',
            function: { name: part.toolName, arguments: JSON.stringify(part.input) },
          },
        ]
      : [],
  )
  const content = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const reply = {
    role: 'assistant',
    content: content === '' && calls.length === 0 ? 'Done.' : content,
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return {
    choices: [{ index: 0, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop', message: reply }],
    usage: { prompt_tokens: 10, completion_tokens: 10 },
  }
}

const claude = (fetch: typeof globalThis.fetch) => createAnthropic({ apiKey: 'none', fetch })('claude-opus-5-5')

/** The server signs a thought for each answer, binds it to everything before it, and rejects it elsewhere. */
function anthropicReply(): Reply {
  let content: readonly object[] = []
  const server = prefixServer('anthropic', { answer: () => content })
  return (body, answer, number) => {
    content = partsOf(answer).flatMap((part): readonly object[] => {
      if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }]
      if (part.type !== 'tool-call') return []
      const id = `${plainId(part.toolCallId)}_n${number}`
      return [{ type: 'tool_use', id, name: part.toolName, input: part.input ?? {} }]
    })
    if (content.length === 0) content = [{ type: 'text', text: 'Done.' }]
    const calls = content.some((block) => (block as { type: string }).type === 'tool_use')
    return {
      id: 'm',
      model: 'claude-opus-5-5',
      ...server.send(body).body,
      usage,
      ...(calls && { stop_reason: 'tool_use' }),
    }
  }
}

const invalid = (format: 'openai-chat' | 'anthropic', bodies: readonly object[]): readonly unknown[] =>
  bodies.flatMap((body) => validate(format, body).filter(({ level }) => level === 'error'))

describe.skipIf(noData !== undefined)('recorded loops, driven by the SDK', () => {
  it('of an airline make no invalid request for OpenAI Chat, with windows that cut', async () => {
    let [requests, cuts] = [0, 0]
    for (const messages of airline().slice(0, 20)) {
      const { bodies, reports, stored } = await drive(messages, openAI, openAIReply, 5_000)
      expect(invalid('openai-chat', bodies)).toEqual([])
      expect(bodies.length).toBe(stored.filter(({ role }) => role === 'assistant').length)
      requests += bodies.length
      cuts += reports.filter(({ report }) => report.run?.cut).length
    }
    expect(requests).toBeGreaterThan(100)
    expect(cuts).toBeGreaterThan(3)
  })

  it('of an airline keep every thought valid for Claude, through cuts, and store it as it came', async () => {
    let thoughts = 0
    for (const messages of airline().slice(20, 40)) {
      const { bodies, stored } = await drive(messages, claude, anthropicReply(), 5_000)
      expect(invalid('anthropic', bodies)).toEqual([])
      const kept = stored.flatMap(partsOf).filter((part) => part.type === 'reasoning')
      expect(kept).toHaveLength(bodies.length)
      for (const part of kept) expect(part.providerOptions?.['anthropic']?.['signature']).toMatch(/^signed-/)
      thoughts += kept.length
    }
    expect(thoughts).toBeGreaterThan(100)
  })

  it('of a coding agent make no invalid request, and most of each repeats the one before', async () => {
    const { bodies, reports } = await drive(coding(160), claude, anthropicReply(), 24_000)
    expect(invalid('anthropic', bodies)).toEqual([])
    const totals = reports.map(({ report }) => report.tokens.total)
    const repeated = reports.map(({ report }) => report.cache.prefix ?? 0)
    const share = repeated.reduce((sum, one) => sum + one, 0) / totals.reduce((sum, one) => sum + one, 0)
    expect(bodies.length).toBeGreaterThan(40)
    expect(share).toBeGreaterThan(0.8)
  })
})
