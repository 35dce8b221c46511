import { join } from 'node:path'
import { type Package, packages } from './repo.ts'

/** One thing that can be imported: `@lamella/wire/openai-chat`, and the source file it is made from. */
export interface Entry {
  readonly specifier: string
  readonly source: string
  readonly folder: string
}

/** What a package lets be imported, by its `exports`; data files such as package.json are none. */
export function entriesOf({ folder, path, manifest }: Package): readonly Entry[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([key, target]) => {
    const source = typeof target === 'string' ? undefined : target['@lamella/source']
    return source ? [{ specifier: manifest.name + key.slice(1), source: join(path, source), folder }] : []
  })
}

/** The entries of all packages. */
export const entries: readonly Entry[] = packages.flatMap(entriesOf)
