import { isLamellaError, type Notice } from '@lamella/core'
import type { Access } from '../access.ts'
import type { Purge } from '../purge.ts'
import type { CheckDatabase } from './check.ts'
import { fillIndexes } from './fill-indexes.ts'

/** Rebuilds derived data that is wrong. Returns the remaining problems. */
export type RepairDatabase = () => Promise<readonly Notice[]>

/** Orphaned vectors. Missing ones are created by the next search. */
const orphans: readonly string[] = [
  `DELETE FROM message_vectors WHERE item NOT IN (SELECT key FROM messages)
     OR owner IS NOT (SELECT owner FROM sessions WHERE id = item / 100000000)`,
  'DELETE FROM entry_vectors WHERE owner IS NOT (SELECT owner FROM entries WHERE id = item)',
  'DELETE FROM block_vectors WHERE owner IS NOT (SELECT owner FROM blocks WHERE id = item)',
]

export function createRepair(access: Access, purge: Purge, check: CheckDatabase): RepairDatabase {
  const { db } = access
  const integrity = db.prepare('PRAGMA integrity_check')

  const isWhole = async (): Promise<boolean> => {
    try {
      const rows = (await access.read(() => integrity.all())) as { readonly integrity_check: string }[]
      return rows.every(({ integrity_check: line }) => line === 'ok')
    } catch (error) {
      if (isLamellaError(error, 'DATABASE_DAMAGED')) return false
      throw error
    }
  }
  const makeAnew = (): void => {
    fillIndexes(db)
    for (const sql of orphans) db.exec(sql)
    // The old indexes may contain deleted data.
    purge.mark()
  }

  return async () => {
    const found = await check()
    const isAny = (code: string): boolean => found.some((notice) => notice.code === code)
    if (!isAny('INDEX_INCONSISTENT') && !isAny('ERASE_PENDING')) return found
    // A damaged file may hold more recoverable data than this function can know.
    if (!(await isWhole())) return found
    if (isAny('INDEX_INCONSISTENT')) await access.write(makeAnew)
    await purge.run()
    return check()
  }
}
