import { createContext, defineLayer, type Message } from '@lamella/core'
import { type ReadBuild, readRecording, recorder } from '@lamella/inspector'
import { history, message } from '@lamella/layers'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareBuilds } from '../src/model/compare-builds.ts'
import { whatKeeps } from '../src/model/keep-fragment.ts'
import { planLayers } from '../src/model/plan-layers.ts'
import { planWindow } from '../src/model/plan-window.ts'
import { windowBar } from '../src/model/window-bar.ts'

const scope = { tenant: 'acme' }
const turns: readonly Message[] = Array.from({ length: 24 }, (_, index) =>
  index % 2 === 0 ? { role: 'user', content: `Question ${index}` } : { role: 'assistant', content: `Answer ${index}.` },
)
const notes = (text: string) =>
  defineLayer('notes', {
    order: 10,
    priority: 5,
    load: () =>
      Array.from({ length: 6 }, (_, rank) => ({ id: `n${rank}`, content: `${text} ${rank} `.repeat(6), rank })),
  })

async function recorded(
  requests: readonly { readonly text?: string; readonly length: number; readonly window?: number }[],
): Promise<readonly ReadBuild[]> {
  const lines: string[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  for (const { text = 'Note', length, window = 4_000 } of requests) {
    const builder = createContext()
      .tokenizer(charTokenizer)
      .use([notes(text), history(), message()])
      .observe(tracer)
    await builder
      .budget({ window, reserve: 100 })
      .build({ scope, session: turns.slice(0, length), message: `Hi ${length}` })
  }
  await tracer.flush()
  return readRecording(lines).builds
}

const madeOf = (build: ReadBuild | undefined): NonNullable<ReadBuild['made']> => {
  if (!build?.made) throw new Error('The build failed.')
  return build.made
}

describe('windowBar', () => {
  it('adds up to the window, whatever was cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 250, max: 3_000 }),
        fc.integer({ min: 0, max: 24 }),
        async (window, length) => {
          const made = madeOf((await recorded([{ length, window }]))[0])
          const parts = windowBar(made)
          expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(window)
          expect(parts.every(({ tokens }) => tokens > 0)).toBe(true)
        },
      ),
      { numRuns: 60, endOnFailure: true },
    )
  })

  it("shows the definitions of tools and the provider's text for them as two parts", () => {
    const tokens = { window: 1_000, reserve: 100, tools: 851, toolPrompt: 804, framing: 9, free: 40 }
    const parts = windowBar({ tokens, layers: [] }).map(({ name, tokens }) => `${name} ${tokens}`)
    const own = "provider's text for tools 804"
    expect(parts).toEqual(['tool definitions 47', own, 'framing 9', 'reserve 100', 'free 40'])
  })
})

describe('whatKeeps', () => {
  it('names the smallest window that keeps a unit, and what gives way for it in the same one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 300, max: 1_200 }), fc.nat(1_000), async (window, pick) => {
        const made = madeOf((await recorded([{ length: 20, window }]))[0])
        const layers = planLayers(made)
        const now = planWindow(made, layers, made.tokens.window).plan
        const gone = now.rungs.flatMap((rungs, layer) =>
          [...rungs].flatMap((rung, unit) => (rung > 0 ? [{ layer, unit }] : [])),
        )
        const place = gone[pick % gone.length]
        if (!place) return
        const answer = whatKeeps(made, layers, made.tokens.window, place)
        if (!answer) throw new Error('No layer has a maximum here.')
        const rungAt = (size: number): number =>
          planWindow(made, layers, size).plan.rungs[place.layer]?.[place.unit] ?? 0
        expect(rungAt(window + answer.moreTokens)).toBe(0)
        expect(rungAt(window + answer.moreTokens - 1)).toBeGreaterThan(0)
        expect(answer.instead).not.toContainEqual(place)
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })
})

describe('compareBuilds', () => {
  it('finds the layer that broke the prefix, and where', async () => {
    const [first, second] = await recorded([
      { length: 4, text: 'Note' },
      { length: 6, text: 'Nota' },
    ])
    const comparison = compareBuilds(first as ReadBuild, second as ReadBuild)
    expect(comparison?.extends).toBe(false)
    expect(comparison?.break).toMatchObject({ place: 'system', index: 0, layer: 'notes', fragment: 'n0', sameUnits: 3 })
  })

  it('sees that a request goes on where the one before ended, except for its question', async () => {
    const [first, second] = await recorded([{ length: 4 }, { length: 6 }])
    const comparison = compareBuilds(first as ReadBuild, second as ReadBuild)
    expect(comparison?.break).toMatchObject({ place: 'messages', layer: 'history' })
    // The notes and the first four messages; then "Hi 4" stood where message 4 stands now.
    expect(comparison?.break?.index).toBe(5)
    expect((comparison?.repeated ?? 0) + (comparison?.added ?? 0)).toBe(madeOf(second).tokens.total)
  })

  it('says that the same request extends itself', async () => {
    const [first, second] = await recorded([{ length: 4 }, { length: 4 }])
    expect(compareBuilds(first as ReadBuild, second as ReadBuild)).toMatchObject({
      extends: true,
      added: 0,
      appended: [],
    })
  })
})
