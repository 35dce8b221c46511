import { factDigest, valueDigest } from '@lamella/compaction/digest'
import type { Message } from '@lamella/core'
import { duration, measure, times } from './measure.ts'
import { atMost, type Section } from './section.ts'

const lengths = [100, 1_000, 10_000] as const

/** Compares the digest of the messages that a cut drops with one `JSON.stringify` of them. */
export async function digesting(): Promise<Section> {
  const table: string[][] = [
    [
      'messages',
      'characters',
      'values',
      'facts and values',
      '`JSON.stringify` of the messages',
      'ratio of values',
      'of facts',
    ],
  ]
  let largest = Number.NaN
  let whole = Number.NaN
  for (const length of lengths) {
    const messages = conversation(length)
    const gone = messages.map((message, position) => ({ position, message }))
    const shown = ['You are an agent of an airline.', ...conversation(12)]
    const request = { gone, before: undefined, shown, maxTokens: 500, count: (text: string) => text.length >> 2 }
    const tasks = {
      values: () => valueDigest().digest(request),
      facts: () => factDigest().digest(request),
      peer: () => JSON.stringify(messages),
    }
    const { values, facts, peer } = await measure(tasks, { cpu: true })
    largest = values
    whole = facts
    const characters = JSON.stringify(messages).length.toLocaleString('en')
    const shownTimes = [values, facts, peer].map(duration)
    table.push([length.toLocaleString('en'), characters, ...shownTimes, times(values / peer), times(facts / peer)])
  }
  return {
    title: 'The digest of a cut',
    about:
      'The digest that a cut leaves, as in [cuts](cuts.md), and one of values alone, for turns of four messages with ' +
      'calls and results of JSON. Values come from the newest 200,000 characters, and from 50,000 of older user ' +
      'messages; sentences from the newest 80,000 of users, 40,000 of the model and 30,000 of results. CPU time.',
    table,
    claims: [
      atMost('the digest of facts and values of 10,000 messages takes at most 100 ms', whole, 100, duration(whole)),
      {
        text: 'the digest of values of 10,000 messages takes less than 20 ms',
        seen: duration(largest),
        holds: largest < 20,
      },
    ],
  }
}

function conversation(length: number): readonly Message[] {
  const messages: Message[] = []
  for (let turn = 0; messages.length < length; turn++) {
    const [toolCallId, toolName] = [`call_${turn}`, 'search_flights']
    const input = { reservation_id: `R${1_000 + turn}`, date: `2024-05-${10 + (turn % 20)}` }
    const flights = Array.from({ length: 3 }, (_, flight) => {
      const fares = { economy: 100 + turn, business: 400 + turn }
      return { flight_number: `HAT${turn}${flight}`, departs: `1${flight}:05`, fares }
    })
    messages.push(
      { role: 'user', content: `Please change reservation R${1_000 + turn} of ada${turn}@example.com.` },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'json', value: { flights } } }],
      },
      { role: 'assistant', content: `The flight HAT${turn}1 costs $${100 + turn}. Shall I book it?` },
    )
  }
  return messages.slice(0, length)
}
