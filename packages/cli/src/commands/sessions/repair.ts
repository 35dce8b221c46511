import type { Notice, Scope } from '@lamella/core'
import type { Command } from 'commander'
import type { End } from '../../exit-code.ts'
import { type Finding, findingLine, findingsOf, foundIn, selectedSessions } from '../../findings.ts'
import type { Io } from '../../io.ts'
import { type OpenedStore, withStore } from '../../open-store.ts'
import { paletteFor } from '../../palette.ts'
import { noSessionsOf, type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { sessionsCommand, storeArgument } from './command.ts'

/** The result of a repair. */
interface Repaired {
  /** How many sessions of the scope were read; `undefined` for a whole database. */
  readonly checked?: number
  readonly done: readonly Finding[]
  readonly left: readonly Finding[]
}

const notes = `
Never deletes anything. Incomplete appends move to another file next to the
session's; indexes are rebuilt.`

/** Adds `lamella sessions repair`: repairs what can be repaired without loss. */
export function addRepair(parent: Command, io: Io, end: End): void {
  const example = 'lamella sessions repair ./data telegram_4711'
  sessionsCommand(parent, 'repair', 'Repair what can be repaired without loss.', example)
    .argument(...storeArgument)
    .argument('[session]', 'id of a session (default: all in the scope; for a database, always the whole database)')
    .addHelpText('after', notes)
    .action(async (path: string, session: string | undefined, options: ScopeOptions) => {
      const { green, red } = paletteFor(io.stdout, io.env)
      const { checked, done, left } = await withStore(path, (store) => repair(store, scopeOf(options), session))
      if (checked === 0 && left.length === 0) {
        io.stdout.write(noSessionsOf(options))
        return
      }
      for (const finding of done) io.stdout.write(`repaired: ${findingLine(finding, green)}\n`)
      for (const finding of left) io.stdout.write(`cannot be repaired: ${findingLine(finding, red)}\n`)
      io.stdout.write(closing(done, left))
      if (left.length > 0) end(1)
    })
}

/** A file that cannot be read says nothing about what is in it. */
function closing(done: readonly Finding[], left: readonly Finding[]): string {
  if (left.some(({ notice }) => notice.code !== 'SESSION_FILE_UNREADABLE')) return lost
  const other = left.length > 0 ? ' else' : ''
  return done.length > 0 ? `Everything${other} was repaired.\n` : `Nothing${other} to repair.\n`
}

const lost =
  'Everything around the damage is still read, and appends continue to work. To recover the lost data, restore a backup.\n'

async function repair(store: OpenedStore, scope: Scope, session: string | undefined): Promise<Repaired> {
  const done: Finding[] = []
  const left: Finding[] = []
  const { sessions, check, repairAll, repairOne } = store
  if (check && repairAll) {
    const before = await check()
    const after = before.length === 0 ? [] : await repairAll()
    done.push(
      ...before
        .filter((notice) => !after.some((other) => isSame(notice, other)))
        .map(withoutFix)
        .map(foundIn),
    )
    left.push(...after.map(foundIn))
    // A named session must exist.
    if (session !== undefined) await findingsOf(sessions, scope, session)
    return { done, left }
  }
  let checked = 0
  for await (const id of selectedSessions(sessions, scope, session, (one) => void left.push(one))) {
    checked++
    const before = await findingsOf(sessions, scope, id)
    if (before.length === 0) continue
    const moved = before.some(({ notice }) => notice.code === 'SESSION_DAMAGED') ? [] : await repairOne?.(scope, id)
    done.push(...(moved ?? []).map((notice) => ({ session: id, notice })))
    // `verify` reports a torn file as long as it exists, but it needs no repair.
    const after = await findingsOf(sessions, scope, id)
    left.push(...after.filter(({ notice }) => notice.code !== 'SESSION_TAIL_TORN'))
  }
  return { checked, done, left }
}

/** A repaired problem needs no fix. */
function withoutFix({ fix: _fix, ...notice }: Notice): Notice {
  return notice
}

function isSame(one: Notice, other: Notice): boolean {
  return one.code === other.code && one.what === other.what && one.from === other.from
}
