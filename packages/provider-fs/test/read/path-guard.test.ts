import { realpath, rename, symlink } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { createFileReader } from '@lamella/provider-fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingFs } from '../helpers/counting-fs.ts'
import { tempFolder } from '../helpers/folder.ts'

describe('paths that leave the root', () => {
  it.each(['../secret.md', 'skills/../../secret.md', '/etc/hostname', '..', 'a\0.md'])(
    'rejects %j without reading the disk',
    async (path) => {
      const folder = await tempFolder({ 'root/a.md': 'a', 'secret.md': 'secret' })
      const fs = countingFs()
      const file = await createFileReader(folder.at('root'), { fs }).read(path)
      expect(file).toMatchObject({ state: 'refused', text: '' })
      expect(file.notices.map(({ code }) => code)).toEqual(['FILE_OUTSIDE_ROOT'])
      expect(fs.calls).toEqual([])
    },
  )

  it('rejects links that lead out, even through a directory, and follows those that stay inside', async () => {
    const folder = await tempFolder({ 'root/a.md': 'inside', 'outside/SKILL.md': 'secret', 'rootless/b.md': 'secret' })
    await symlink('../outside/SKILL.md', folder.at('root/out.md'))
    await symlink(folder.at('outside'), folder.at('root/outdir'))
    await symlink('../rootless', folder.at('root/similar'))
    await symlink('a.md', folder.at('root/in.md'))
    const reader = createFileReader(folder.at('root'))
    for (const path of ['out.md', 'outdir/SKILL.md', 'similar/b.md']) {
      const file = await reader.read(path)
      expect(file).toMatchObject({ state: 'refused', text: '', notices: [{ code: 'FILE_OUTSIDE_ROOT' }] })
    }
    expect((await reader.list('outdir')).entries).toEqual([])
    expect((await reader.list('outdir')).notices[0]?.code).toBe('FILE_OUTSIDE_ROOT')
    expect((await reader.read('in.md')).text).toBe('inside')
  })

  it('detects a file that is replaced by a link to the outside', async () => {
    const folder = await tempFolder({ 'root/a.md': 'inside', 'secret.md': 'secret' })
    const reader = createFileReader(folder.at('root'), { fs: countingFs() })
    expect((await reader.read('a.md')).text).toBe('inside')
    await symlink('../secret.md', folder.at('root/b.md'))
    await rename(folder.at('root/b.md'), folder.at('root/a.md'))
    expect(await reader.read('a.md')).toMatchObject({ state: 'refused', text: '' })
  })

  it('does not follow a link that is created between the check and the opening', async () => {
    const folder = await tempFolder({ 'root/a.md': 'inside', 'secret.md': 'secret' })
    await symlink('../secret.md', folder.at('root/b.md'))
    const fs = countingFs()
    const exchanging = {
      ...fs,
      open: async (path: string, flags: number) => {
        await rename(folder.at('root/b.md'), folder.at('root/a.md'))
        return fs.open(path, flags)
      },
    }
    expect(await createFileReader(folder.at('root'), { fs: exchanging }).read('a.md')).toMatchObject({ text: '' })
  })

  it('works below a root that is itself a link, even when the link changes', async () => {
    const folder = await tempFolder({ 'one/a.md': 'one', 'two/a.md': 'two!' })
    await symlink('one', folder.at('root'))
    const reader = createFileReader(folder.at('root'))
    expect((await reader.read('a.md')).text).toBe('one')
    await symlink('two', folder.at('next'))
    await rename(folder.at('next'), folder.at('root'))
    expect((await reader.read('a.md')).text).toBe('two!')
  })

  it('returns text exactly for paths whose real location is a file inside', async () => {
    const folder = await tempFolder({ 'root/a/f.md': 'in', 'root/f.md': 'in', 'out/f.md': 'secret', 'f.md': 'secret' })
    await symlink('../out', folder.at('root/o'))
    await symlink('../../root', folder.at('root/a/r'))
    await symlink('a', folder.at('root/l'))
    await symlink('../f.md', folder.at('root/x.md'))
    const root = folder.at('root')
    const reader = createFileReader(root)
    const segment = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      'o',
      'r',
      'l',
      'f.md',
      'x.md',
      'root',
      'out',
      '...',
      '%2e%2e',
      '~',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 7 }), fc.constantFrom('/', '//', sep), async (parts, join) => {
        const path = parts.join(join)
        const asked = resolve(root, path)
        const real = asked === root || asked.startsWith(root + sep) ? await realpath(asked).catch(() => '') : ''
        const file = await reader.read(path)
        expect(file.text).toBe(real.startsWith(root + sep) && real.endsWith('f.md') ? 'in' : '')
      }),
      { numRuns: 2_000 },
    )
  })
})
