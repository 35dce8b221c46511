import { messageText } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../src/kit/deep-freeze.ts'
import { plantFacts } from '../../src/retention/facts/plant-facts.ts'
import { conversationOf } from './samples.ts'

const { messages } = deepFreeze(conversationOf(12))
const planted = plantFacts(messages, { seed: 7, count: 48 })

describe('plantFacts', () => {
  it('adds sentences to messages, and adds, removes and moves no message', () => {
    expect(planted.messages.map(({ role }) => role)).toEqual(messages.map(({ role }) => role))
    for (const [index, message] of planted.messages.entries()) {
      if (messages[index]?.role === 'tool') continue
      expect(messageText(message)).toContain(messageText(messages[index] as (typeof messages)[number]))
    }
  })

  it('puts each sentence where the fact says, with all of its parts', () => {
    for (const { text, position, parts } of planted.facts.flatMap((fact) => [fact, fact.replaces ?? fact])) {
      const holder = position === undefined ? undefined : planted.messages[position]
      const said = holder ? messageText(holder) : planted.memory.map((entry) => entry.text).join('\n')
      expect(said).toContain(text)
      for (const part of parts) expect(text).toContain(part)
    }
  })

  it('plants the six kinds equally often, in all four places', () => {
    const kinds = planted.facts.map(({ kind }) => kind)
    for (const kind of new Set(kinds)) expect(kinds.filter((one) => one === kind)).toHaveLength(8)
    expect(new Set(kinds).size).toBe(6)
    expect(new Set(planted.facts.map(({ place }) => place))).toEqual(new Set(['user', 'answer', 'result', 'memory']))
    const roles = { user: 'user', answer: 'assistant', result: 'tool' } as const
    for (const { place, position, kind } of planted.facts) {
      if (place === 'memory' || position === undefined) expect(place === 'memory' || kind !== 'decision').toBe(true)
      else expect(planted.messages[position]?.role).toBe(roles[place])
    }
  })

  it('replaces a decision at least four messages later', () => {
    const decisions = planted.facts.filter(({ kind }) => kind === 'decision')
    expect(decisions).toHaveLength(8)
    for (const { replaces, position } of decisions) {
      expect(replaces?.text).toMatch(/\w/)
      const before = replaces?.position
      // An entry of the memory has no position.
      if (position !== undefined && before !== undefined) expect(position - before).toBeGreaterThanOrEqual(4)
    }
  })

  it('gives each fact a subject that nothing else mentions', () => {
    const before = messages.map(messageText).join('\n')
    expect(new Set(planted.facts.map(({ subject }) => subject)).size).toBe(48)
    for (const { subject } of planted.facts) expect(before).not.toContain(subject)
  })

  it('asks questions that name the subject and none of the values', () => {
    for (const { question, subject, parts } of planted.facts) {
      expect(question).toContain(subject)
      for (const part of parts.filter((one) => one !== subject && !question.includes(`the ${one} in`))) {
        expect(question).not.toContain(part)
      }
    }
  })

  it('plants the same facts for the same seed, and others for other seeds and wordings', () => {
    expect(plantFacts(messages, { seed: 7, count: 48 })).toEqual(planted)
    const others = [
      plantFacts(messages, { seed: 8, count: 48 }),
      plantFacts(messages, { seed: 7, count: 48, wording: 'second' }),
    ]
    for (const { facts } of others) expect(facts).not.toEqual(planted.facts)
  })

  it('uses what users say instead of a place that the conversation lacks', () => {
    const { facts } = plantFacts([{ role: 'user', content: 'Hello' }], { count: 24 })
    expect(new Set(facts.map(({ place }) => place))).toEqual(new Set(['user', 'memory']))
  })

  it('leaves JSON in a result valid', () => {
    for (const [index, message] of planted.messages.entries()) {
      const recorded = messageText(messages[index] as (typeof messages)[number])
      if (message.role === 'tool' && recorded.startsWith('{')) {
        expect(JSON.parse(messageText(message))).toMatchObject(JSON.parse(recorded))
      }
    }
  })

  it('refuses a conversation without a message of a user, and options out of range', () => {
    expect(() => plantFacts([])).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
    expect(() => plantFacts(messages, { count: 0 })).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
    expect(() => plantFacts(messages, { seed: -1 })).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })
})
