import type { Message } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import { nextCut, type RunContext } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { charTokenizer, framing } from '../../../core/test/support/char-tokenizer.ts'
import { scope, start } from '../../../core/test/support/layers.ts'
import { converse, cutOf, history, question } from '../support/runs.ts'

const counter = createCounter(charTokenizer, framing)
const count = (messages: readonly Message[]): number => counter.content(messages)
const builder = start().use([history(), question]).budget({ window: 1_010, reserve: 10 })

describe('nextCut', () => {
  it('has a limit that the last request before a cut has passed, and the first ones have not', async () => {
    const talking = converse(builder)
    const before: RunContext[] = []
    for (let turn = 10; turn < 99 && !(talking.last && cutOf(talking.last)); turn++) {
      if (talking.last) before.push(talking.last)
      await talking.turn(`The question no. ${turn}`, `The answer with ${turn}.`)
    }
    const isPast = before.map((context) => context.report.tokens.total > nextCut(context, count).limit)
    expect(isPast[0]).toBe(false)
    expect(isPast.at(-1)).toBe(true)
  })

  it('says what a request has for messages, and what is left of it', async () => {
    const context = await builder.build({ scope, message: 'Hello' })
    const { total } = context.report.tokens
    const head = total - count(context.messages)
    expect(nextCut(context, count)).toMatchObject({ head, available: 1_000 - head, free: 1_000 - total })
  })

  it('leaves a request without a run all of its budget but the next step and question', async () => {
    const context = await builder.build({ scope, message: 'Hello' })
    const { available, limit } = nextCut(context, count)
    // A step and a question take at least a twentieth each.
    expect(limit).toBe(Math.floor(1_000 - 2 * (available / 20)))
  })
})
