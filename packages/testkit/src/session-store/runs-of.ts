import type { Scope } from '@lamella/core'
import type { SessionStore, StoredRun } from '@lamella/store'
import { lacking } from '../stores/lacking.ts'
import type { StoreBench } from '../stores/options.ts'

const scope = { tenant: 'acme', user: 'ada' }

/** The two methods, of a store that keeps runs. */
export interface Runs {
  read(session: string, of?: Scope): Promise<StoredRun | undefined>
  write(session: string, run: object, expectedVersion: number, of?: Scope): Promise<number>
  /** Writes with `adds`. */
  add(session: string, run: object, expectedVersion: number): Promise<number>
}

/** Skips the case if the store keeps no runs. */
export function runsOf(store: SessionStore, { skip }: StoreBench<SessionStore>): Runs {
  const { runs } = store
  if (!runs) return skip(lacking(store, 'runs.read', 'runs.write'))
  return {
    read: (session, of = scope) => runs.read(of, session),
    write: (session, run, expectedVersion, of = scope) =>
      runs.write(of, session, run as StoredRun['run'], expectedVersion),
    add: (session, run, expectedVersion) =>
      runs.write(scope, session, run as StoredRun['run'], expectedVersion, { adds: true }),
  }
}
