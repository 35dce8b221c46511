import { createContext, isLamellaError, type Message, type Skill } from '@lamella/core'
import { type StandardLayersOptions, standardLayers } from '@lamella/layers'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', kind: 'private' } as const
const found: readonly Skill[] = Array.from({ length: 12 }, (_, index) => ({
  name: `skill-${index}`,
  description: 'Does what it says. '.repeat(index),
  location: `/w/skills/skill-${index}/SKILL.md`,
}))
const entries = Array.from({ length: 30 }, (_, index) => ({
  id: `m${index}`,
  text: `Note ${index}. `.repeat(index + 1),
}))
const options: StandardLayersOptions = {
  system: { soul: 'You are Kim.', agents: 'Ask first.' },
  bootstrap: { name: 'Kim' },
  memory: { source: { entries: () => ({ entries }) } },
  skills: { source: { skills: () => ({ skills: found }) }, advertise: 'always' },
  tools: { source: `# Search\n${'Ten words. '.repeat(60)}\n# Mail\n${'Ask first. '.repeat(40)}` },
}
const conversation: readonly Message[] = Array.from({ length: 20 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Turn ${index}.`,
}))
const base = createContext().use(standardLayers(options)).tokenizer(charTokenizer)

describe('a build with the standard layers', () => {
  it('contains all of them in their order', async () => {
    const context = await base
      .budget({ window: 200_000, reserve: 0 })
      .build({ scope, session: conversation, message: 'What now?' })
    expect(context.system.map(({ layer }) => layer)).toEqual(['system', 'bootstrap', 'memory', 'skills', 'tools'])
    expect(context.messages.at(-1)).toEqual({ role: 'user', content: 'What now?' })
    expect(context.messages.slice(0, -1)).toEqual(conversation)
    expect(context.report.layers.memory.omitted).toEqual([
      { count: 10, reason: 'beyond the 20 most relevant memories' },
    ])
  })

  it('contains only the system prompt for an empty conversation', async () => {
    const context = await createContext()
      .use(standardLayers({ system: { prompt: 'Be kind.' } }))
      .budget({ window: 8_000, reserve: 0 })
      .build({ scope })
    expect(context.system[0]?.content).toBe('Be kind.')
    expect(context.messages).toEqual([])
  })

  it('shows no memory in a group or when the kind of session is unknown', async () => {
    for (const shared of [{ ...scope, kind: 'group' } as const, { tenant: 'acme' }]) {
      const context = await base.budget({ window: 200_000, reserve: 0 }).build({ scope: shared, message: 'Hi' })
      expect(context.report.layers.memory.status).toBe('hidden')
      expect(context.system.map(({ layer }) => layer)).not.toContain('memory')
    }
  })

  it('keeps the system prompt and the message whole in any window that can hold them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 25_000 }), async (window) => {
        const building = base
          .budget({ window, reserve: 0 })
          .build({ scope, session: conversation, message: 'What now?' })
        const context = await building.catch((error: unknown) => {
          expect(isLamellaError(error, 'CONTEXT_OVERFLOW')).toBe(true)
        })
        if (!context) return
        expect(context.report.tokens.total).toBeLessThanOrEqual(window)
        expect(context.system[0]?.content).toBe('You are Kim.\n\nAsk first.')
        expect(context.messages.at(-1)).toEqual({ role: 'user', content: 'What now?' })
      }),
    )
  })

  it('is identical up to the memory for another message on the same day', async () => {
    const builder = base.budget({ window: 200_000, reserve: 0 })
    const morning = await builder.build({ scope, message: 'Tea?', now: new Date('2026-02-14T08:00:00Z') })
    const evening = await builder.build({ scope, message: 'Coffee?', now: new Date('2026-02-14T20:00:00Z') })
    expect(evening.system).toEqual(morning.system)
  })
})
