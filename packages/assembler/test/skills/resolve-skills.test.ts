import { isLamellaError } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import type { ActiveSkill, SkillProvider } from '../../src/contract/skill-provider.ts'
import { resolveSkills } from '../../src/skills/resolve-skills.ts'

const mathTools = [{ name: 'calculate', inputSchema: { type: 'object' } }]
const skillProvider: SkillProvider = {
  getActiveSkills: async () => [
    { id: 'talk', name: 'Talk' },
    {
      id: 'math',
      name: 'Mathematics',
      instructions: 'You are excellent at mathematics',
      tools: mathTools,
      examples: ['Calculate 2+2', 'Solve equations'],
      order: -1,
      priority: 100,
    },
    { id: 'code', name: 'Code', priority: 50 },
  ],
  getSkillInstructions: async (skillId) => `How to ${skillId}.`,
  getSkillTools: async () => mathTools,
  getSkillPriority: async () => 50,
}
const of = (...skills: readonly unknown[]): SkillProvider => ({ getActiveSkills: () => skills as ActiveSkill[] })
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('resolveSkills', () => {
  it('keeps order and priority independent', async () => {
    const provider = of({ id: 'a', name: 'A', order: 2, priority: 9 }, { id: 'b', name: 'B', order: 1, priority: 0 })
    const { skills } = await resolveSkills(provider, undefined, 's')
    expect(skills.map(({ id, priority }) => [id, priority])).toEqual([
      ['b', 0],
      ['a', 9],
    ])
  })

  it('requests data that skills lack from the provider, and sorts skills by order', async () => {
    const { skills, notices } = await resolveSkills(skillProvider, 'agent-1', 'session-123')
    expect(notices).toEqual([])
    expect(skills.map(({ id }) => id)).toEqual(['math', 'talk', 'code'])
    expect(skills[0]).toEqual({
      id: 'math',
      name: 'Mathematics',
      instructions: 'You are excellent at mathematics',
      tools: mathTools,
      examples: ['Calculate 2+2', 'Solve equations'],
      order: -1,
      priority: 100,
    })
    const asked = { instructions: 'How to talk.', tools: mathTools, examples: [], order: 0, priority: 50 }
    expect(skills[1]).toEqual({ id: 'talk', name: 'Talk', ...asked })
  })

  it('requests everything concurrently, and nothing for skills that the filter excludes', async () => {
    const asked: string[] = []
    let open = 0
    let most = 0
    const slow = async (name: string): Promise<undefined> => {
      asked.push(name)
      most = Math.max(most, ++open)
      await new Promise((done) => setTimeout(done, 1))
      open--
    }
    const provider: SkillProvider = {
      ...of({ id: 'a', name: 'A' }, { id: 'b', name: 'B' }, { id: 'c', name: 'C' }),
      getSkillInstructions: (id) => slow(`instructions ${id}`),
      getSkillPriority: (id) => slow(`priority ${id}`),
    }
    const { skills } = await resolveSkills(provider, undefined, 's', { skillFilter: ['a', 'c'] })
    expect(asked.sort()).toEqual(['instructions a', 'instructions c', 'priority a', 'priority c'])
    expect(most).toBe(4)
    expect(skills).toEqual(['a', 'c'].map((id) => ({ ...empty, id, name: id.toUpperCase() })))
  })

  it('reports skills with the same id, and names in the filter that are not active', async () => {
    const provider = of({ id: 'a', name: 'first' }, { id: 'a', name: 'second' }, { id: 'b', name: 'B' })
    const { skills, notices } = await resolveSkills(provider, undefined, 's', {
      skillFilter: ['a', '__proto__', 'x', 'x'],
    })
    expect(skills.map(({ name }) => name)).toEqual(['first'])
    expect(notices.map(({ code }) => code)).toEqual(['SKILL_DUPLICATE', 'SKILL_NOT_ACTIVE', 'SKILL_NOT_ACTIVE'])
    expect(notices[1]?.what).toContain("'__proto__'")
    const none = await resolveSkills(undefined, undefined, 's', { skillFilter: ['a'] })
    expect(none.notices.map(({ code }) => code)).toEqual(['SKILL_NOT_ACTIVE'])
  })

  it('does not call the provider if skills are skipped', async () => {
    const provider: SkillProvider = {
      getActiveSkills: () => {
        throw new Error('asked')
      },
    }
    const skipped = { skipSkills: true, skillFilter: ['a'] }
    expect(await resolveSkills(provider, undefined, 's', skipped)).toEqual({ skills: [], notices: [] })
    expect(await resolveSkills(undefined, undefined, 's')).toEqual({ skills: [], notices: [] })
  })

  it('wraps errors of a provider, and keeps the cause', async () => {
    const cause = new Error('offline')
    const fails = (): Promise<never> => Promise.reject(cause)
    const throws = (): never => {
      throw cause
    }
    const skill = of({ id: 'a', name: 'A' })
    const providers: readonly SkillProvider[] = [
      { getActiveSkills: fails },
      { getActiveSkills: throws },
      { ...skill, getSkillInstructions: fails },
      { ...skill, getSkillTools: throws },
      { ...skill, getSkillPriority: fails },
    ]
    for (const provider of providers) {
      const error = await errorOf(resolveSkills(provider, undefined, 's'))
      expect(isLamellaError(error, 'DEPENDENCY_FAILED') && error.cause).toBe(cause)
    }
  })

  it('rejects invalid skills', async () => {
    const wrong: readonly SkillProvider[] = [
      { getActiveSkills: () => 'none' as never },
      of(null),
      of({ name: 'A' }),
      of({ id: '', name: 'A' }),
      of({ id: 'a' }),
      of({ id: 'a', name: 'A', examples: 'one' }),
      of({ id: 'a', name: 'A', instructions: 5 }),
      of({ id: 'a', name: 'A', priority: Number.NaN }),
      of({ id: 'a', name: 'A', order: Number.NaN }),
      of({ id: 'a', name: 'A', tools: [{}] }),
      { ...of({ id: 'a', name: 'A' }), getSkillTools: () => 5 as never },
    ]
    for (const provider of wrong) {
      const error = await errorOf(resolveSkills(provider, undefined, 's'))
      expect(isLamellaError(error, 'DEPENDENCY_INVALID')).toBe(true)
    }
    const misspelled = errorOf(resolveSkills(undefined, undefined, 's', { skilFilter: [] } as never))
    expect(isLamellaError(await misspelled, 'OPTION_INVALID')).toBe(true)
  })
})

const empty = { instructions: '', tools: [], examples: [], order: 0, priority: 0 }
