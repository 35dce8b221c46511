import { defineLayer } from '@lamella/core'
import { plan } from '@lamella/core/plan'
import { type ReadBuild, readRecording, recorder, windowBar } from '@lamella/inspector'
import { conversationBuilder } from '@lamella/layers'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { openaiChatFraming } from '@lamella/wire/openai-chat'
import { describe, expect, it } from 'vitest'
import { noRecordings, type Recording, recordings } from '../../bench/src/prefix/conversations.ts'
import { planLayers } from '../src/model/plan-layers.ts'

if (noRecordings !== undefined) console.log(`Recorded conversations are skipped: ${noRecordings}.`)

const window = 6_000

async function recordedBuilds({ system, tools, conversations }: Recording): Promise<readonly ReadBuild[]> {
  const lines: string[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  const builder = conversationBuilder(heuristic({ mode: 'careful' }))
    .use(defineLayer('rules', { load: () => [{ id: 'rules', content: system, pinned: true }] }))
    .framing(openaiChatFraming)
    .tools(tools)
    .budget({ window, reserve: 500 })
    .observe(tracer)
  for (const session of conversations) await builder.build({ scope: { tenant: 'acme' }, session })
  await tracer.flush()
  return readRecording(lines).builds
}

describe.skipIf(noRecordings !== undefined)('recordings of real conversations', () => {
  it('add up to the report of each, and are planned again as they were', async () => {
    const [airline] = recordings()
    const builds = airline ? await recordedBuilds(airline) : []
    expect(builds.length).toBeGreaterThanOrEqual(100)
    let cut = 0
    for (const { made } of builds) {
      if (!made) throw new Error('A build failed.')
      const { tokens, layout, layers } = made
      expect(windowBar(made).reduce((sum, part) => sum + part.tokens, 0)).toBe(window)
      expect(layout.items.at(-1)?.end).toBe(tokens.total)
      expect(layout.tools - layout.start).toBe(tokens.tools)
      const { rungs, truncated } = plan(planLayers(made), made.available)
      expect(truncated).toBe(made.truncated)
      if (truncated) cut++
      for (const [index, { units }] of layers.entries()) {
        for (const [position, unit] of units.entries()) {
          const rung = rungs[index]?.[position] ?? 0
          for (const { kept = unit.tokens.length } of unit.fragments) expect(kept).toBe(rung)
        }
      }
    }
    expect(cut).toBeGreaterThan(10)
  })
})
