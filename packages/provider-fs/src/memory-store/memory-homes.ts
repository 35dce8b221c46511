import { createHash } from 'node:crypto'
import { join, relative, resolve, sep } from 'node:path'
import { LamellaError, type Scope } from '@lamella/core'
import { type Owner, ownerOf } from '@lamella/store'
import { nameOf } from '../disk/file-name.ts'
import { foldersWithin } from '../disk/folders.ts'

/** The location of an owner's memory. */
export interface MemoryHome {
  readonly folder: string
  /** Name of its lock. */
  readonly lock: string
}

/** The locations of all memory. */
export interface MemoryHomes {
  readonly root: string
  readonly locks: string
  /** Returns `undefined` for an owner who cannot have memory here. */
  of(owner: Owner): MemoryHome | undefined
  /** @throws LamellaError `SCOPE_INVALID` for an owner who cannot have memory here */
  mustHave(owner: Owner): MemoryHome
  /** Returns the homes that an erased scope covers. */
  within(owner: Owner): Promise<readonly MemoryHome[]>
}

/** Returns the homes in a folder: one per owner, or the folder itself for a single owner. */
export function homesIn(folder: string, only: Scope | undefined): MemoryHomes {
  const root = resolve(folder)
  const single = only && ownerOf(only)

  const homeAt = (path: string): MemoryHome => {
    const shown = relative(root, path).split(sep).join('/')
    return { folder: path, lock: createHash('sha256').update(`memory ${shown}`).digest('hex').slice(0, 32) }
  }
  const of = (owner: Owner): MemoryHome | undefined => {
    if (single) return isSameOwner(single, owner) ? homeAt(root) : undefined
    return homeAt(join(root, nameOf(owner.tenant), nameOf(owner.user), nameOf(owner.agent)))
  }

  return {
    root,
    locks: join(root, '.locks'),
    of,
    mustHave(owner) {
      const home = of(owner)
      if (home) return home
      throw new LamellaError({
        code: 'SCOPE_INVALID',
        what: `The folder '${root}' holds the memory of one owner only.`,
        fix: "Use that owner's scope, or omit the option `owner` so that every owner has a folder.",
        details: { key: 'tenant' },
      })
    },
    async within(owner) {
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
