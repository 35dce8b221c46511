import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateSkill } from '../../provider-fs/src/index.ts'
import { linksOf } from '../src/markdown.ts'
import { filesBelow, packages, published, root } from '../src/repo.ts'

interface PackDocs {
  writeGuides(folder: string): Promise<readonly string[]>
}

const { writeGuides } = (await import(join(root, 'scripts/pack-docs.mjs'))) as PackDocs

describe('the guides that a package is published with', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lamella-guides-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(published.map((one) => ({ one, name: one.manifest.name })))(
    '$name: have links for its version',
    async ({ one }) => {
      const copy = join(folder, one.folder)
      for (const file of ['package.json', 'README.md']) await cp(join(one.path, file), join(copy, file))
      const pages = await writeGuides(copy)
      const skill = one.folder === 'core' ? 1 : 0
      const guides = pages.length === 0 ? 0 : pages.length + 1
      expect(filesBelow(join(copy, 'docs'), '.md').length).toBe(guides + skill)
      const listed = linksOf(join(copy, 'docs/llms.txt')).map(({ target }) => target)
      expect(listed).toHaveLength(1 + skill + pages.length)
      expect(listed.filter((target) => !existsSync(join(copy, 'docs', target)))).toEqual([])
      const { version } = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8')) as { version: string }
      for (const page of filesBelow(join(copy, 'docs'), '.md')) {
        const relative = linksOf(page).filter(({ target }) => !/^([a-z][a-z+.-]*:|#)/i.test(target))
        const broken = relative.filter(({ target }) => !existsSync(join(dirname(page), target.split('#')[0] ?? '')))
        expect(broken).toEqual([])
        const source = 'https://github.com/lamella-js/lamella/blob/'
        const elsewhere = linksOf(page).filter(({ target }) => target.startsWith(source))
        expect(
          elsewhere.filter(({ target }) => !target.startsWith(`${source}${one.manifest.name}@${version}/`)),
        ).toEqual([])
        expect(
          elsewhere.filter(({ target }) => !existsSync(join(root, pathIn(target, one.manifest.name, version)))),
        ).toEqual([])
      }
    },
  )
})

function pathIn(target: string, name: string, version: string): string {
  return target.slice(`https://github.com/lamella-js/lamella/blob/${name}@${version}/`.length).split('#')[0] ?? ''
}

describe('the skill for coding agents', () => {
  const skill = join(root, 'skills/using-lamella')

  it('is valid by the specification of Agent Skills', async () => {
    expect(basename(skill)).toBe('using-lamella')
    expect(await validateSkill(skill)).toEqual([])
  })

  it('names packages and functions that exist', async () => {
    const text = await readFile(join(skill, 'SKILL.md'), 'utf8')
    const named = Array.from(text.matchAll(/@lamella\/([a-z0-9-]+)/g), ([, name = '']) => name)
    const folders = packages.map((one) => one.folder)
    expect(named.filter((name) => !folders.includes(name))).toEqual([])
  })
})
