import { createContext, type Framing, type Message } from '@lamella/core'
import { bootstrap, history, message, system } from '@lamella/layers'
import { extend, type RunState } from '@lamella/runs'
import { type PrefixReply, prefixServer } from '@lamella/testkit'
import { anthropicFramingFor, fromAnthropic, toAnthropic } from '@lamella/wire/anthropic'
import { fromOpenAIResponses, openaiResponsesFramingFor, toOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

/** A model, and the framing that a run with it has. */
interface Used {
  readonly model: string
  readonly framing: Framing
}

const claude = (model: string): Used => ({ model, framing: anthropicFramingFor({ model, toolChanges: true }) })
const gpt = (model: string): Used => {
  return { model, framing: openaiResponsesFramingFor({ model, toolChanges: true, settingChanges: true }) }
}

/** Plays one turn with each model in a run, and returns the thoughts that each request sent. */
async function play(turns: readonly Used[]): Promise<readonly number[]> {
  const [ofClaude, ofGpt] = [prefixServer('anthropic'), prefixServer('openai-responses')]
  const session: Message[] = []
  const sent: number[] = []
  let run: RunState | undefined
  for (const [index, { model, framing }] of turns.entries()) {
    const isClaude = model.startsWith('claude')
    // The owner's text and the clock change with each turn.
    const builder = createContext()
      .use([system({ soul: `You are Kim, version ${index}.` }), bootstrap({ name: 'Kim', clock: 'minute' })])
      .use([history(), message()])
      .framing(framing)
      .parameters({
        model,
        maxOutputTokens: 100,
        providerOptions: { openai: { reasoningEffort: index % 2 ? 'high' : 'low' } },
      })
      .budget({ window: 50_000, reserve: 500 })
    const now = new Date(Date.UTC(2026, 10, 23, 8, index))
    const context = await extend(builder, {
      scope: { tenant: 'acme' },
      session: [...session],
      message: 'Hello',
      now,
      ...(run && { run }),
    })
    expect(context.report.run?.cut).toBeUndefined()
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    const reply: PrefixReply = isClaude
      ? ofClaude.send(toAnthropic(context))
      : ofGpt.send(toOpenAIResponses(context, { store: false }))
    expect(reply).toMatchObject({ status: 200, invalid: [] })
    sent.push(reply.thinking)
    const { content, output } = reply.body as { readonly content: unknown; readonly output: unknown }
    const answer = isClaude ? fromAnthropic([{ role: 'assistant', content }]) : fromOpenAIResponses(output)
    session.push({ role: 'user', content: 'Hello' }, ...answer)
  }
  return sent
}

describe('a run that another model goes on with', () => {
  const [opus, sonnet] = [claude('claude-opus-5-5'), claude('claude-sonnet-5-5')]
  const [sol, astra] = [gpt('gpt-6.2-sol'), gpt('gpt-6.2-astra')]

  it.each<[string, readonly Used[], readonly number[]]>([
    ['Anthropic, OpenAI, Anthropic', [opus, opus, sol, sol, opus, opus], [0, 1, 0, 1, 2, 3]],
    ['OpenAI, Anthropic, OpenAI', [sol, sol, opus, opus, sol, sol], [0, 1, 0, 1, 2, 3]],
    // A model leaves out what it cannot read; the request has everything.
    ['two of Anthropic', [opus, sonnet, opus, sonnet], [0, 1, 2, 3]],
    ['two of OpenAI', [sol, astra, sol, astra], [0, 1, 2, 3]],
  ])('has its own thoughts back, all valid, when it returns: %s', async (_, turns, expected) => {
    expect(await play(turns)).toEqual(expected)
  })
})
