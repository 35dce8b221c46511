import { type AssembleOptions, createContextAssembler } from '@lamella/assembler'
import { memory } from '@lamella/layers'
import { memorySource } from '@lamella/store'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assistant, executor, now, said, tool, user } from './support.ts'

const tenants = ['one', 'two', 'three'] as const
const agents = ['kim', 'lee'] as const

const who = fc.record({ tenant: fc.constantFrom(...tenants), agent: fc.constantFrom(...agents) })
const step = fc.oneof(
  fc.record({ does: fc.constant('say' as const), by: who }),
  fc.record({ does: fc.constant('remember' as const), by: who }),
  fc.record({ does: fc.constant('another agent' as const), by: who }),
  fc.record({ does: fc.constant('compact' as const), by: who }),
  fc.record({ does: fc.constant('ask' as const), by: who }),
  fc.record({ does: fc.constant('ask all at once' as const), by: who }),
)

type Who = { readonly tenant: string; readonly agent: string }

/** One store and one session id for all of them: only the scope and the agent differ. */
function world() {
  const sessionStore = createSessionStore()
  const memories = createMemoryStore()
  const temperatures = new Map<string, number>()
  let version = 0
  const dependencies = {
    sessionStore,
    scope: { tenant: 'nobody' },
    layers: [memory({ source: memorySource(memories) })],
    layersVersion: () => String(version),
    getAgentMetadata: (agentId: string) => ({ defaults: { temperature: temperatures.get(agentId) ?? 0 } }),
    skillProvider: {
      getActiveSkills: (agentId: string | undefined) => [
        { id: 'self', name: 'Self', instructions: `secret of agent ${agentId}`, tools: [tool(`tool_of_${agentId}`)] },
      ],
    },
    toolExecutor: executor(tool('look')),
    summarize: () => {
      throw new Error('no answer')
    },
    now,
  }
  const config = { model: 'gpt-4o', compaction: { messageThreshold: 3, keepRecent: 0 } } as const
  return {
    assembler: createContextAssembler(dependencies, config),
    fresh: () => createContextAssembler(dependencies, { ...config, cache: false }),
    scopeOf: ({ tenant, agent }: Who) => ({ tenant, agent, kind: 'private' as const }),
    say: async ({ tenant, agent }: Who, n: number) => {
      const scope = { tenant, agent }
      await sessionStore.append(scope, 's', [user(`secret of ${tenant} and ${agent}: ${n}`), assistant('Yes')])
    },
    remember: async ({ tenant, agent }: Who, n: number) => {
      await memories.put({ tenant, agent }, { id: `m${n}`, text: `secret of ${tenant} and ${agent}: ${n}` })
      version++
    },
    another: ({ agent }: Who, n: number) => temperatures.set(agent, (n % 10) / 10),
  }
}

/** Returns whose secrets are in a text. */
function secretsIn(text: string): readonly string[] {
  const found = [...text.matchAll(/secret of (?:agent (\w+)|(\w+) and (\w+))/g)]
  return [...new Set(found.map(([, only, tenant, agent]) => only ?? `${tenant}/${agent}`))]
}

describe('one assembler for many users', () => {
  it("never shows a tenant or an agent another's content, and treats each as if it were alone", async () => {
    let seen = 0
    let cached = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const { assembler, fresh, scopeOf, say, remember, another } = world()
        const failed = new Map<string, number>()
        const lengths = new Map<string, number>()
        const ask = async (by: Who): Promise<void> => {
          const key = `${by.tenant}/${by.agent}`
          const options: AssembleOptions = { scope: scopeOf(by) }
          const context = await assembler.assemble('s', by.agent, options)
          for (const secret of secretsIn(JSON.stringify(said(context)))) {
            seen++
            expect([key, by.agent]).toContain(secret)
          }
          cached += Number(context.metadata.cached)
          const alone = await fresh().assemble('s', by.agent, options)
          const length = lengths.get(key) ?? 0
          // A failed attempt holds back only its own tenant and agent.
          const isHeldBack = length > 3 && failed.has(key) && length < (failed.get(key) ?? 0) + 4
          const expected = { ...alone.metadata, shouldCompact: alone.metadata.shouldCompact && !isHeldBack }
          if (isHeldBack) Reflect.deleteProperty(expected, 'compactionReason')
          expect(said(context)).toEqual(said({ ...alone, metadata: expected }))
        }
        for (const [n, { does, by }] of steps.entries()) {
          const key = `${by.tenant}/${by.agent}`
          if (does === 'say') {
            await say(by, n)
            lengths.set(key, (lengths.get(key) ?? 0) + 2)
          } else if (does === 'remember') await remember(by, n)
          else if (does === 'another agent') another(by, n)
          else if (does === 'compact') {
            const { compacted } = await assembler.compact('s', { scope: scopeOf(by), agent: by.agent })
            expect(compacted).toBe(false)
            failed.set(key, lengths.get(key) ?? 0)
          } else if (does === 'ask') await ask(by)
          else await Promise.all(tenants.flatMap((tenant) => agents.map((agent) => ask({ tenant, agent }))))
        }
      }),
      { numRuns: 40 },
    )
    expect(seen).toBeGreaterThan(100)
    expect(cached).toBeGreaterThan(10)
  })

  it('distinguishes ids that could collide when joined', async () => {
    const sessionStore = createSessionStore()
    const tricky = ['a', 'a"', 'a","b', 'a{', '__proto__', 'a\\', '["a"]']
    for (const tenant of tricky)
      for (const id of tricky) await sessionStore.append({ tenant }, id, [user(`${tenant} ${id}`)])
    const assembler = createContextAssembler({ sessionStore, scope: { tenant: 'x' }, now }, { model: 'gpt-4o' })
    for (let round = 0; round < 2; round++) {
      for (const tenant of tricky) {
        for (const id of tricky) {
          const { messages, metadata } = await assembler.assemble(id, undefined, { scope: { tenant } })
          expect(messages).toEqual([user(`${tenant} ${id}`)])
          expect(metadata.cached).toBe(round === 1)
        }
      }
    }
  })

  it('distinguishes agents that share everything, and calls each by its name', async () => {
    const sessionStore = createSessionStore()
    await sessionStore.append({ tenant: 'x' }, 's', [user('Hello')])
    const assembler = createContextAssembler({ sessionStore, scope: { tenant: 'x' }, now }, { model: 'gpt-4o' })
    const made = await Promise.all(agents.map((agent) => assembler.assemble('s', agent)))
    expect(made.map(({ metadata }) => metadata.agent)).toEqual([...agents])
    expect((await assembler.assemble('s')).metadata).not.toHaveProperty('agent')
  })
})
