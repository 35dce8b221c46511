import { symlink } from 'node:fs/promises'
import { createFileReader, skillFolder } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { countingFs } from '../helpers/counting-fs.ts'
import { tempFolder } from '../helpers/folder.ts'
import { request, scope } from '../helpers/request.ts'

const skill = (name: string): string => `---\nname: ${name}\ndescription: About ${name}.\n---\nBody of ${name}`

async function open(paths: readonly string[], options: { readonly maxSkills?: number } = {}) {
  const files = paths.map((path) => [`skills/${path}/SKILL.md`, skill(path.split('/').at(-1) ?? '')])
  const folder = await tempFolder(Object.fromEntries(files))
  const fs = countingFs()
  const source = skillFolder(createFileReader(folder.path, { fs }), options)
  const read = async () => {
    const { skills, notices = [] } = await source.skills(scope, request)
    return { locations: skills.map(({ location }) => location), notices }
  }
  return { folder, source, fs, read }
}

describe('skills in groups', () => {
  it('are found four directories deep, and not inside of skills, hidden folders and packages', async () => {
    const { read } = await open([
      'flat',
      'engineering/code-review',
      'ml/evaluation/harness',
      'a/b/c/deep',
      'flat/examples/inner',
      'node_modules/x',
      'group/node_modules/y',
      '.git/z',
    ])
    expect(await read()).toEqual({
      locations: [
        'skills/engineering/code-review/SKILL.md',
        'skills/a/b/c/deep/SKILL.md',
        'skills/flat/SKILL.md',
        'skills/ml/evaluation/harness/SKILL.md',
      ],
      notices: [],
    })
  })

  it.each(['Skill.md', 'SKILL.MD'])('are skills also if their file is called %s, and no groups', async (name) => {
    const { folder, source, read } = await open(['flat', 'odd/inner'])
    await folder.write(`skills/odd/${name}`, skill('odd'))
    await symlink('../skills/odd', folder.at('skills/linked'))
    expect(await read()).toMatchObject({
      locations: ['skills/flat/SKILL.md', `skills/odd/${name}`],
      notices: [{ code: 'SKILL_IRREGULAR' }, { code: 'SKILL_COLLISION' }],
    })
    expect(await source.readSkill('odd')).toMatchObject({ body: 'Body of odd', resources: ['inner/SKILL.md'] })
  })

  it('are named if they are deeper', async () => {
    const { read } = await open(['a/b/c/d/e', 'a/b/c/d/f', 'flat'])
    const { locations, notices } = await read()
    expect(locations).toEqual(['skills/flat/SKILL.md'])
    expect(notices.map(({ code, from }) => [code, from])).toEqual([['SKILLS_OMITTED', 'skills/a/b/c/d/e']])
    expect(notices[0]?.what).toContain('1 more')
  })

  it.each([
    [1, []],
    [2, ['skills/z/SKILL.md']],
    [3, ['skills/group/b/SKILL.md', 'skills/z/SKILL.md']],
  ])('count as directories: of a limit of %i, groups take one each', async (maxSkills, expected) => {
    const { read } = await open(['group/b', 'group/c', 'z'], { maxSkills })
    const { locations, notices } = await read()
    expect(locations).toEqual(expected)
    expect(notices.map(({ code }) => code)).toEqual(['SKILLS_OMITTED'])
    expect(notices[0]?.what).toContain(`${4 - maxSkills} directories`)
  })

  it('are not looked for through links, which may lead to a directory above', async () => {
    const { folder, read } = await open(['group/a'])
    await symlink('..', folder.at('skills/group/up'))
    await symlink('group/a', folder.at('skills/a'))
    const { locations, notices } = await read()
    expect(locations).toEqual(['skills/a/SKILL.md'])
    expect(notices.map(({ code, from }) => [code, from])).toContainEqual(['SKILLS_OMITTED', 'skills/group/up'])
  })

  it('are loaded with their own files', async () => {
    const { folder, source } = await open(['group/a'])
    await folder.write('skills/group/a/scripts/run.sh', 'echo')
    expect(await source.readSkill('a')).toMatchObject({
      body: 'Body of a',
      directory: folder.at('skills/group/a'),
      resources: ['scripts/run.sh'],
      notices: [],
    })
    const file = await source.readFile(scope, 'a', 'scripts/run.sh', request)
    expect(new TextDecoder().decode(file?.bytes)).toBe('echo')
  })

  it('are read again only if they change', async () => {
    const { folder, fs, read } = await open(['group/a'])
    await read()
    await read()
    fs.calls.length = 0
    await read()
    expect(fs.calls.filter((call) => call.startsWith('open'))).toEqual([])
    await folder.write('skills/group/b/SKILL.md', skill('b'))
    expect((await read()).locations).toEqual(['skills/group/a/SKILL.md', 'skills/group/b/SKILL.md'])
  })
})

it('lists a skill whose front matter is longer than what is read of most files', async () => {
  const { folder, read } = await open(['a'])
  const notes = 'x'.repeat(30_000)
  await folder.write('skills/a/SKILL.md', `---\nname: a\ndescription: x\nmetadata:\n  notes: ${notes}\n---\n`)
  expect(await read()).toEqual({ locations: ['skills/a/SKILL.md'], notices: [] })
})

it.each([
  ['to a group', true, 'SKILLS_OMITTED'],
  ['that leaves the folder', false, 'FILE_OUTSIDE_ROOT'],
])('a link %s is not followed, and a notice says so', async (_, isInside, code) => {
  const { folder, read } = await open(['flat'])
  const other = isInside ? folder : await tempFolder()
  await other.write('elsewhere/one/SKILL.md', skill('one'))
  await symlink(other.at('elsewhere'), folder.at('skills/linked'))
  const { locations, notices } = await read()
  expect(locations).toEqual(['skills/flat/SKILL.md'])
  expect(notices).toMatchObject([{ code, from: 'skills/linked' }])
})
