import { createHash } from 'node:crypto'
import { isLamellaError } from '@lamella/core'
import type { Owner } from '@lamella/store'
import type { Database } from '../database/database.ts'
import { notice } from '../notices.ts'
import type { Tell } from '../options.ts'

/** Tells other programs which owners have changed blocks. */
export interface Notifier {
  /** Called after a change was committed. Returns at once. */
  changed(owner: Owner): void
  /** Resolves when everything was sent. */
  done(): Promise<void>
}

/** The channel of a schema. Anyone who may connect to the database can listen, so names say nothing about content. */
export function channelOf(schema: string): string {
  return `lamella_${digest(schema).slice(0, 32)}`
}

/** What is sent for an owner: a hash. */
export function payloadOf({ tenant, user, agent }: Owner): string {
  return digest(JSON.stringify([tenant, user, agent]))
}

/**
 * Sends notifications in transactions of their own, one at a time; owners that change meanwhile are sent together.
 * Never in the transaction of a change: at its commit, a transaction with a notification takes an exclusive lock that
 * all databases of the server share, and holds it until its commit is on the disk. Source: PreCommit_Notify in
 * src/backend/commands/async.c (`LockSharedObject(DatabaseRelationId, InvalidOid, 0, AccessExclusiveLock)`),
 * PostgreSQL 14 to 18, 2026-11-23.
 */
export function createNotifier(database: Database, tell: Tell): Notifier {
  /** A tenant for each payload that waits. */
  let waiting = new Map<string, string>()
  let sending: Promise<void> | undefined

  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const all = waiting
      waiting = new Map()
      const [tenant = ''] = all.values()
      try {
        await database.write(tenant, (statements) =>
          statements.query('SELECT pg_notify($1, p) FROM unnest($2::text[]) p', channelOf(database.schema), [
            ...all.keys(),
          ]),
        )
      } catch (error) {
        const why = isLamellaError(error) ? error.what : String(error)
        tell(notice('NOTIFICATION_LOST', `A notification could not be sent: ${why}`))
      }
    }
    sending = undefined
  }

  return {
    changed: (owner) => {
      waiting.set(payloadOf(owner), owner.tenant)
      sending ??= sendAll()
    },
    done: async () => {
      await sending
    },
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
