import type { Scope, SkillSource } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { mustEqual } from '../kit/must-equal.ts'
import type { Rule } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import { type SourceBench, scopeOf } from '../sources/ask.ts'
import type { SourceSuiteOptions } from '../sources/options.ts'

const request = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal })

/** Names that are no skills, some of them mistaken for paths and properties. */
const hostileNames = ['', '.', '..', '../skills', '__proto__', 'constructor', 'no such skill', '\0', 'x'.repeat(5_000)]

/** Paths that lead out of a skill's folder, or to no file in it. */
const hostilePaths = [
  ...['', '.', '..', '/', '../SKILL.md', '../../etc/passwd', '/etc/passwd', 'a/../../x', '..\\x', 'C:\\x', 'c:x'],
  ...['%2e%2e/x', '..%2fx', 'SKILL.md/..', 'SKILL.md/../../x', '\0', 'SKILL.md\0.txt', '__proto__', 'x'.repeat(5_000)],
]

/** Returns the names that a scope may load. */
async function namesFor(source: SkillSource, scope: Scope): Promise<readonly string[]> {
  return (await source.skills(scope, request())).skills.map(({ name }) => name)
}

/** Returns each other scope with the scope's names that are not listed for it. */
async function foreignNames(
  source: SkillSource,
  bench: SourceBench,
  own: readonly string[],
): Promise<readonly (readonly [Scope, string])[]> {
  const found: (readonly [Scope, string])[] = []
  for (const other of bench.options.others ?? []) {
    const theirs = await namesFor(source, other)
    found.push(...own.filter((name) => !theirs.includes(name)).map((name) => [other, name] as const))
  }
  return found
}

/** Rules for the optional methods with which a skill is read. */
export const readingRules: readonly Rule<SkillSource, SourceSuiteOptions>[] = [
  {
    code: 'SKILL_SOURCE_LOAD',
    name: 'loads the skills that it lists for a scope, and no others',
    contract: ['SkillSource.load', '`undefined` for a name that is not listed for the scope.'],
    check: async (source, bench) => {
      const { load } = source
      if (load === undefined) return bench.skip('the source has no method load')
      const scope = scopeOf(bench)
      const names = await namesFor(source, scope)
      for (const name of names) {
        const skill: unknown = await source.load?.(scope, name, request())
        if (!isObject(skill) || skill['name'] !== name || typeof skill['body'] !== 'string') {
          bench.fail(`the skill ${show(name)} with a body`, show(skill))
        }
      }
      const strangers = hostileNames.filter((name) => !names.includes(name)).map((name) => [scope, name] as const)
      for (const [whose, name] of [...strangers, ...(await foreignNames(source, bench, names))]) {
        mustEqual(bench, await source.load?.(whose, name, request()), undefined, `undefined for ${show(name)}`)
      }
    },
  },
  {
    code: 'SKILL_SOURCE_FILES',
    name: 'reads the files of listed skills, at most as many bytes as asked for, and nothing else',
    contract: ['SkillSource.readFile', "nothing outside the skill's folder is read"],
    check: async (source, bench) => {
      if (source.readFile === undefined) return bench.skip('the source has no method readFile')
      const scope = scopeOf(bench)
      const names = await namesFor(source, scope)
      for (const name of names) {
        const { resources = [] } = (await source.load?.(scope, name, request())) ?? {}
        for (const path of resources) {
          const file: unknown = await source.readFile?.(scope, name, path, { ...request(), maxBytes: 1 })
          const isFile = isObject(file) && file['bytes'] instanceof Uint8Array && typeof file['size'] === 'number'
          if (!isFile || (file['bytes'] as Uint8Array).length !== Math.min(1, file['size'] as number)) {
            bench.fail(`one byte and the size of ${show(path)}`, show(file))
          }
        }
        for (const path of hostilePaths) {
          const file = await source.readFile?.(scope, name, path, request())
          if (file !== undefined) bench.fail(`undefined for the path ${show(path)}`, show(file))
        }
      }
      for (const [other, name] of await foreignNames(source, bench, names)) {
        const file = await source.readFile?.(other, name, 'SKILL.md', request())
        if (file !== undefined) bench.fail(`undefined for ${show(name)} of another scope`, show(file))
      }
    },
  },
]
