import { type Context, isLamellaError, type Layer } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layerSets, recount, scope, start } from '../support/layers.ts'
import { toolProblems } from '../support/tool-problems.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) }
const windows = fc.integer({ min: 5, max: 300 })

async function build(layers: readonly Layer[], window: number, reserve = 2): Promise<Context | number> {
  try {
    return await start().use(layers).budget({ window, reserve }).build({ scope })
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return error.details.smallestWindow
    throw error
  }
}

const bytes = (context: Context): string => JSON.stringify([context.system, context.messages, context.tools])

describe('build, on generated layers', () => {
  it('G1: the request fits the window, reserve included, and the report says its exact size; or the overflow names the smallest window, which works', async () => {
    await fc.assert(
      fc.asyncProperty(layerSets, windows, async (layers, window) => {
        const result = await build(layers, window)
        if (typeof result !== 'number') {
          expect(result.report.tokens.total).toBe(recount(result))
          expect(result.report.tokens.total + 2).toBeLessThanOrEqual(window)
          expect(result.report.tokens.free).toBe(window - 2 - result.report.tokens.total)
          return
        }
        expect(result).toBeGreaterThan(window)
        expect(typeof (await build(layers, result))).not.toBe('number')
        expect(typeof (await build(layers, result - 1))).toBe('number')
      }),
      runs,
    )
  })

  it('G2: keeps every pinned fragment in full', async () => {
    await fc.assert(
      fc.asyncProperty(layerSets, windows, async (layers, window) => {
        const result = await build(layers, window)
        if (typeof result === 'number') return
        const text = result.system.map((part) => part.content).join('\n')
        for (const layer of layers.filter((one) => one.placement === 'system')) {
          const fragments = (await layer.load({} as never)) as readonly { content: string; pinned: boolean }[]
          for (const { content, pinned } of fragments) if (pinned) expect(text).toContain(content)
        }
      }),
      runs,
    )
  })

  it('G3: keeps tool calls and results complete at every window', async () => {
    await fc.assert(
      fc.asyncProperty(layerSets, windows, async (layers, window) => {
        const result = await build(layers, window)
        if (typeof result !== 'number') expect(toolProblems(result.messages)).toEqual([])
      }),
      runs,
    )
  })

  it('G4: a larger window never loses content that a smaller one kept', async () => {
    await fc.assert(
      fc.asyncProperty(layerSets, windows, fc.integer({ min: 1, max: 60 }), async (layers, window, more) => {
        const [small, large] = [await build(layers, window), await build(layers, window + more)]
        if (typeof small === 'number') return
        if (typeof large === 'number') expect.unreachable('a larger window overflows')
        const lost = (context: Context, action: string): readonly string[] =>
          context.report.rows.filter((row) => row.action === action).map((row) => `${row.layer}/${row.fragment}`)
        const [dropped, shortened] = [lost(small, 'dropped'), lost(small, 'shortened')]
        for (const name of lost(large, 'dropped')) expect(dropped).toContain(name)
        for (const name of lost(large, 'shortened')) expect([...dropped, ...shortened]).toContain(name)
      }),
      runs,
    )
  })

  it('G5: keeps the order by layer and position, whatever the priorities', async () => {
    await fc.assert(
      fc.asyncProperty(layerSets, windows, async (layers, window) => {
        const [all, some] = [await build(layers, 100_000), await build(layers, window)]
        if (typeof some === 'number' || typeof all === 'number') return
        const positions = some.messages.map((message) => all.messages.indexOf(message))
        // Repaired messages are new objects in each build; all others must be found, each after the previous one.
        const known = positions.filter((position) => position >= 0)
        expect(known).toEqual(known.toSorted((a, b) => a - b))
        const order = new Map(layers.map((layer) => [layer.name, layer.order]))
        const orders = some.system.map((part) => order.get(part.layer) ?? -1)
        expect(orders).toEqual(orders.toSorted((a, b) => a - b))
      }),
      runs,
    )
  })

  it('G6: returns the same bytes for the same input, whichever layer answers first', async () => {
    await fc.assert(
      fc.asyncProperty(layerSets, windows, async (layers, window) => {
        const slow = layers.map((layer, index) => ({
          ...layer,
          load: async (request: never) => {
            for (let tick = layers.length; tick > index; tick--) await undefined
            return layer.load(request)
          },
        }))
        const [one, two] = [await build(layers, window), await build(slow, window)]
        if (typeof one === 'number' || typeof two === 'number') {
          expect(two).toBe(one)
          return
        }
        expect(bytes(two)).toBe(bytes(one))
        expect(explain(two.report)).toBe(explain(one.report))
      }),
      runs,
    )
  })

  it('G7: reports every fragment not kept in full, with a reason and its tokens', async () => {
    await fc.assert(
      fc.asyncProperty(layerSets, windows, async (layers, window) => {
        const result = await build(layers, window)
        if (typeof result === 'number') return
        for (const layer of layers) {
          const report = result.report.layers[layer.name]
          const rows = result.report.rows.filter((row) => row.layer === layer.name)
          const count = (action: string): number => rows.filter((row) => row.action === action).length
          expect(count('dropped')).toBe(report?.dropped)
          expect(count('shortened')).toBe(report?.shortened)
          expect((report?.kept ?? 0) + (report?.shortened ?? 0) + (report?.dropped ?? 0)).toBe(report?.fragments)
        }
        for (const row of result.report.rows) {
          expect(['window', 'layer-max', 'repair']).toContain(row.reason)
          expect(row.reason === 'repair' ? row.id : row.policy).not.toBe('')
          if (row.action === 'dropped') expect(row.tokensAfter).toBe(0)
        }
      }),
      runs,
    )
  })
})
