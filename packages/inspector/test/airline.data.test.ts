import { readRecording, windowBar } from '@lamella/inspector'
import { describe, expect, it } from 'vitest'
import { noRecordings, recordings } from '../../bench/src/prefix/conversations.ts'
import { planLayers } from '../src/model/plan-layers.ts'
import { planWindow } from '../src/model/plan-window.ts'
import { recordConversations, window } from './support/airline.ts'

if (noRecordings !== undefined) console.log(`skipped: recorded conversations, since ${noRecordings}`)

describe.skipIf(noRecordings !== undefined)('recordings of real conversations', () => {
  it('add up to the report of each, and are planned again as they were', async () => {
    const [airline] = recordings()
    const builds = airline ? readRecording((await recordConversations(airline)).lines).builds : []
    expect(builds.length).toBeGreaterThanOrEqual(100)
    let cut = 0
    for (const { made } of builds) {
      if (!made) throw new Error('A build failed.')
      const { tokens, layout, layers } = made
      expect(windowBar(made).reduce((sum, part) => sum + part.tokens, 0)).toBe(window)
      expect(layout.items.at(-1)?.end).toBe(tokens.total)
      expect(layout.tools - layout.start).toBe(tokens.tools)
      // A request can fit as composed although its parts, counted apart, take a token more.
      const { rungs, truncated } = planWindow(made, planLayers(made), window).plan
      expect(truncated).toBe(made.truncated)
      if (truncated) cut++
      for (const [index, { units }] of layers.entries()) {
        for (const [position, unit] of units.entries()) {
          const rung = rungs[index]?.[position] ?? 0
          // A call has no shorter form, but goes down with its results.
          const kept = unit.fragments.map((one) => one.kept ?? unit.tokens.length)
          expect(kept.reduce((most, one) => Math.max(most, one))).toBe(rung)
          expect(kept.every((one) => one === rung || one === 0)).toBe(true)
        }
      }
    }
    expect(cut).toBeGreaterThan(10)
  })
})
