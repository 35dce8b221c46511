import type { Message } from '@lamella/core'
import { type Feature, getModel, listModels, loadCatalogue, supportsFeature } from '@lamella/models'
import { anthropicFraming, encodeAnthropic } from '@lamella/wire/anthropic'
import { openaiChatFraming } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses, openaiResponsesFraming } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

const [bound, system, tools] = ['preserved-thinking', 'mid-conversation-system', 'mid-conversation-tools'] as const
const floors: readonly Feature[] = [bound, system, tools]
const floorsOf = (features: readonly Feature[]): readonly Feature[] => floors.filter((one) => features.includes(one))

/** The features of a model that is in no table, as a catalogue lists it. */
function later(name: string): readonly Feature[] {
  const catalogue = { anthropic: { models: { [name]: { limit: { context: 65_536, output: 8_192 } } } } }
  return floorsOf(loadCatalogue(catalogue).models[0]?.features ?? [])
}

/** Whether an encoder knows that the model refuses or removes thinking whose prefix has changed: then it leaves it out. */
function bindsThinking(model: string): boolean {
  const text = { type: 'text', text: 'Hi', providerOptions: { openai: { itemId: 'msg_1' } } } as const
  const stale = { anthropic: { signature: 's' }, openai: { itemId: 'rs_1' }, lamella: { stale: true } }
  const reasoning = { type: 'reasoning', text: 'Hm', providerOptions: stale } as const
  const messages: readonly Message[] = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: [reasoning, text] },
    { role: 'user', content: 'Yes' },
  ]
  const losses = [encodeAnthropic, encodeOpenAIResponses].flatMap((encode) => encode({ messages }, { model }).losses)
  return losses.some(({ code }) => code === 'reasoning')
}

describe('features since a version', () => {
  it.each<[string, readonly Feature[]]>([
    // "Preserved thinking", "Mid-conversation system messages": the models that they name.
    ['claude-fable-5-2', floors],
    ['claude-fable-5-1', floors],
    ['claude-mythos-5-1', floors],
    ['claude-opus-5-5', floors],
    ['claude-sonnet-5-5', floors],
    ['claude-haiku-5-5', floors],
    ['claude-fable-5', [system, tools]],
    ['claude-mythos-5', [system, tools]],
    ['claude-opus-5', [system, tools]],
    ['claude-opus-4-8', [system, tools]],
    ['claude-opus-4-7', []],
    ['claude-sonnet-5', []],
    ['claude-haiku-4-5', []],
    ['claude-3-7-sonnet', []],
    ['gpt-6.2-sol', [bound, system]],
    ['gpt-6.2-astra', [bound, system]],
    ['gpt-6.1-sol', [system]],
    ['gpt-5.6-luna', [system]],
    ['gpt-4o', [system]],
    ['o3', [system]],
    ['o1-mini', []],
    ['o1-preview', []],
    ['gpt-oss-120b', []],
    ['gemini-2.5-pro', []],
  ])('%s', (name, expected) => {
    expect(floorsOf(getModel(name).features)).toEqual(expected)
    for (const feature of floors) expect(supportsFeature(name, feature)).toBe(expected.includes(feature))
  })

  it.each<[string, readonly Feature[]]>([
    ['claude-opus-6', floors],
    ['claude-opus-5.7', floors],
    ['anthropic/claude-sonnet-6.1', floors],
    ['us.anthropic.claude-haiku-7-v1:0', floors],
    ['gpt-6.3-terra', [bound, system]],
    ['gpt-7', [bound, system]],
    ['openai/gpt-10.1', [bound, system]],
    ['claude-newfamily-6', []],
    ['claude-opus-20250101', []],
    ['claude-instant', []],
    ['acme-gpt-5', []],
  ])('are those of later models, which only a catalogue lists: %s', (name, expected) => {
    expect(later(name)).toEqual(expected)
  })

  it('agree with what the wire formats know of each model', () => {
    const named = listModels().flatMap(({ id, aliases }) => [id, ...aliases])
    const families = ['opus', 'sonnet', 'haiku', 'fable', 'mythos']
    const versions = ['4', '4-7', '4-8', '4-9', '5', '5-1', '5-4', '5-5', '5-6', '6', '6-1', '10-2']
    const generated = families.flatMap((family) => versions.map((version) => `claude-${family}-${version}`))
    const others = [
      'gpt-7',
      'gpt-6.9-sol',
      'o5-mini',
      'o1-mini-2024-09-12',
      'gpt-oss-20b',
      'gpt-4all',
      'chatgpt-4o-latest',
    ]
    let known = 0
    for (const model of [...named, ...generated, ...others]) {
      const features = later(model)
      const takes = [anthropicFraming, openaiChatFraming].some((framing) => framing.takesInstructions?.({ model }))
      expect([model, features.includes(system)]).toEqual([model, takes])
      expect([model, features.includes(bound)]).toEqual([model, bindsThinking(model)])
      expect(openaiResponsesFraming.takesInstructions?.({ model })).toBe(
        openaiChatFraming.takesInstructions?.({ model }),
      )
      known += features.length
    }
    expect(known).toBeGreaterThan(50)
  })

  it('are in the table for each model', () => {
    for (const { id, features } of listModels()) expect([id, floorsOf(features)]).toEqual([id, later(id)])
  })
})
