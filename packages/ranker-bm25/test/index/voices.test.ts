import { createIndex, type IndexDocument, loadIndex } from '@lamella/ranker-bm25'
import { describe, expect, it } from 'vitest'

const subjects = ['kitchen', 'garden', 'bathroom', 'hallway', 'cellar', 'attic', 'garage', 'balcony']

/** A chat in which the second voice repeats what it answers, and goes on about all subjects at length. */
function chat(voices: readonly [string, string], session = 's'): readonly IndexDocument[] {
  return subjects.flatMap((subject, n) => {
    const said = `The ${subject} renovation budget went to number ${n} Copper Street.`
    const more = subjects.map((other) => `A renovation of the ${other} needs a plan and a budget of its own.`)
    return [
      { id: `${session} ${subject}`, session, voice: voices[0], text: said },
      { id: `${session} answer ${n}`, session, voice: voices[1], text: [said, ...more, ...more].join(' ') },
    ]
  })
}

const question = 'What was the budget of the attic renovation?'
const first = (documents: readonly IndexDocument[], query = question): string | undefined => {
  const index = createIndex({ conversation: true })
  index.add(documents)
  return index.search(query)[0]?.id
}

describe('a voice that repeats what it answers', () => {
  it('does not hide the messages that it answers, whatever it is called, and whoever it is', () => {
    for (const voices of [
      ['user', 'assistant'],
      ['assistant', 'user'],
      ['Ada', 'Bob'],
    ] as const) {
      expect(first(chat(voices))).toBe('s attic')
    }
  })

  it('is known by its name if it has no other voice', () => {
    const named = chat(['Ada', 'Bob']).map(({ voice, ...one }) => ({ ...one, ...(voice ? { speaker: voice } : {}) }))
    expect(first(named)).toBe('s attic')
  })

  it('is found by what it alone has said', () => {
    const documents = chat(['user', 'assistant']).map((one) =>
      one.id === 's answer 3' ? { ...one, text: `${one.text} The oak boards of the mill are cheap.` } : one,
    )
    expect(first(documents, 'Which oak boards are cheap?')).toBe('s answer 3')
  })

  it('does not exist among people, nor where voices are not known: scores are as without it', () => {
    const people = chat(['Ada', 'Bob']).filter(({ id }) => !id.includes('answer'))
    const unknown = chat(['', '']).map(({ voice: _, ...one }) => one)
    for (const documents of [people, unknown]) {
      const [with_, without] = [true, { answer: 0 }].map((conversation) => {
        const index = createIndex({ conversation })
        index.add(documents)
        return index.search(question).map(({ id, score }) => [id, score])
      })
      expect(with_).toEqual(without)
    }
  })

  it('is explained: the share that a message has of its answer, and the terms of the best part', () => {
    const index = createIndex({ conversation: true })
    index.add(chat(['user', 'assistant']))
    const hits = index.search(question, { limit: 20 })
    const [message, answer] = ['s attic', 's answer 5'].map((id) => hits.find((hit) => hit.id === id))
    if (!message || !answer) throw new Error('Both have words of the question.')
    expect(index.explain(message).answer).toBeCloseTo(0.4 * answer.score, 9)
    expect(index.explain(answer)).toMatchObject({ answer: 0, score: answer.score })
    const attic = index.explain(answer).terms.find(({ term }) => term === 'attic')
    // It has the word in three of its parts or fewer, and its frequency is divided by their number.
    expect([1, 1.5, 3]).toContain(attic?.frequency)
  })

  it('is known again after loading, and forgotten with its messages', () => {
    const index = createIndex({ conversation: true })
    index.add(chat(['user', 'assistant']))
    const saved = loadIndex(index.save(), { conversation: true })
    expect(saved.search(question)[0]?.id).toBe('s attic')
    saved.add({ id: 'more', session: 's', voice: 'assistant', text: 'The attic renovation budget.' })
    for (const { id } of chat(['user', 'assistant'])) if (id.includes('answer')) saved.remove(id)
    const fresh = createIndex({ conversation: true })
    fresh.add(chat(['user', 'assistant']).filter(({ id }) => !id.includes('answer')))
    fresh.add({ id: 'more', session: 's', voice: 'assistant', text: 'The attic renovation budget.' })
    expect(saved.search(question)).toEqual(fresh.search(question))
  })
})
