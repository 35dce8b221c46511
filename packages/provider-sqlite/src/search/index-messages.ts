import { ownerOf } from '@lamella/store'
import type { Access } from '../database/access.ts'
import type { CatchUp } from './message-index.ts'

/** Adds the messages of all users and agents of a tenant to the index of words. */
export type IndexMessages = (request: { readonly tenant: string; readonly signal?: AbortSignal }) => Promise<number>

export function createIndexMessages(access: Access, catchUp: CatchUp): IndexMessages {
  const waiting = access.db.prepare(`
    SELECT DISTINCT s.owner FROM owners o JOIN sessions s ON s.owner = o.id
    WHERE o.tenant = ? AND s.waiting = 1 ORDER BY s.owner
  `)
  return async ({ tenant, signal }) => {
    const owner = ownerOf({ tenant })
    const owners = await access.read(() => waiting.all(owner.tenant) as { readonly owner: number }[])
    let count = 0
    const all = { tail: false, time: Number.POSITIVE_INFINITY, signal }
    for (const { owner: id } of owners) count += await catchUp({ ...all, owner: id })
    return count
  }
}
