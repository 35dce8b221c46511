import { readdir } from 'node:fs/promises'
import { validateSkill, validateSkillText } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { dataPath, hasData } from '../helpers/data.ts'
import { tempFolder } from '../helpers/folder.ts'

const check = async (front: string, directory = 'pdf-tools', rules = {}): Promise<readonly string[]> =>
  (await validateSkillText(`---\n${front}\n---\nbody`, directory, rules)).map(({ field, what }) => `${field} ${what}`)

const valid = 'name: pdf-tools\ndescription: Reads PDF files.'

describe('validateSkillText', () => {
  it('accepts a skill that uses every field of the specification', async () => {
    const all = `${valid}\nlicense: MIT\ncompatibility: Node 20\nallowed-tools: Read Bash(git:*)\nmetadata:\n  author: me\n  version: 1.0`
    expect(await check(all)).toEqual([])
  })

  it.each([
    ['a missing name', 'description: x', 'name is missing'],
    ['an empty name', 'name: ""\ndescription: x', 'name must be a non-empty text'],
    ['an uppercase name', 'name: PDF-tools\ndescription: x', 'lowercase'],
    ['a leading hyphen', 'name: -pdf\ndescription: x', 'begin or end'],
    ['a trailing hyphen', 'name: pdf-\ndescription: x', 'begin or end'],
    ['consecutive hyphens', 'name: pdf--tools\ndescription: x', 'two consecutive hyphens'],
    ['an underscore', 'name: pdf_tools\ndescription: x', 'letters, digits and hyphens'],
    ['another directory', 'name: pdf\ndescription: x', "'pdf-tools'"],
    ['a missing description', 'name: pdf-tools', 'description is missing'],
    ['a blank description', 'name: pdf-tools\ndescription: " "', 'description must be'],
    ['a license that is not text', `${valid}\nlicense: [MIT]`, 'license must be'],
    ['an empty compatibility', `${valid}\ncompatibility: ""`, 'compatibility must be'],
    ['a list of tools', `${valid}\nallowed-tools: [Read]`, 'allowed-tools must be'],
    ['metadata that is not a mapping', `${valid}\nmetadata: x`, 'metadata must be'],
    ['metadata in metadata', `${valid}\nmetadata: {a: {b: c}}`, "metadata 'a' must be a text"],
    ['another field', `${valid}\nhomepage: x`, 'homepage is not a field'],
  ])('finds %s', async (_, front, hint) => {
    expect((await check(front)).join('\n')).toContain(hint)
  })

  it('counts code points, not UTF-16 units', async () => {
    const name = '𠀀'.repeat(64)
    expect(await check(`name: ${name}\ndescription: ${'🦊'.repeat(1_024)}`, name)).toEqual([])
    expect(await check(`name: ${name}𠀀\ndescription: ${'🦊'.repeat(1_025)}`, `${name}𠀀`)).toEqual([
      'name has 65 characters, but only 64 are allowed',
      'description has 1025 characters, but only 1024 are allowed',
    ])
    expect(await check(`${valid}\ncompatibility: ${'🦊'.repeat(500)}`)).toEqual([])
    expect(await check(`${valid}\ncompatibility: ${'x'.repeat(501)}`)).toHaveLength(1)
  })

  it('compares names in one Unicode form', async () => {
    expect(await check('name: cafe\u0301\ndescription: x', 'caf\u00e9')).toEqual([])
    expect(await check('name: ｐｄｆ\ndescription: x', 'pdf')).toEqual([])
  })

  it('accepts letters of any script, or only ASCII letters with the option', async () => {
    expect(await check('name: погода-5\ndescription: x', 'погода-5')).toEqual([])
    expect(await check('name: погода-5\ndescription: x', 'погода-5', { ascii: true })).toEqual([
      'name must contain only the letters a to z',
    ])
  })

  it('requires YAML front matter at the very beginning, and repairs nothing', async () => {
    expect(await validateSkillText('# Title', 'a')).toHaveLength(1)
    expect((await validateSkillText(`\n---\n${valid}\n---\n`, 'a'))[0]?.field).toBe('front-matter')
    expect((await validateSkillText(`---js\n{}\n---\n`, 'a'))[0]?.what).toContain('never run')
    expect((await validateSkillText(`---yaml\n${valid}\n---\n`, 'pdf-tools'))[0]?.what).toContain('`---` alone')
    const [broken] = await check('name: pdf-tools\ndescription: when: now')
    expect(broken).toContain('not valid YAML')
    expect(broken).toContain('in line 3 of the file')
    expect(await validateSkillText(`---\r\nname: a\r\ndescription: x\r\n---\r\n`, 'a')).toEqual([])
  })
})

describe('validateSkill', () => {
  it('reads the directory, and reports a missing file as a violation', async () => {
    const folder = await tempFolder({
      'pdf-tools/SKILL.md': `---\n${valid}\n---\n`,
      'lower/skill.md': '---\nname: lower\ndescription: x\n---\n',
      'nul/SKILL.md': 'a\0',
      'empty/README.md': '',
    })
    expect(await validateSkill(folder.at('pdf-tools'))).toEqual([])
    expect(await validateSkill(folder.at('lower'))).toEqual([])
    for (const name of ['nul', 'empty', 'nowhere']) {
      expect((await validateSkill(folder.at(name))).map(({ field }) => field)).toEqual(['file'])
    }
  })
})

describe.skipIf(!hasData)('real data', () => {
  it("reports the specification's violations in the 54 skills of the assistant workspace", async () => {
    const folder = dataPath('workspaces/assistant/skills')
    const counts = new Map<string, number>()
    for (const name of await readdir(folder)) {
      for (const { field } of await validateSkill(`${folder}/${name}`)) counts.set(field, (counts.get(field) ?? 0) + 1)
    }
    console.log('violations by field:', Object.fromEntries(counts))
    // Two have no front matter, two an unquoted colon; the other violations are one client's additions.
    expect(counts.get('front-matter')).toBe(4)
    expect([...counts.keys()].toSorted()).toEqual(['front-matter', 'homepage', 'metadata'])
  })
})
