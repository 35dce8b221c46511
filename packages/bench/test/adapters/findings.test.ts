import type { Tokenizer } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { type Findings, findingsIn } from '../../src/adapters/findings.ts'
import { chat } from '../../src/adapters/wires.ts'

const tokenizer: Tokenizer = { name: 'characters', exact: true, count: (text) => text.length }
const free = { ...chat.framing, request: 0, message: 0 }
const wire = { ...chat, framing: free }

const question = { role: 'user', content: 'ab' }
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
}
const result = { role: 'tool', tool_call_id: 'call_1', content: 'A lamp' }

function found(window: number, ...requests: readonly (readonly object[])[]): Findings {
  const sent = requests.map((messages) => ({ body: { model: 'gpt-4o', messages }, refused: false }))
  const counter = createCounter(tokenizer, free)
  return findingsIn([{ tools: [], sent }], { wire, counter, count: tokenizer.count, window })
}

describe('findingsIn', () => {
  it('finds nothing in a loop that fits', () => {
    const seen = found(1_000, [question], [question, call, result])
    expect(seen).toMatchObject({ requests: 2, over: 0, torn: 0, refused: 0, unasked: 0 })
  })

  it('counts a result without its call, and a call without its result, as torn and refused', () => {
    expect(found(1_000, [question, result], [question, call, question])).toMatchObject({ torn: 2, refused: 2 })
  })

  it('counts a request in which no user message is left', () => {
    expect(found(1_000, [call, result])).toMatchObject({ torn: 0, unasked: 1 })
  })

  it('counts the requests over the window, and the most tokens over', () => {
    const two = { role: 'user', content: 'abcd' }
    expect(found(2, [question], [two])).toMatchObject({ requests: 2, over: 1, most: 2, size: 3 })
  })

  it('shares out what repeats the request before', () => {
    expect(found(1_000, [question], [question]).repeated).toBe(1)
    expect(found(1_000, [question], [{ role: 'assistant', content: 'x' }]).repeated).toBeLessThan(0.5)
  })
})
