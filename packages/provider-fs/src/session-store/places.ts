import { createHash } from 'node:crypto'
import { join, relative, resolve, sep } from 'node:path'
import type { Owner } from '@lamella/store'
import { isShortened, nameOf } from '../disk/file-name.ts'

/** The location of a session. */
export interface SessionPlace {
  readonly id: string
  readonly owner: Owner
  /** The session's file. */
  readonly path: string
  /** The file that receives bytes of incomplete appends. */
  readonly tornPath: string
  /** The file with the state of its run. */
  readonly runPath: string
  /** The folder with its blobs. */
  readonly blobsPath: string
  /** Name of its lock. */
  readonly lock: string
  /** The path for display: relative to the store's folder, with `/`. */
  readonly shown: string
  /** Whether the path contains the full id. */
  readonly named: boolean
}

/** Extensions of a session's files. */
export const sessionEnding = '.jsonl'
const tornEnding = '.torn'
const runEnding = '.run'
export const blobsEnding = '.blobs'

/** The locations of a store's sessions: `<folder>/<tenant>/<user>/<agent>/<session>.jsonl`. */
export interface Places {
  readonly root: string
  /** The folder of the locks. No owner's folder begins with a dot. */
  readonly locks: string
  of(owner: Owner, session: string): SessionPlace
  /** The folder of exactly this owner. */
  folderOf(owner: Owner): string
  /** Returns the location of a session file with that name, whatever its session. */
  named(folder: string, name: string): SessionPlace
}

export function placesIn(folder: string): Places {
  const root = resolve(folder)
  const folderOf = ({ tenant, user, agent }: Owner): string => join(root, nameOf(tenant), nameOf(user), nameOf(agent))
  const place = (path: string, id: string, owner: Owner): SessionPlace => {
    const shown = relative(root, path).split(sep).join('/')
    const stem = path.slice(0, -sessionEnding.length)
    const lock = createHash('sha256').update(shown).digest('hex').slice(0, 32)
    const others = {
      tornPath: `${stem}${tornEnding}`,
      runPath: `${stem}${runEnding}`,
      blobsPath: `${stem}${blobsEnding}`,
    }
    return { id, owner, path, ...others, lock, shown, named: !isShortened(nameOf(id)) }
  }
  return {
    root,
    locks: join(root, '.locks'),
    of: (owner, session) => place(join(folderOf(owner), `${nameOf(session)}${sessionEnding}`), session, owner),
    folderOf,
    named: (parent, name) => place(join(parent, name), '', { tenant: '', user: '', agent: '' }),
  }
}

/** Returns the common stem of the names of a session's files; `undefined` for other files. */
export function stemOf(name: string): string | undefined {
  const ending = [sessionEnding, tornEnding, runEnding, blobsEnding].find((one) => name.endsWith(one))
  return ending === undefined ? undefined : name.slice(0, -ending.length) || undefined
}
