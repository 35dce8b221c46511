import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportsOf } from '../src/api/exports.ts'
import { published } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'

/** The most values that stable entries export: what one release has to keep for the next. */
const mostStable = 373

/** Returns the entries that a README calls stable, and those that it calls experimental. */
function saidIn(path: string): Readonly<Record<'stable' | 'experimental', readonly string[]>> {
  const [, section = ''] = readFileSync(join(path, 'README.md'), 'utf8').split('\n## Stability\n')
  const named = (word: string): readonly string[] => {
    const [, text = ''] = new RegExp(`\\*\\*${word}\\*\\*:\\s([^*]*)`).exec(section) ?? []
    return Array.from(text.matchAll(/`(@lamella\/[^`]+)`/g), ([, name = '']) => name)
  }
  return { stable: named('Stable'), experimental: named('Experimental') }
}

describe('the README of', () => {
  it.each(published.map((one) => ({ one, name: one.manifest.name })))(
    '$name calls each entry stable or experimental, and says what that promises',
    ({ one }) => {
      const { stable, experimental } = saidIn(one.path)
      const keys = Object.entries(one.manifest.exports ?? {}).flatMap(([key, target]) =>
        typeof target === 'string' ? [] : [one.manifest.name + key.slice(1)],
      )
      expect([...stable, ...experimental].sort()).toEqual(keys.sort())
      expect(readFileSync(join(one.path, 'README.md'), 'utf8')).toContain('(../../docs/versions.md#names)')
    },
  )
})

describe('the stable entries', () => {
  it(`export at most ${mostStable} values`, () => {
    const values = published.flatMap((one) => {
      const { stable } = saidIn(one.path)
      return entriesOf(one)
        .filter(({ specifier }) => stable.includes(specifier))
        .flatMap((entry) => exportsOf(entry).filter(({ isType }) => !isType))
    })
    expect(values.length).toBeGreaterThan(0)
    expect(values.length).toBeLessThanOrEqual(mostStable)
  })
})
