import { createContext, type Message, type Parameters } from '@lamella/core'
import { history, message, system } from '@lamella/layers'
import { extend, type RunState } from '@lamella/runs'
import { prefixServer } from '@lamella/testkit'
import { encodeAnthropic } from '@lamella/wire/anthropic'
import {
  fromOpenAIResponses,
  openaiResponses,
  openaiResponsesFraming,
  openaiResponsesFramingFor,
  toOpenAIResponses,
  validateOpenAIResponses,
} from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

const model = 'gpt-6.2-sol'
const text = { format: { type: 'text' } }
const schema = { type: 'json_schema', name: 'answer', schema: { type: 'object' } }
/** Parameters with an effort, and more fields of the request. */
const effort = (reasoningEffort: string, responsesExtra = {}): Parameters['providerOptions'] => ({
  openai: { reasoningEffort, responsesExtra },
})

/** A conversation with a server that checks its reasoning. */
function converse(framing = openaiResponsesFramingFor({ model, settingChanges: true })) {
  const server = prefixServer('openai-responses')
  const session: Message[] = []
  let run: RunState | undefined
  return async (question: string, providerOptions: Parameters['providerOptions']) => {
    const builder = createContext()
      .use([system({ soul: 'You are Kim.' }), history(), message()])
      .framing(framing)
      .parameters({ model, ...(providerOptions && { providerOptions }) })
      .budget({ window: 20_000, reserve: 500 })
    const context = await extend(builder, {
      scope: { tenant: 'acme' },
      session: [...session],
      message: question,
      ...(run && { run }),
    })
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    const request = toOpenAIResponses(context, { store: false })
    expect(validateOpenAIResponses(request).filter(({ level }) => level === 'error')).toEqual([])
    const { body, thinking, invalid } = server.send(request)
    session.push({ role: 'user', content: question }, ...fromOpenAIResponses((body as { output: never }).output))
    const updates = (request.input as object[]).filter((item) => 'type' in item && item.type === 'configuration_update')
    const { reasoning, text: format } = request as unknown as Record<string, unknown>
    return {
      context,
      request,
      updates,
      top: { reasoning, text: format },
      thinking,
      invalid,
      cut: context.report.run?.cut?.reason,
    }
  }
}

describe('settings in the middle of a run, for OpenAI Responses', () => {
  it('are an item that changes the effort, and the request keeps the first one, so that all reasoning stays', async () => {
    const ask = converse()
    const first = await ask('One', effort('low'))
    expect([first.cut, first.updates]).toEqual([undefined, []])
    const second = await ask('Two', effort('high'))
    expect(second).toMatchObject({ cut: undefined, thinking: 1, invalid: [], top: { reasoning: { effort: 'low' } } })
    expect(second.updates).toEqual([{ type: 'configuration_update', reasoning: { effort: 'high' }, text }])
    expect(second.request.input.at(-1)).toEqual(second.updates[0])
    expect(second.context.report.run?.settings?.now).toEqual({ effort: 'high', format: null })
    const third = await ask('Three', effort('high'))
    expect(third).toMatchObject({ cut: undefined, thinking: 2, invalid: [], updates: second.updates })
    const back = await ask('Four', effort('low'))
    expect(back.updates).toEqual([
      ...second.updates,
      { type: 'configuration_update', reasoning: { effort: 'low' }, text },
    ])
    expect(back).toMatchObject({ cut: undefined, thinking: 3, invalid: [] })
  })

  it('are an item that changes the format of the answer, and takes it back', async () => {
    const ask = converse()
    await ask('One', effort('low', { text: { verbosity: 'low' } }))
    const second = await ask('Two', effort('low', { text: { verbosity: 'low', format: schema } }))
    expect(second.updates).toEqual([
      { type: 'configuration_update', reasoning: { effort: 'low' }, text: { format: schema } },
    ])
    expect(second.top.text).toEqual({ verbosity: 'low' })
    const third = await ask('Three', effort('low', { text: { verbosity: 'low' } }))
    expect(third.updates.at(-1)).toMatchObject({ text: { format: { type: 'text' } } })
    expect(third).toMatchObject({ cut: undefined, thinking: 2, invalid: [] })
  })

  it.each<[string, Parameters['providerOptions'], ReturnType<typeof openaiResponsesFramingFor>?]>([
    ['with truncation', effort('high', { truncation: 'auto' })],
    ['with compaction by the API', effort('high', { context_management: [{ type: 'compaction' }] })],
    ['in the mode pro', effort('high', { reasoning: { mode: 'pro' } })],
    ['to a format that the item does not take', effort('low', { text: { format: { type: 'json_object' } } })],
    ['back to no effort', {}],
    ['that nobody asked to write as items', effort('high'), openaiResponsesFraming],
  ])('begin a new epoch, which sends no reasoning that the API would remove, %s', async (_, changed, framing) => {
    const ask = converse(framing)
    await ask('One', effort('low'))
    const second = await ask('Two', changed)
    expect(second).toMatchObject({ cut: 'settings', thinking: 0, invalid: [], updates: [] })
    const third = await ask('Three', changed)
    expect(third).toMatchObject({ cut: undefined, thinking: 1, invalid: [] })
  })

  it('are nothing to models whose reasoning depends on nothing', () => {
    const parameters = { model: 'gpt-5.4', providerOptions: effort('low') as never }
    expect(openaiResponsesFraming.settingsOf?.(parameters)).toBeUndefined()
    expect(openaiResponsesFramingFor({ model, settingChanges: true }).settingsOf?.(parameters)).toBeUndefined()
    const ofFormat = openaiResponses.framingFor({ model })
    expect([ofFormat.takesToolChanges?.({}, [], []), ofFormat.takesSettings?.({}, { effort: 'low' })]).toEqual([
      true,
      true,
    ])
    expect(openaiResponsesFramingFor({ model: 'gpt-6-luna', settingChanges: true }).settingsOf?.({})).toEqual({
      effort: null,
      format: null,
    })
  })

  it('are those of the request in another format, which keeps the text of the update', async () => {
    const ask = converse()
    await ask('One', effort('low'))
    const { context } = await ask('Two', effort('high'))
    const { request } = encodeAnthropic(
      { ...context, parameters: { ...context.parameters, maxOutputTokens: 100 } } as never,
      {
        model: 'claude-opus-5-5',
      },
    )
    expect(JSON.stringify(request.messages)).toContain('request-settings')
    expect(JSON.stringify(request.messages)).not.toContain('"role":"system"')
  })
})
