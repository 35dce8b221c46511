import { createHash } from 'node:crypto'
import { join, relative, resolve, sep } from 'node:path'
import { LamellaError, type Scope } from '@lamella/core'
import { type Owner, ownerOf } from '@lamella/core/store'
import { nameOf } from '../disk/file-name.ts'
import { foldersWithin } from '../disk/owner-folders.ts'

/** Where an owner's memory is. */
export interface MemoryHome {
  readonly folder: string
  /** Name of its lock. */
  readonly lock: string
}

/** Where memory is kept. */
export interface MemoryHomes {
  readonly root: string
  readonly locks: string
  /** `undefined` for an owner who can have none here. @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
  of(scope: Scope): MemoryHome | undefined
  /** @throws LamellaError `SCOPE_INVALID` for an owner who can have none here, too */
  mustHave(scope: Scope): MemoryHome
  /** Those that a scope means when it is to be erased. */
  within(scope: Scope): Promise<readonly MemoryHome[]>
}

/** Homes in a folder: for each owner one, or the folder itself for the only owner there is. */
export function homesIn(folder: string, only: Scope | undefined): MemoryHomes {
  const root = resolve(folder)
  const single = only && ownerOf(only)

  const homeAt = (path: string): MemoryHome => {
    const shown = relative(root, path).split(sep).join('/')
    return { folder: path, lock: createHash('sha256').update(`memory ${shown}`).digest('hex').slice(0, 32) }
  }
  const of = (scope: Scope): MemoryHome | undefined => {
    const owner = ownerOf(scope)
    if (single) return isSameOwner(single, owner) ? homeAt(root) : undefined
    return homeAt(join(root, nameOf(owner.tenant), nameOf(owner.user), nameOf(owner.agent)))
  }

  return {
    root,
    locks: join(root, '.locks'),
    of,
    mustHave(scope) {
      const home = of(scope)
      if (home) return home
      throw new LamellaError({
        code: 'SCOPE_INVALID',
        what: `The folder '${root}' is the memory of one owner, and of no other.`,
        fix: 'Give its scope, or leave out the option `owner`, so that every owner has a folder.',
        details: { key: 'tenant' },
      })
    },
    async within(scope) {
      const owner = ownerOf(scope)
      if (single) return isWithin(single, owner) ? [homeAt(root)] : []
      return (await foldersWithin(root, owner)).map(homeAt)
    },
  }
}

function isSameOwner(a: Owner, b: Owner): boolean {
  return a.tenant === b.tenant && a.user === b.user && a.agent === b.agent
}

function isWithin(one: Owner, { tenant, user, agent }: Owner): boolean {
  return one.tenant === tenant && (user === '' || one.user === user) && (agent === '' || one.agent === agent)
}
