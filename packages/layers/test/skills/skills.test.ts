import type { ContextTool, Layer, LayerRequest, LayerResult, Skill, SkillSource } from '@lamella/core'
import { skills } from '@lamella/layers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine } from '../../src/shared/plain-text.ts'
import { hostileText } from '../support/hostile.ts'
import { compose, load as loadWith, textOf as textWith } from '../support/load.ts'
import { unitsOf } from '../support/units.ts'

const toolsOf = (...names: readonly string[]): readonly ContextTool[] =>
  names.map((name) => ({ name, inputSchema: {} }))
const loadable: Partial<LayerRequest> = { tools: toolsOf('load_skill') }
const load = (layer: Layer): Promise<LayerResult> => loadWith(layer, loadable)
const textOf = (layer: Layer): Promise<string> => textWith(layer, loadable)

const sourceOf = (found: readonly Skill[]): SkillSource => ({ skills: () => ({ skills: found }) })

/** Parses a listing strictly: anything unexpected is an error. */
function parseListing(xml: string): readonly Skill[] {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  const value = (text = ''): string => {
    expect(text).toMatch(/^(?:[^<>&"']|&(?:amp|lt|gt|quot|apos);)*$/)
    return text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
  }
  const body = /^[^<]*<available_skills>\n([\s\S]*)\n<\/available_skills>$/.exec(xml)?.[1]
  const found: Skill[] = []
  const rest = (body ?? 'no body').replace(
    / {2}<skill>\s*<name>([^\n]*?)<\/name>\s*(?:<description>([^\n]*?)<\/description>\s*)?(?:<location>([^\n]*?)<\/location>\s*)?<\/skill>\n?/g,
    (_, name: string, description?: string, location?: string) => {
      found.push({ name: value(name), description: value(description), location: value(location) })
      return ''
    },
  )
  expect(rest).toBe('')
  return found
}

describe('skills', () => {
  it('gives way fairly, after the memory', () => {
    expect(skills({ source: sourceOf([]) })).toMatchObject({
      name: 'skills',
      order: 400,
      priority: 30,
      stability: 'session',
      budget: { min: 700 },
      truncation: { name: 'fair' },
    })
  })

  it('lists name, description and location as the reference implementation does', async () => {
    const source = sourceOf([{ name: 'tax', description: 'Fills in\n tax & duty forms.', location: '/w/tax/SKILL.md' }])
    expect(await textOf(skills({ source }))).toBe(
      `Available skills:
When a task fits a description, load that skill and follow it before you begin.
<available_skills>
  <skill>
    <name>tax</name>
    <description>Fills in tax &amp; duty forms.</description>
    <location>/w/tax/SKILL.md</location>
  </skill>
</available_skills>`,
    )
  })

  it("lists one line per skill with `listing: 'list'`", async () => {
    const found = [
      { name: 'tax', description: 'Fills in\ntax forms.', location: '/w/tax' },
      { name: 'art', description: '' },
    ]
    const lines = (await textOf(skills({ source: sourceOf(found), listing: 'list' }))).split('\n')
    expect(lines.slice(2)).toEqual(['- tax: Fills in tax forms. (/w/tax)', '- art'])
  })

  it.each([
    ['load_skill'],
    ['Skill'],
    ['read_file'],
    ['filesystem__read_text_file'],
    ['mcp.fs.readFile'],
    ['bash'],
    ['str_replace_based_edit_tool'],
  ])('are listed for a model with the tool %s', async (name) => {
    const layer = skills({ source: sourceOf([{ name: 'tax', description: 'Fills in forms.', location: '/w/tax' }]) })
    expect(await textWith(layer, { tools: toolsOf('weather', name) })).toContain('<name>tax</name>')
  })

  it.each([[[]], [['weather']], [['create_skill', 'skills_report', 'overview', 'thread', 'bash_history']]])(
    'are not listed for a model that cannot load them: %j',
    async (names) => {
      const layer = skills({ source: sourceOf([{ name: 'tax', description: 'x', location: '/w' }]) })
      const { fragments, omitted } = await loadWith(layer, { tools: toolsOf(...names) })
      expect(fragments).toEqual([])
      expect(omitted).toEqual([
        {
          count: 1,
          reason:
            'not listed, because the request has no tool that loads skills or reads files: contextTools adds load_skill',
        },
      ])
    },
  )

  it('are listed for a tool that reads files only if they have a location', async () => {
    const found = [
      { name: 'tax', description: 'x', location: '/w' },
      { name: 'art', description: 'x' },
    ]
    const { fragments, omitted } = await loadWith(skills({ source: sourceOf(found) }), { tools: toolsOf('read_file') })
    expect(fragments.map(({ id }) => id)).toEqual(['tax'])
    expect(omitted).toMatchObject([{ count: 1 }])
  })

  it('are listed only for the tool in `loadWith`, which the heading also names', async () => {
    const layer = skills({ source: sourceOf([{ name: 'tax', description: 'x' }]), loadWith: 'open_manual' })
    expect(await textWith(layer, { tools: toolsOf('open_manual') })).toContain(
      'load that skill with the tool open_manual and follow it',
    )
    const { fragments, omitted } = await load(layer)
    expect(fragments).toEqual([])
    expect(omitted?.[0]?.reason).toContain("has no tool 'open_manual'")
  })

  it("are always listed with `advertise: 'always'`", async () => {
    const layer = skills({ source: sourceOf([{ name: 'tax', description: 'x' }]), advertise: 'always' })
    expect(await textWith(layer, { tools: [] })).toContain('<name>tax</name>')
  })

  describe('are searched for instead of listed', () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ name: `s${at}`, description: `Job ${at}.` }))
    const tools = toolsOf('load_skill', 'find_skill')

    it('if there are many and the request has a tool that finds them', async () => {
      const layer = skills({ source: sourceOf(many) })
      const text = await textWith(layer, { tools })
      expect(text).toContain('Search for a skill with the tool find_skill')
      expect(text).not.toContain('Job')
      const { fragments, omitted } = await loadWith(layer, { tools })
      expect(fragments).toHaveLength(1)
      expect(omitted).toEqual([{ count: 101, reason: 'found by find_skill' }])
    })
    it('but not if there are few, or no such tool', async () => {
      expect((await loadWith(skills({ source: sourceOf(many.slice(1)) }), { tools })).fragments).toHaveLength(100)
      expect((await load(skills({ source: sourceOf(many) }))).fragments).toHaveLength(101)
    })
    it('from as many on as the options say, with a tool under whatever prefix', async () => {
      const options = { source: sourceOf(many), maxListed: 1, loadWith: 'open_it' }
      const given = { tools: toolsOf('mcp__find_skill', 'open_it') }
      const text = await textWith(skills(options), given)
      expect(text).toContain('with the tool mcp__find_skill')
      expect(text).toContain('load that skill with the tool open_it and follow it')
      expect((await loadWith(skills({ ...options, maxListed: 101 }), given)).fragments).toHaveLength(101)
    })
    it('without a revocation when a run has listed them before, unless one is gone', async () => {
      const run = { told: ['s0', 's1', ' '], kept: undefined, before: undefined }
      const layer = skills({ source: sourceOf(many) })
      expect((await loadWith(layer, { tools, run } as Partial<LayerRequest>)).revoked).toEqual([])
      const fewer = skills({ source: sourceOf(many.slice(1)), maxListed: 5 })
      expect((await loadWith(fewer, { tools, run } as Partial<LayerRequest>)).revoked).toEqual(['s0'])
    })
  })

  it('is empty without skills', async () => {
    expect(await textOf(skills({ source: sourceOf([]) }))).toBe('')
  })

  it('has four forms of each skill: full, 120 characters, 60 characters, name only', async () => {
    const found = [{ name: 'long', description: 'x'.repeat(500), location: '/w' }]
    const { fragments } = await load(skills({ source: sourceOf(found), listing: 'list' }))
    expect(fragments[0]?.content).toBe(`- long: ${'x'.repeat(500)} (/w)`)
    expect(fragments[0]?.shorter).toEqual([
      `- long: ${'x'.repeat(119)}… (/w)`,
      `- long: ${'x'.repeat(59)}… (/w)`,
      '- long',
    ])
  })

  it('lists the first of two skills with the same name and reports it', async () => {
    const found = [
      { name: 'tax', description: 'first' },
      { name: 'tax\0', description: 'second', location: '/w/tax2' },
      { name: ' ', description: 'nameless' },
    ]
    const { fragments, notices } = await load(skills({ source: sourceOf(found) }))
    expect(fragments).toHaveLength(1)
    expect(notices).toMatchObject([{ code: 'SKILL_DUPLICATE', from: '/w/tax2' }, { code: 'SKILL_NAMELESS' }])
  })

  it('shows the current text of a skill, even if its object was mutated', async () => {
    const skill = { name: 'tax', description: 'old' }
    const layer = skills({ source: sourceOf([skill]), listing: 'list' })
    const first = await load(layer)
    expect((await load(layer)).fragments[0]).toBe(first.fragments[0])
    skill.description = 'new'
    expect(await textOf(layer)).toContain('- tax: new')
  })

  it('can be parsed back exactly, whatever the texts contain', async () => {
    const one = fc.record({ name: hostileText, description: hostileText, location: hostileText })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 5 }), fc.nat(2), async (found, rung) => {
        const layer = skills({ source: sourceOf(found) })
        const { fragments } = await load(layer)
        if (fragments.length === 0) return
        const parsed = parseListing(compose(layer, fragments, rung))
        expect(parsed.map(({ name }) => name)).toEqual(fragments.map(({ id }) => id))
        if (rung > 0) return
        for (const skill of parsed) {
          const given = found.find(({ name }) => oneLine(name) === skill.name)
          expect(skill.description).toBe(oneLine(given?.description ?? ''))
          expect(skill.location).toBe(oneLine(given?.location ?? ''))
        }
      }),
    )
  })

  it('keeps every name before any long description, wherever the cut falls', async () => {
    const lengths = fc.array(fc.oneof(fc.nat(60), fc.nat(600)), { minLength: 2, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(lengths, async (given) => {
        const found = given.map((length, index) => ({ name: `s${index}`, description: 'x'.repeat(length) }))
        const layer = skills({ source: sourceOf(found), listing: 'list' })
        const { fragments } = await load(layer)
        const shown = fragments.map(({ content }) => `${content}`)
        for (const { unit, rung } of layer.truncation?.steps(unitsOf(fragments)) ?? []) {
          const fragment = fragments[unit.position]
          const form = `${fragment?.shorter?.[rung - 1] ?? ''}`
          const isLoss = form !== shown[unit.position]
          shown[unit.position] = form
          if (!isLoss) continue
          const longest = Math.max(...shown.map((text) => text.length - '- s00: '.length))
          if (form === '') expect(longest).toBeLessThanOrEqual(0)
          else if (!form.includes(':')) expect(longest).toBeLessThanOrEqual(60)
          else if (form.length < 80) expect(longest).toBeLessThanOrEqual(120)
        }
      }),
    )
  })

  it('names an invalid option in the error', () => {
    expect(() => skills({ source: sourceOf([]), listing: 'json' as 'xml' })).toThrow('must be one of xml, list')
  })
})
