import { coreBlocks, workingBlocks } from '@lamella/blocks'
import { createContext, type Layer, type Scope } from '@lamella/core'
import { layerSuite, runSuite } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryWith, promptLayers } from './support.ts'

const secret = 'Ada is allergic to peanuts.'
const blocks = {
  human: { type: 'Core', content: secret },
  diary: { type: 'Working', pinned: true, content: secret },
} as const
const makers = {
  coreBlocks: (memory) => [coreBlocks(memory, { agent: 'entropy' })],
  workingBlocks: (memory) => [workingBlocks(memory, { agent: 'entropy' })],
  promptLayers: (memory) => promptLayers(memory),
} satisfies Record<string, (memory: Awaited<ReturnType<typeof memoryWith>>) => readonly Layer[]>

describe("block layers and the request's scope", () => {
  it.each(Object.entries(makers))('%s rejects requests of another tenant or user', async (_, make) => {
    const name = fc.constantFrom('acme', 'evil', 'ada', 'Ada', 'acme ', '__proto__')
    const user = fc.option(name, { nil: undefined })
    const scopeOf = (tenant: string, of: string | undefined): Scope =>
      of === undefined ? { tenant } : { tenant, user: of }
    let shown = 0
    await fc.assert(
      fc.asyncProperty(name, user, name, user, async (tenant, own, other, asks) => {
        const memory = await memoryWith(blocks, { scope: scopeOf(tenant, own) })
        const builder = createContext().use(make(memory)).budget({ window: 8_000, reserve: 500 })
        const request = { scope: { ...scopeOf(other, asks), agent: 'entropy' } }
        const built = await builder.build(request).catch((error: unknown) => error)
        const isTheirs = other === tenant && (own === undefined || own === asks)
        if (isTheirs) {
          expect(JSON.stringify(built)).toContain(secret)
          shown++
        } else {
          const key = other === tenant ? 'user' : 'tenant'
          expect(built).toMatchObject({ code: 'SCOPE_MISMATCH', details: { key } })
        }
        await memory.close()
      }),
      {
        numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150),
        examples: [
          ['acme', 'ada', 'acme', 'ada'],
          ['acme', undefined, 'acme', 'Ada'],
        ],
      },
    )
    expect(shown).toBeGreaterThan(1)
  })

  it('keep the layer contract for their own scope', async () => {
    const memory = await memoryWith(blocks, { scope: { tenant: 'acme', user: 'ada' } })
    for (const make of [coreBlocks, workingBlocks]) {
      const { failed } = await runSuite(
        layerSuite<object>(() => make(memory, { agent: 'entropy' }), { request: { scope: memory.scope } }),
      )
      expect(failed).toEqual([])
    }
  })

  it('reject a memory without a scope', async () => {
    const memory = await memoryWith(blocks)
    expect(() => coreBlocks({ ...memory, scope: undefined } as never)).toThrow(/OPTION_INVALID/)
  })
})
