import type { Scope } from '@lamella/core'
import type { SessionStore, StoredRun } from '@lamella/store'
import { lacking } from '../stores/lacking.ts'
import type { StoreBench } from '../stores/options.ts'

const scope = { tenant: 'acme', user: 'ada' }

/** The two methods, of a store that has both. */
export interface Runs {
  read(session: string, of?: Scope): Promise<StoredRun | undefined>
  write(session: string, run: object, expectedVersion: number, of?: Scope): Promise<number>
}

/** Skips the case if the store lacks one of the methods. */
export function runsOf(store: SessionStore, { skip }: StoreBench<SessionStore>): Runs {
  const { readRun, writeRun } = store
  if (!readRun || !writeRun) return skip(lacking(store, 'readRun', 'writeRun'))
  return {
    read: (session, of = scope) => readRun.call(store, of, session),
    write: (session, run, expectedVersion, of = scope) =>
      writeRun.call(store, of, session, run as StoredRun['run'], expectedVersion),
  }
}
