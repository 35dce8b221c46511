import { createHash } from 'node:crypto'
import { join, relative, resolve, sep } from 'node:path'
import type { Scope } from '@lamella/core'
import { checkId, type Owner, ownerOf } from '@lamella/core/store'
import { isShortened, nameOf } from '../disk/file-name.ts'

/** Where a session is kept. */
export interface SessionPlace {
  readonly id: string
  readonly owner: Owner
  /** The session's file. */
  readonly path: string
  /** Where bytes are moved to that belong to no whole append. */
  readonly tornPath: string
  /** Name of its lock. */
  readonly lock: string
  /** The path as it is shown: from the store's folder on, with `/`. */
  readonly shown: string
  /** Whether the path says the id. */
  readonly named: boolean
}

/** Endings of the files of a session. */
export const sessionEnding = '.jsonl'
const tornEnding = '.torn'

/** Where the sessions of a store are: `<folder>/<tenant>/<user>/<agent>/<session>.jsonl`. */
export interface Places {
  readonly root: string
  /** Where locks are. No owner's folder begins with a dot. */
  readonly locks: string
  /** @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
  of(scope: Scope, session: string): SessionPlace
  /** The folder of exactly this owner. */
  folderOf(owner: Owner): string
  /** Where a session file of that name is, of whatever session it is. */
  named(folder: string, name: string): SessionPlace
}

export function placesIn(folder: string): Places {
  const root = resolve(folder)
  const folderOf = ({ tenant, user, agent }: Owner): string => join(root, nameOf(tenant), nameOf(user), nameOf(agent))
  const place = (path: string, id: string, owner: Owner): SessionPlace => {
    const shown = relative(root, path).split(sep).join('/')
    const stem = path.slice(0, -sessionEnding.length)
    const lock = createHash('sha256').update(shown).digest('hex').slice(0, 32)
    return { id, owner, path, tornPath: `${stem}${tornEnding}`, lock, shown, named: !isShortened(nameOf(id)) }
  }
  return {
    root,
    locks: join(root, '.locks'),
    of(scope, session) {
      const owner = ownerOf(scope)
      const name = nameOf(checkId('session', session))
      return place(join(folderOf(owner), `${name}${sessionEnding}`), session, owner)
    },
    folderOf,
    named: (parent, name) => place(join(parent, name), '', { tenant: '', user: '', agent: '' }),
  }
}
