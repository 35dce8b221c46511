import { mkdir, symlink } from 'node:fs/promises'
import { createFileReader, skillFolder } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { countingFs } from '../helpers/counting-fs.ts'
import { dataPath, hasData } from '../helpers/data.ts'
import { tempFolder } from '../helpers/folder.ts'
import { request, scope } from '../helpers/request.ts'

const skill = (name: string, description = `About ${name}.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`

async function load(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = await tempFolder(files)
  const { skills, notices = [] } = await skillFolder(createFileReader(folder.path)).skills(scope, request)
  return { skills, names: skills.map(({ name }) => name), notices, codes: notices.map(({ code }) => code) }
}

describe('finding skills', () => {
  it('lists skills by name in code unit order, with description and location', async () => {
    const { skills, notices } = await load({
      'skills/zoo/SKILL.md': skill('zoo'),
      'skills/a-b/SKILL.md': skill('a-b'),
      'skills/a/SKILL.md': skill('a'),
      'skills/ärger/SKILL.md': skill('ärger'),
      'skills/shared/template.md': 'no skill',
      'skills/.git/SKILL.md': skill('git'),
      'skills/node_modules/SKILL.md': skill('modules'),
      'skills/SKILL.md': skill('loose'),
    })
    expect(notices).toEqual([])
    expect(skills.map(({ name }) => name)).toEqual(['a', 'a-b', 'zoo', 'ärger'])
    expect(skills[0]).toEqual({ name: 'a', description: 'About a.', location: 'skills/a/SKILL.md' })
  })

  it('accepts skill.md and prefers SKILL.md', async () => {
    const { skills } = await load({
      'skills/a/skill.md': skill('a'),
      'skills/b/skill.md': skill('b', 'lower'),
      'skills/b/SKILL.md': skill('b', 'upper'),
    })
    expect(skills.map(({ description }) => description)).toEqual(['About a.', 'upper'])
  })

  it.each(['.claude/skill', 'notes.txt'])('says that a directory that was named is none: %s', async (directory) => {
    const folder = await tempFolder({ '.claude/skills/a/SKILL.md': skill('a'), 'notes.txt': 'x' })
    const read = (name: string) =>
      skillFolder(createFileReader(folder.path), { directory: name }).skills(scope, request)
    expect(await read(directory)).toMatchObject({
      skills: [],
      notices: [{ code: 'DIRECTORY_UNREADABLE', from: directory }],
    })
    expect(await read('.claude/skills')).toMatchObject({ skills: [{ name: 'a' }], notices: [] })
    expect(await read('')).toMatchObject({ skills: [], notices: [] })
  })

  it('returns nothing and no notices when there is no directory', async () => {
    expect(await load({})).toMatchObject({ skills: [], notices: [] })
  })

  it('reads byte order marks, Windows line endings and UTF-16', async () => {
    const { names, notices } = await load({
      'skills/a/SKILL.md': `\ufeff${skill('a').replaceAll('\n', '\r\n')}`,
      'skills/b/SKILL.md': Buffer.from(`\ufeff${skill('b')}`, 'utf16le'),
    })
    expect(names).toEqual(['a', 'b'])
    expect(notices).toEqual([])
  })

  it.each([
    ['Use for PDFs: "scan this".', 'Reads files. Use for PDFs: "scan this".'],
    ['>-\n  Use for PDFs\n  and scans.', 'Reads files. Use for PDFs and scans.'],
  ])('lists when to use a skill after its description, as Claude Code does', async (when, expected) => {
    const text = `---\nname: a\ndescription: Reads files.\nwhen_to_use: ${when}\n---\nbody`
    expect((await load({ 'skills/a/SKILL.md': text })).skills[0]?.description).toBe(expected)
  })

  it('does not list a skill that is hidden from the model', async () => {
    const hidden = '---\nname: a\ndescription: x\ndisable-model-invocation: true\n---\nbody'
    expect((await load({ 'skills/a/SKILL.md': hidden, 'skills/b/SKILL.md': skill('b') })).names).toEqual(['b'])
  })
})

describe('lenient loading', () => {
  it.each([
    ['a name that differs from the directory', skill('other'), 'other', 'directory'],
    ['capitals and spaces in the name', skill('My  Skill'), 'My Skill', 'lowercase'],
    ['a long name', skill('x'.repeat(65)), 'x'.repeat(65), '65 characters'],
    ['no name', '---\ndescription: x\n---\n', 'dir', 'the directory name is used'],
    ['a long description', skill('dir', 'é'.repeat(1_025)), 'dir', '1025 characters'],
  ])('warns of %s and loads the skill', async (_, text, name, hint) => {
    const { names, codes, notices } = await load({ 'skills/dir/SKILL.md': text })
    expect(names).toEqual([name])
    expect(codes).toEqual(['SKILL_IRREGULAR'])
    expect(notices[0]?.what).toContain(hint)
    expect(notices[0]?.from).toBe('skills/dir/SKILL.md')
  })

  it('keeps scalars as written, and supports YAML blocks and mappings', async () => {
    const { skills, notices } = await load({
      'skills/007/SKILL.md': '---\nname: 007 # bond\ndescription: >\n  One\n  line\nmetadata: { a: [1] }\n---\n',
      'skills/2026-03-01/SKILL.md': '---\nname: 2026-03-01\ndescription: true\n---\n',
    })
    expect(notices).toEqual([])
    expect(skills.map(({ name, description }) => [name, description])).toEqual([
      ['007', 'One line'],
      ['2026-03-01', 'true'],
    ])
  })

  it.each([
    ['no description', '---\nname: a\n---\n', 'description'],
    ['an empty description', '---\nname: a\ndescription: "  "\n---\n', 'description'],
    ['no front matter', '# A\n', 'front matter'],
    ['unclosed front matter', '---\nname: a\ndescription: x\n', 'not closed'],
    ['unreadable YAML', '---\nname: a\nbad: [\n---\n', 'description'],
    ['a list instead of a mapping', '---\n- a\n---\n', 'mapping'],
    ['no keys', '---\n[\n---\n', 'not valid YAML'],
    ['an empty file', '', 'front matter'],
  ])('omits only a skill with %s', async (_, text, hint) => {
    const { names, codes, notices } = await load({ 'skills/a/SKILL.md': text, 'skills/b/SKILL.md': skill('b') })
    expect(names).toEqual(['b'])
    expect(codes).toEqual(['SKILL_SKIPPED'])
    expect(notices[0]?.what).toContain(hint)
  })

  it.each(['js', 'javascript', 'JS', 'coffee', 'json', 'constructor', '__proto__'])(
    'never runs front matter in %s',
    async (language) => {
      const flag = 'lamellaFrontMatterRan'
      const code = `---${language}\n{ name: (globalThis.${flag} = true, 'a'), description: 'x' }\n---\n`
      const { names, codes } = await load({ 'skills/a/SKILL.md': code, 'skills/b/SKILL.md': skill('b') })
      expect(names).toEqual(['b'])
      expect(codes).toEqual(['SKILL_SKIPPED'])
      expect(globalThis).not.toHaveProperty(flag)
    },
  )

  it('treats YAML tags and prototype keys as plain data', async () => {
    const { names } = await load({
      'skills/a/SKILL.md': '---\nname: a\ndescription: !!js/function "function () { return 1 }"\n---\n',
      'skills/b/SKILL.md': '---\n__proto__:\n  description: inherited\nname: b\n---\n',
      'skills/c/SKILL.md': '---\nconstructor: x\ntoString: y\nname: c\ndescription: good\n---\n',
    })
    expect(names).toEqual(['a', 'c'])
  })

  it('omits files that are not text, lead outside or are not regular files', async () => {
    const folder = await tempFolder({
      'root/skills/nul/SKILL.md': 'a\0b',
      'root/skills/ok/SKILL.md': skill('ok'),
      'outside/SKILL.md': skill('outside'),
    })
    await symlink('../../outside', folder.at('root/skills/outside'))
    await mkdir(folder.at('root/skills/dir/SKILL.md'), { recursive: true })
    await mkdir(folder.at('root/skills/file'))
    await symlink('../../../outside/SKILL.md', folder.at('root/skills/file/SKILL.md'))
    await symlink('ok', folder.at('root/skills/zz-link'))
    const { skills, notices } = await skillFolder(createFileReader(folder.at('root'))).skills(scope, request)
    expect(skills.map(({ name }) => name)).toEqual(['ok'])
    expect(notices?.map(({ code, from }) => [code, from])).toEqual([
      ['FILE_NOT_A_FILE', 'skills/dir/SKILL.md'],
      ['FILE_OUTSIDE_ROOT', 'skills/file/SKILL.md'],
      ['FILE_NOT_TEXT', 'skills/nul/SKILL.md'],
      ['FILE_OUTSIDE_ROOT', 'skills/outside/SKILL.md'],
      ['SKILL_IRREGULAR', 'skills/zz-link/SKILL.md'],
      ['SKILL_COLLISION', 'skills/zz-link/SKILL.md'],
    ])
  })

  it('reports two skills with the same name and uses the one whose directory has it', async () => {
    const { skills, notices } = await load({
      'skills/a/SKILL.md': skill('pdf', 'wrong'),
      'skills/pdf/SKILL.md': skill('pdf', 'right'),
      'skills/z/SKILL.md': skill('pdf', 'wrong'),
    })
    expect(skills.map(({ description }) => description)).toEqual(['right'])
    const collisions = notices.filter(({ code }) => code === 'SKILL_COLLISION')
    expect(collisions.map(({ from }) => from)).toEqual(['skills/a/SKILL.md', 'skills/z/SKILL.md'])
  })

  it('checks no more skills than the limit, and reports the others', async () => {
    const folder = await tempFolder({ 'skills/ä/SKILL.md': skill('ä'), 'skills/z/SKILL.md': skill('z') })
    const { skills, notices } = await skillFolder(createFileReader(folder.path), { maxSkills: 1 }).skills(
      scope,
      request,
    )
    expect(skills.map(({ name }) => name)).toEqual(['z'])
    expect(notices?.map(({ code }) => code)).toEqual(['SKILLS_OMITTED'])
  })
})

describe('rescanning', () => {
  it('happens once for all skills that are read at the same time', async () => {
    const names = Array.from({ length: 40 }, (_, number) => `skill-${number}`)
    const folder = await tempFolder(Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skill(name)])))
    const fs = countingFs()
    const source = skillFolder(createFileReader(folder.path, { fs }))
    const callsFor = async (read: readonly string[]): Promise<number> => {
      fs.calls.length = 0
      const skills = await Promise.all(read.map((name) => source.readSkill(name)))
      expect(skills.map(({ name }) => name)).toEqual(read)
      return fs.calls.length
    }
    await callsFor(names)
    const [one, all] = [await callsFor(['skill-0']), await callsFor(names)]
    expect(all).toBeLessThan(10 * one)
    const reading = source.readSkill('skill-0')
    await folder.write('skills/late/SKILL.md', skill('late'))
    expect(await source.readSkill('late')).toMatchObject({ name: 'late' })
    await reading
  })

  it('detects new, changed and removed skills on every call, and reads only changed files', async () => {
    const folder = await tempFolder({ 'skills/a/SKILL.md': skill('a'), 'skills/b/SKILL.md': skill('b') })
    const fs = countingFs()
    const source = skillFolder(createFileReader(folder.path, { fs }))
    const first = await source.skills(scope, request)
    fs.calls.length = 0
    const second = await source.skills(scope, request)
    expect(second.skills[0]).toBe(first.skills[0])
    // The folder itself is listed, or only checked if it is old enough to trust.
    expect(fs.calls.filter((call) => call.endsWith('.md'))).toEqual(['stat SKILL.md', 'stat SKILL.md'])
    await folder.write('skills/a/SKILL.md', skill('a', 'Changed description.'))
    await folder.write('skills/c/SKILL.md', skill('c'))
    fs.calls.length = 0
    const third = await source.skills(scope, request)
    expect(third.skills.map(({ description }) => description)).toEqual(['Changed description.', 'About b.', 'About c.'])
    expect(third.skills[1]).toBe(first.skills[1])
    expect(fs.calls.filter((call) => call.startsWith('open'))).toHaveLength(2)
  })
})

describe('readSkill', () => {
  it('returns the body, the directory and the files below it, sorted', async () => {
    const folder = await tempFolder({
      'skills/a/SKILL.md': `${skill('a')}\nDo this.\n`,
      'skills/a/scripts/run.sh': '',
      'skills/a/scripts/deep/er.sh': '',
      'skills/a/references/api.md': '',
      'skills/a/LICENSE': '',
      'skills/a/.hidden': '',
    })
    await symlink('/etc/hostname', folder.at('skills/a/link'))
    const found = await skillFolder(createFileReader(folder.path)).readSkill('a')
    expect(found).toEqual({
      name: 'a',
      description: 'About a.',
      location: 'skills/a/SKILL.md',
      body: '# a\n\nDo this.',
      directory: folder.at('skills/a'),
      resources: ['LICENSE', 'references/api.md', 'scripts/deep/er.sh', 'scripts/run.sh'],
      notices: [],
    })
  })

  it('says that files are missing in its list: more than 200, or deeper than four directories', async () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`skills/many/r/${i}.md`, 'x']))
    const folder = await tempFolder({
      'skills/deep/SKILL.md': skill('deep'),
      'skills/deep/a/b/c/d/in.md': 'x',
      'skills/deep/a/b/c/d/e/out.md': 'x',
      'skills/many/SKILL.md': skill('many'),
      ...many,
    })
    const source = skillFolder(createFileReader(folder.path))
    const deep = await source.readSkill('deep')
    expect(deep.resources).toEqual(['a/b/c/d/in.md'])
    expect(deep.notices).toMatchObject([{ code: 'RESOURCES_OMITTED', from: 'skills/deep' }])
    const { resources, notices } = await source.readSkill('many')
    expect(resources).toHaveLength(200)
    expect(notices).toMatchObject([{ code: 'RESOURCES_OMITTED', from: 'skills/many' }])
  })

  it('also finds a skill hidden from the model, and shortens a long body', async () => {
    const body = 'line\n'.repeat(5_000)
    const text = `---\nname: a\ndescription: x\ndisable-model-invocation: true\n---\n${body}`
    const folder = await tempFolder({ 'skills/a/SKILL.md': text })
    const found = await skillFolder(createFileReader(folder.path)).readSkill('a')
    expect(found.body).toBe(body.trim())
  })

  it('throws for an unknown skill and suggests the likely one', async () => {
    const folder = await tempFolder({ 'skills/weather/SKILL.md': skill('weather') })
    const source = skillFolder(createFileReader(folder.path))
    await expect(source.readSkill('wether')).rejects.toThrow(/Did you mean 'weather'\?.*SKILL_NOT_FOUND/)
    await expect(source.readSkill('../../secret')).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' })
  })
})

describe.skipIf(!hasData)('real data', () => {
  it('loads 52 of the 54 skills of the assistant workspace, since two have no front matter and thus no description', async () => {
    const source = skillFolder(createFileReader(dataPath('workspaces/assistant')))
    const { skills, notices } = await source.skills(scope, request)
    expect(skills).toHaveLength(52)
    expect(notices?.map(({ code, from }) => [code, from])).toEqual([
      ['SKILL_SKIPPED', 'skills/canvas/SKILL.md'],
      ['SKILL_IRREGULAR', 'skills/discord/SKILL.md'],
      ['SKILL_IRREGULAR', 'skills/food-order/SKILL.md'],
      ['SKILL_SKIPPED', 'skills/lobster/SKILL.md'],
    ])
    for (const { name } of skills) expect((await source.readSkill(name)).body).not.toBe('')
  })
})
