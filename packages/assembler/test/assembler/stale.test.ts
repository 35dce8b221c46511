import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ActiveSkill,
  type AgentTool,
  type AssembleOptions,
  type AssemblerDependencies,
  type ContextAssemblerConfig,
  createContextAssembler,
  type ParameterLayer,
} from '@lamella/assembler'
import type { Message } from '@lamella/core'
import { memory } from '@lamella/layers'
import { getModel, type Model } from '@lamella/models'
import { memorySource } from '@lamella/store'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { called, folder, now, said, scope, tool, user } from './support.ts'

/** Every input of a context that may change between two requests. */
interface World {
  readonly dependencies: AssemblerDependencies
  readonly config: ContextAssemblerConfig
  readonly changes: Readonly<Record<string, (n: number) => unknown>>
}

async function world(): Promise<World> {
  const sessions = createSessionStore()
  const memories = createMemoryStore()
  const path = await folder({ 'AGENT.md': 'You are Kim', 'SOUL.md': 'You are kind' })
  let tools: readonly AgentTool[] = [tool('look')]
  let skills: readonly ActiveSkill[] = []
  let agentDefaults: ParameterLayer = {}
  let sessionDefaults: ParameterLayer = {}
  let version = 0
  let clock = now()
  let stamp = 1_700_000_000
  const file = async (name: string, text: string): Promise<void> => {
    await writeFile(join(path, name), text)
    // A different time for each change, long ago: modification times of the last moments are not trusted.
    await utimes(join(path, name), ++stamp, stamp)
  }
  const append = (...messages: readonly Message[]): unknown => sessions.append(scope, 's', messages)
  await append(user('Hello'))
  return {
    dependencies: {
      sessionStore: sessions,
      scope: { ...scope, kind: 'private' },
      toolExecutor: { list: () => tools },
      skillProvider: { getActiveSkills: () => skills },
      getAgentMetadata: () => ({ defaults: agentDefaults }),
      getSessionMetadata: () => ({ defaults: sessionDefaults }),
      layers: [memory({ source: memorySource(memories) })],
      layersVersion: () => String(version),
      now: () => clock,
    },
    config: { workspace: path, cache: { fileTtl: 0 }, model: 'gpt-4o' },
    changes: {
      'a question': (n) => append(user(`question ${n}`)),
      'a call and its result': (n) => append(...called(`c${n}`, `result ${n}`)),
      'the session is recreated': async (n) => {
        await sessions.delete(scope, 's')
        await sessions.append(scope, 's', [user(`begun again, ${n}`)], { at: new Date(n) })
      },
      'another AGENT.md': (n) => file('AGENT.md', `You are number ${n}`),
      'a variant': (n) => file('AGENT.a.md', `You are variant ${n}`),
      'no variant': () => rm(join(path, 'AGENT.a.md'), { force: true }),
      tools: (n) => {
        tools = [tool(`look${n % 3}`), tool('see', { description: `Sees ${n}` })]
      },
      skills: (n) => {
        skills = [{ id: 'math', name: 'Math', instructions: `Count to ${n}`, priority: n % 2 }]
      },
      'the agent': (n) => {
        agentDefaults = { temperature: (n % 10) / 10 }
      },
      'the session’s parameters': (n) => {
        sessionDefaults = { maxOutputTokens: 1_000 + n }
      },
      'a memory': async (n) => {
        await memories.put(scope, { id: `m${n}`, text: `Remember ${n}` })
        version++
      },
      'a minute': () => {
        clock = new Date(clock.getTime() + 60_000)
      },
      'a moment': () => {
        clock = new Date(clock.getTime() + 1)
      },
      nothing: () => undefined,
    },
  }
}

const unusual = fc.record<AssembleOptions>(
  {
    temperature: fc.constantFrom(0, 1),
    additionalSystemPrompt: fc.constantFrom('Be brief.', 'Be long.'),
    disabledTools: fc.constantFrom(['look1'], ['see'], []),
    window: fc.constantFrom(3_000, 4_000),
    skipSkills: fc.boolean(),
    message: fc.constantFrom('And now?', 'And then?'),
  },
  { requiredKeys: [] },
)
/** Often the same, so that some requests are answered from the cache. */
const requests = fc.oneof({ weight: 3, arbitrary: fc.constant<AssembleOptions>({}) }, { weight: 1, arbitrary: unusual })
const agents = fc.constantFrom(undefined, undefined, 'a', 'b')

describe('the cache of an assembler', () => {
  it('never returns a stale answer, whatever changes between two requests', async () => {
    const names = Object.keys((await world()).changes)
    const steps = fc.array(fc.record({ change: fc.constantFrom(...names), options: requests, agent: agents }), {
      minLength: 1,
      maxLength: 12,
    })
    let hits = 0
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { dependencies, config, changes } = await world()
        const cached = createContextAssembler(dependencies, config)
        for (const [n, { change, options, agent }] of list.entries()) {
          await changes[change]?.(n)
          const fresh = createContextAssembler(dependencies, { ...config, cache: false })
          const expected = said(await fresh.assemble('s', agent, options))
          const first = await cached.assemble('s', agent, options)
          const again = await cached.assemble('s', agent, options)
          expect(said(first), change).toEqual(expected)
          expect(said(again)).toEqual(expected)
          expect(again.metadata.cached).toBe(true)
          hits += Number(first.metadata.cached)
        }
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 10) },
    )
    // Changes that do not affect a request, and repeated requests, are answered from the cache.
    expect(hits).toBeGreaterThan(0)
  })

  it('does not answer for a run that another request has changed since', async () => {
    const { dependencies, config, changes } = await world()
    await changes['skills']?.(1)
    const assembler = createContextAssembler(dependencies, config)
    await assembler.assemble('s')
    expect((await assembler.assemble('s')).metadata.cached).toBe(true)
    // Without the skill, which is revoked: what the next request continues is another one.
    await createContextAssembler(dependencies, config).assemble('s', undefined, { skipSkills: true })
    const again = await assembler.assemble('s')
    expect(again.metadata.cached).toBe(false)
    expect(again.report.run?.cut?.reason).toBe('revoked')
    expect((await assembler.assemble('s')).metadata.cached).toBe(true)
  })

  it('returns separate lists to each caller', async () => {
    const { dependencies, config } = await world()
    const assembler = createContextAssembler(dependencies, config)
    const first = await assembler.assemble('s')
    first.messages.push(user('put in by a caller'))
    first.system.length = 0
    const second = await assembler.assemble('s')
    expect(second.metadata.cached).toBe(true)
    expect(second.messages).toHaveLength(1)
    expect(second.system.length).toBeGreaterThan(0)
  })

  it('does not cache custom layers without a version', async () => {
    const { dependencies, config } = await world()
    const { layersVersion: _, ...without } = dependencies
    const assembler = createContextAssembler(without as AssemblerDependencies, config)
    await assembler.assemble('s')
    expect((await assembler.assemble('s')).metadata.cached).toBe(false)
  })

  it('assembles concurrent equal requests once', async () => {
    const { dependencies, config } = await world()
    let opened = 0
    const { sessionStore } = dependencies as { readonly sessionStore: ReturnType<typeof createSessionStore> }
    const counting = {
      ...sessionStore,
      page: (...given: Parameters<typeof sessionStore.page>) => {
        opened++
        return sessionStore.page(...given)
      },
    }
    const assembler = createContextAssembler(
      { ...dependencies, sessionStore: counting } as AssemblerDependencies,
      config,
    )
    const all = await Promise.all(Array.from({ length: 10 }, () => assembler.assemble('s')))
    const one = opened
    await assembler.assemble('s', undefined, { temperature: 1 })
    expect(opened).toBe(2 * one)
    expect(new Set(all.map((each) => JSON.stringify(said(each)))).size).toBe(1)
  })

  it('can be turned off', async () => {
    const { dependencies, config } = await world()
    const assembler = createContextAssembler(dependencies, { ...config, cache: false })
    await assembler.assemble('s')
    expect((await assembler.assemble('s')).metadata.cached).toBe(false)
    expect(assembler.getCacheStats().assembly).toEqual({ hits: 0, misses: 0, hitRate: 0, size: 0 })
  })

  it('compares all messages of a store without a revision', async () => {
    const messages: Message[] = [user('Hello')]
    const assembler = createContextAssembler(
      { sessionStore: { getMessages: () => messages }, now },
      { model: 'gpt-4o' },
    )
    expect((await assembler.assemble('s')).metadata.cached).toBe(false)
    expect((await assembler.assemble('s')).metadata.cached).toBe(true)
    messages[0] = user('Good bye')
    const changed = await assembler.assemble('s')
    expect(changed.metadata.cached).toBe(false)
    expect(changed.messages).toEqual([user('Good bye')])
  })

  it('distinguishes two models with the same name', async () => {
    const { dependencies } = await world()
    let like = getModel('gpt-5')
    const find = (): Model => ({ ...like, id: 'mine', contextWindow: 100_000, maxInput: 90_000, maxOutput: 8_000 })
    const config = { model: 'mine', models: { findModel: find, getModel: find } }
    const assembler = createContextAssembler(dependencies, config)
    const asked = { thinkingLevel: 'high' } as const
    const first = await assembler.assemble('s', undefined, asked)
    like = getModel('claude-opus-4-6')
    const second = await assembler.assemble('s', undefined, asked)
    expect(said(second)).toEqual(
      said(await createContextAssembler(dependencies, config).assemble('s', undefined, asked)),
    )
    expect(second.parameters).not.toEqual(first.parameters)
  })
})
