import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, type Manifest, published, root } from '../src/repo.ts'

/** Entries that are built by a script of their own: no other package compiles their sources, which need another configuration. */
const builtByScript = ['@lamella/inspector/browser']

type Entry = readonly string[] | Readonly<Record<string, string>>

describe.each(published.map((one) => ({ one, name: one.manifest.name })))('$name', ({ one }) => {
  const { manifest, path, folder } = one
  const exported = Object.entries(manifest.exports ?? {})
  const isOwn = (key: string): boolean => builtByScript.includes(manifest.name + key.slice(1))
  const withSource = exported.flatMap(([key, target]) =>
    typeof target === 'string' || isOwn(key) ? [] : [{ key, target }],
  )

  it('exports files that exist, with their built forms in the same places', () => {
    for (const { key, target } of withSource) {
      const source = target['@lamella/source'] ?? ''
      expect(existsSync(join(path, source)), `${key} -> ${source}`).toBe(true)
      const built = source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '')
      expect(target).toEqual({ '@lamella/source': source, types: `${built}.d.ts`, default: `${built}.js` })
    }
    const data = exported.flatMap(([, target]) => (typeof target === 'string' ? [target] : []))
    expect(data.filter((file) => !existsSync(join(path, file)))).toEqual([])
  })

  it('publishes the same exports without the sources', () => {
    const without = exported.map(([key, target]) => {
      if (typeof target === 'string') return [key, target]
      const { '@lamella/source': _, ...rest } = target
      return [key, rest]
    })
    expect(manifest.publishConfig?.exports).toEqual(Object.fromEntries(without))
    expect(manifest.publishConfig?.access).toBe('public')
  })

  it('builds its exports and nothing else', async () => {
    const { default: config } = (await import(join(path, 'tsup.config.ts'))) as { default: { entry: Entry } }
    const built = Object.entries(config.entry).map(([key, source]) =>
      Array.isArray(config.entry) ? source.replace(/^src\//, '') : `${key}.ts`,
    )
    const targets = [
      ...withSource.map(({ target }) => target['@lamella/source']?.replace('./src/', '')),
      ...Object.values(manifest.bin ?? {}).map((file) => file.replace('./dist/', '').replace(/\.js$/, '.ts')),
    ]
    expect(built.sort()).toEqual(targets.sort())
  })

  it('has the fields that a registry needs', () => {
    expect(manifest).toMatchObject({
      name: `@lamella/${folder}`,
      license: 'MIT',
      type: 'module',
      sideEffects: false,
      files: ['dist', 'docs', 'CHANGELOG.md'],
      engines: { node: '>=20.19' },
      repository: { directory: `packages/${folder}` },
    } satisfies Manifest)
    expect(manifest.description).toMatch(/\S/)
  })

  it('has a licence and a README', () => {
    expect(['LICENSE', 'README.md'].filter((file) => !existsSync(join(path, file)))).toEqual([])
  })
})

describe('changesets', () => {
  it('name published packages and a release type', () => {
    const names = published.map(({ manifest }) => manifest.name)
    const wrong = filesBelow(join(root, '.changeset'), '.md')
      .filter((path) => !path.endsWith('README.md'))
      .flatMap((path) => {
        const [, head = '', body = ''] = /^---\n(.*?)\n?---\n(.*)$/s.exec(readFileSync(path, 'utf8')) ?? []
        if (!/\S/.test(head) || !/\S/.test(body)) return [`${path}: empty`]
        return head.split('\n').flatMap((line) => {
          const [, name = '', bump] = /^['"]?([^'":]+)['"]?: (patch|minor|major)$/.exec(line) ?? []
          return bump && names.includes(name) ? [] : [`${path}: ${line}`]
        })
      })
    expect(wrong).toEqual([])
  })

  it('are configured for existing packages', () => {
    const config = readFileSync(join(root, '.changeset/config.json'), 'utf8')
    const named = Array.from(config.matchAll(/"(@lamella\/[^"]+)"/g), ([, name = '']) => name)
    const folders = readdirSync(join(root, 'packages')).map((folder) => `@lamella/${folder}`)
    expect(named.filter((name) => !folders.includes(name))).toEqual([])
  })
})
