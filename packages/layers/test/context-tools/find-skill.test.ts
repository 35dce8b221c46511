import type { Scope, Skill, SkillSource, ToolDefinition } from '@lamella/core'
import { contextTools } from '@lamella/layers/tools'
import type { ToolFinder } from '@lamella/store'
import { describe, expect, it } from 'vitest'

const ada: Scope = { tenant: 'acme', user: 'ada', kind: 'group' }

const tax: Skill = {
  name: 'tax',
  description: 'Fills in\n tax forms. Use it in spring.',
  location: 'skills/tax/SKILL.md',
}
const art: Skill = { name: 'art', description: 'Paints "}]} pictures. Slowly.' }

/** An index that finds the skills that a query names, and one that is not there. `?` after a name: not surely. */
const made: (readonly string[])[] = []
const skillIndex = (skills: readonly ToolDefinition[]): ToolFinder => {
  made.push(skills.map(({ name, description }) => `${name}: ${description}`))
  return {
    search: (query) =>
      query.split(' ').map((word) => ({ name: word.replace('?', ''), confident: !word.endsWith('?') })),
  }
}
const findIn = async (skills: SkillSource, query: string) => {
  const { handle } = contextTools({ skills, skillIndex, scope: ada })
  const { type, value } = await handle('find_skill', { query })
  expect(type).toBe('text')
  return value
}
const listOf = (...found: readonly Skill[]): SkillSource => ({ skills: () => ({ skills: found }) })

describe('find_skill', () => {
  it('is there with an index', () => {
    expect(contextTools({ skills: listOf(tax) }).definitions).toEqual([])
    const { definitions } = contextTools({ skills: { ...listOf(tax), load: () => undefined }, skillIndex })
    expect(definitions.map(({ name }) => name)).toEqual(['load_skill', 'find_skill'])
    expect(contextTools({ skillIndex }).definitions).toEqual([])
  })

  it('answers with what fits, and names the nearest, as JSON that no description can leave', async () => {
    const source: SkillSource = { ...listOf(tax, art), load: () => undefined }
    expect(JSON.parse(await findIn(source, 'art? tax'))).toEqual({
      skills: [{ name: 'tax', description: 'Fills in tax forms. Use it in spring.' }],
      nearest: [{ name: 'art', description: 'Paints "}]} pictures.' }],
    })
  })

  it('shows where a skill is if the model has to read it itself', async () => {
    expect(JSON.parse(await findIn(listOf(tax), 'tax'))).toMatchObject({ skills: [{ location: tax.location }] })
  })

  it('says that nothing fits, or nothing surely', async () => {
    expect(await findIn(listOf(tax), 'ghost')).toMatch(/^No skill surely fits\./)
    const answer = JSON.parse(await findIn(listOf(tax), 'tax?'))
    expect(answer).toMatchObject({ note: expect.stringMatching(/^No skill surely fits\./), nearest: [{ name: 'tax' }] })
    expect(answer).not.toHaveProperty('skills')
  })

  it('finds only skills of the scope, whatever the index knows', async () => {
    const source: SkillSource = { skills: ({ tenant }) => ({ skills: tenant === 'acme' ? [art] : [tax] }) }
    const { handle } = contextTools({ skills: source, skillIndex })
    const find = async (scope: Scope) => JSON.parse((await handle('find_skill', { query: 'tax art' }, { scope })).value)
    expect((await find(ada)).skills.map(({ name }: Skill) => name)).toEqual(['art'])
    expect((await find({ tenant: 'umbrella' })).skills.map(({ name }: Skill) => name)).toEqual(['tax'])
  })

  it('makes an index only when the list has changed, and leaves out what cannot be loaded by its name', async () => {
    const list = [{ ...tax }, { ...art }, { name: 'tax', description: 'Another one.' }, { name: '', description: 'x' }]
    const { handle } = contextTools({ skills: { skills: () => ({ skills: [...list] }) }, skillIndex, scope: ada })
    made.length = 0
    for (let i = 0; i < 3; i++) await handle('find_skill', { query: 'tax' })
    expect(made.map((list) => list.toSorted())).toEqual([[`art: ${art.description}`, `tax: ${tax.description}`]])
    list[1] = { name: 'art', description: 'Draws.' }
    await handle('find_skill', { query: 'tax' })
    expect(made.length).toBe(2)
  })
})
