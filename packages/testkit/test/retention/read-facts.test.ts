import type { Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { type Fact, type RetentionRequest, tellsFact, type Verdict } from '../../src/retention/index.ts'
import { createJudge } from '../../src/retention/read-facts.ts'

const parts = ['harbour survey', '4,871']

const decision: Fact = {
  id: 'decision-0',
  kind: 'decision',
  place: 'user',
  text: 'Correction: the harbour survey will be with bamboo.',
  position: 9,
  parts: ['harbour survey', 'bamboo'],
  subject: 'harbour survey',
  question: 'What was decided about the harbour survey?',
  replaces: { text: 'For the harbour survey we take oak.', position: 1, parts: ['harbour survey', 'oak'] },
}

const request = (...texts: readonly string[]) => ({
  messages: texts.map((content): Message => ({ role: 'user', content })),
})

const judgeFact = (one: RetentionRequest | undefined, fact: Fact): Promise<Verdict> => createJudge(one)(fact)

describe('tellsFact', () => {
  it.each([
    ['in the order of the sentence', 'The budget for the harbour survey is 4,871 dollars.', true],
    ['in another order and in capitals', '4,871: HARBOUR SURVEY', true],
    ['as a field of JSON', '{"note":"Reference for the harbour survey: 4,871."}', true],
    ['not with a value inside a longer number', 'harbour survey: 14,871', false],
    ['not with a value that a longer number begins with', 'harbour survey: 4,871,000', false],
    ['not with a subject inside a longer word', 'harbour surveyor: 4,871', false],
    ['not with the value alone', 'The budget is 4,871 dollars.', false],
    ['not with the subject alone', 'The harbour survey is late.', false],
    ['not with the value far from the subject', `harbour survey${' and so on'.repeat(30)} 4,871`, false],
    [
      'with the value near another mention of the subject',
      `harbour survey${' and so on'.repeat(30)} 4,871 harbour survey`,
      true,
    ],
  ])('finds a fact %s', (_, text, expected) => {
    expect(tellsFact([text], { parts })).toBe(expected)
  })

  it('does not join two texts', () => {
    expect(tellsFact(['the harbour survey', '4,871'], { parts })).toBe(false)
  })
})

describe('in a script without spaces, or without one before particles', () => {
  it.each([
    ['松の間は栗材にします。', ['松の間', '栗材'], true],
    ['松の間は14871番です。', ['松の間', '4871'], false],
    ['松の間は4871番です。', ['松の間', '4871'], true],
    ['찻방은 4871번입니다.', ['찻방', '4871'], true],
    ['찻방은 14871번입니다.', ['찻방', '4871'], false],
  ] as const)('a part may be beside any letter, but no number inside another: %s', (text, parts, expected) => {
    expect(tellsFact([text], { parts })).toBe(expected)
  })
})

describe('the judge of a request', () => {
  it('reads a question of the model and its answer together, and no other two messages', async () => {
    const [question, answer] = ['What shall the harbour survey take?', 'The night train.']
    const fact: Fact = { ...decision, parts: ['harbour survey', 'night train'] }
    const asked = (first: 'user' | 'assistant', then: 'user' | 'assistant') =>
      judgeFact(
        {
          messages: [
            { role: first, content: question },
            { role: then, content: answer },
          ],
        },
        fact,
      )
    expect(await asked('assistant', 'user')).toBe('kept')
    expect(await asked('user', 'assistant')).toBe('lost')
  })

  it('calls a fact that stands in the request kept, whether in a message or the system prompt', async () => {
    expect(await judgeFact(request('Hi', decision.text), decision)).toBe('kept')
    const system = [{ role: 'system' as const, content: decision.text }]
    expect(await judgeFact({ system, messages: [] }, decision)).toBe('kept')
  })

  it('calls an earlier decision without the later one outdated, even if a call would return the later one', async () => {
    const old = request('For the harbour survey we take oak.')
    expect(await judgeFact(old, decision)).toBe('outdated')
    expect(await judgeFact({ ...old, look: async () => [decision.text] }, decision)).toBe('outdated')
  })

  it('does not call it outdated beside the later one, or if it is marked as replaced', async () => {
    expect(await judgeFact(request('For the harbour survey we take oak.', decision.text), decision)).toBe('kept')
    expect(await judgeFact(request('#1 harbour survey: oak (replaced)'), decision)).toBe('lost')
  })

  it('calls a fact reachable if a single answer of a call tells it', async () => {
    const one = { ...request('Hi'), look: async () => ['nothing', decision.text] }
    const halves = { ...request('Hi'), look: async () => ['the harbour survey', 'bamboo'] }
    expect(await judgeFact(one, decision)).toBe('reachable')
    expect(await judgeFact(halves, decision)).toBe('lost')
  })

  it('passes to a call what somebody knows who does not know the fact', async () => {
    const wanted: unknown[] = []
    const look = async (one: unknown): Promise<readonly string[]> => {
      wanted.push(one)
      return []
    }
    await judgeFact({ ...request('Hi'), look }, decision)
    expect(wanted).toEqual([{ subject: decision.subject, question: decision.question }])
  })

  it('calls everything lost if nothing is sent', async () => {
    expect(await judgeFact(undefined, decision)).toBe('lost')
  })
})
