import { createFileReader, skillFolder, validateSkillText } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { parseFrontMatter } from '../../src/skills/front-matter.ts'
import { tempFolder } from '../helpers/folder.ts'
import { request, scope } from '../helpers/request.ts'

async function load(front: string) {
  const folder = await tempFolder({ 'skills/a/SKILL.md': `---\n${front}\n---\nBody` })
  const { skills, notices = [] } = await skillFolder(createFileReader(folder.path)).skills(scope, request)
  return { skill: skills[0], notices }
}

describe('a description that is not valid YAML, or not a text', () => {
  it.each([
    ['Use when: always, #1 of "all" and it\'s good', 'Use when: always, #1 of "all" and it\'s good'],
    ['"quoted" and more', '"quoted" and more'],
    ['"quoted" and "more"', '"quoted" and "more"'],
    ['@at: the start', '@at: the start'],
    ['one: line\n  and two: lines', 'one: line and two: lines'],
    ["it''s: doubled", "it''s: doubled"],
    ['[WIP] Makes reports', '[WIP] Makes reports'],
    ['[WIP]', '[WIP]'],
    ['*important* Makes reports', '*important* Makes reports'],
    ['& more: helpers', '& more: helpers'],
    ['!important for CSS', '!important for CSS'],
    ['{{name}} is filled in', '{{name}} is filled in'],
    ['{{name}}', '{{name}}'],
    ['| makes tables', '| makes tables'],
    ['> makes quotes', '> makes quotes'],
    ['%d files', '%d files'],
    ['#1 tool for reports', '#1 tool for reports'],
    ['Sorts issues such as #12, and #tags', 'Sorts issues such as #12, and #tags'],
    ['`code` first', '`code` first'],
    ['"C:\\path" and so on', '"C:\\path" and so on'],
    ['"Reads C:\\path"', 'Reads C:\\path'],
    ["'it's fine'", "it's fine"],
    [
      '\n  Asks about a plan. Use for\n  "review it". Works with: all',
      'Asks about a plan. Use for "review it". Works with: all',
    ],
    ['|\n\tTabs before\n\tthe text', 'Tabs before the text'],
    ['>-\n  One\n two', 'One two'],
    ['\n  - a\n  - b', '- a - b'],
  ])('is read as it is written: %j', async (written, meant) => {
    const { skill, notices } = await load(`name: a\ndescription: ${written}`)
    expect(skill).toMatchObject({ name: 'a', description: meant })
    expect(notices.map(({ code }) => code)).toEqual(['SKILL_IRREGULAR'])
    expect(notices[0]?.what).toContain('`description` in line 3')
  })

  it('is read without a comment, and up to a longer line', async () => {
    const { skill, notices } = await load('name: a\ndescription: Sorts issues # 12 of them, "#1"\n-----')
    expect([skill?.description, notices]).toEqual(['Sorts issues', []])
    expect((await load('name: a\ndescription: "Sorts #12" #x')).skill?.description).toBe('Sorts #12')
  })

  it.each([
    ['no space after the colon', 'name:a\ndescription:Makes reports', 3],
    ['full-width colons', 'name：a\nlicense：MIT\ndescription：Makes reports', 4],
    ['another case', 'Name: a\nDescription: Makes reports', 3],
    ['an indented key', 'name: a\n  description: Makes reports', 3],
    ['a tab before the key', 'name: a\n\tdescription: Makes reports', 3],
    ['a key that is there twice', 'name: a\ndescription: Makes tables\n\ndescription: Makes reports', 3],
  ])('is found in spite of %s', async (_, front, line) => {
    const { skill, notices } = await load(front)
    expect(skill).toMatchObject({ name: 'a', description: 'Makes reports' })
    expect(notices[0]?.what).toContain(`\`description\` in line ${line}`)
  })
})

describe('a slip in another field', () => {
  it.each([
    ['a tab', 'metadata:\n\tauthor: me', 'metadata', 4],
    ['a list that is not closed', 'tags: [one', 'tags', 4],
    ['a key that is there twice', 'version: 1\nversion: 2', 'version', 4],
  ])('costs that field only: %s', async (_, slip, key, line) => {
    const { skill, notices } = await load(`name: a\ndescription: Makes reports\n${slip}`)
    expect(skill).toMatchObject({ name: 'a', description: 'Makes reports' })
    expect(notices.map(({ code }) => code)).toEqual(['SKILL_IRREGULAR'])
    expect(notices[0]?.what).toContain(`\`${key}\` in line ${line}`)
  })

  it('leaves a text in several lines as it is', async () => {
    const { skill, notices } = await load(
      'name: a\ntags: [one\n\n\n# note\ndescription: |\n  # Makes: reports\n\n  # and more',
    )
    expect(skill?.description).toBe('# Makes: reports # and more')
    expect(notices[0]?.what).toContain('`tags` in line 3')
    expect(notices[0]?.what).not.toContain('`description`')
  })

  it('describes a few slips of many', async () => {
    const { notices } = await load(`name: a\n${'description: x\n'.repeat(1_000)}`)
    expect(notices[0]?.what.match(/in line/g)).toHaveLength(5)
  })

  it('is not taken from inside of another field', async () => {
    const { skill } = await load('name: a\nmetadata:\n  description: inner\ntags: [')
    expect(skill).toBeUndefined()
  })
})

it('hides a skill only if the field says so, whatever else is in it', async () => {
  const { skill } = await load('name: a\ndescription: x\ndisable-model-invocation: {toString: a, valueOf: b}')
  expect(skill?.name).toBe('a')
})

it('reads the same broken text the same way again', async () => {
  const broken = '---\nname: a\ndescription: [\n---\n'
  const first = await parseFrontMatter(broken)
  expect(first).toHaveProperty('problem')
  expect(await parseFrontMatter(broken)).toEqual(first)
})

describe('front matter whose lines `---` are odd', () => {
  const inside = 'name: a\ndescription: Makes reports'
  it.each([
    ['blank lines before it', `\n \n---\n${inside}\n---\nBody`, '`---` in line 3'],
    ['the language of its first line', `---yaml\n${inside}\n---\nBody`, '`---yaml` in line 1'],
    ['an end of YAML', `---\n${inside}\n...\nBody`, '`...` in line 4'],
  ])('is read with %s, and is not valid', async (_, text, place) => {
    const folder = await tempFolder({ 'skills/a/SKILL.md': text })
    const source = skillFolder(createFileReader(folder.path))
    const { skills, notices = [] } = await source.skills(scope, request)
    expect(skills[0]).toMatchObject({ name: 'a', description: 'Makes reports' })
    expect(notices).toMatchObject([{ code: 'SKILL_IRREGULAR', what: expect.stringContaining(place) }])
    expect((await source.readSkill('a')).body).toBe('Body')
    expect(await validateSkillText(text, 'a')).toMatchObject([{ field: 'front-matter' }])
  })

  it('has no description that is a comment', async () => {
    const { skill, notices } = await load('name: a\ndescription: # to be written')
    expect([skill, notices[0]?.code]).toEqual([undefined, 'SKILL_SKIPPED'])
  })
})
