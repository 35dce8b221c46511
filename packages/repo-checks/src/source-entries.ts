import { join } from 'node:path'
import { type Package, packages } from './repo.ts'

/** An entry that can be imported, such as `@lamella/wire/openai-chat`, and the source file it is built from. */
export interface Entry {
  readonly specifier: string
  readonly source: string
  readonly folder: string
}

/** Returns what can be imported from a package according to its `exports`, without data files such as package.json. */
export function entriesOf({ folder, path, manifest }: Package): readonly Entry[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([key, target]) => {
    const source = typeof target === 'string' ? undefined : target['@lamella/source']
    return source ? [{ specifier: manifest.name + key.slice(1), source: join(path, source), folder }] : []
  })
}

/** The entries of all packages. */
export const entries: readonly Entry[] = packages.flatMap(entriesOf)
