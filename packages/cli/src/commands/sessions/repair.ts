import type { Notice, Scope } from '@lamella/core'
import type { Command } from 'commander'
import type { End } from '../../exit-code.ts'
import { type Finding, findingsOf, foundIn, meantSessions } from '../../findings.ts'
import type { Io } from '../../io.ts'
import { type OpenedStore, withStore } from '../../open-store.ts'
import { paletteFor } from '../../palette.ts'
import { type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { findingLine } from '../../text/finding-line.ts'
import { sessionsCommand, storeArgument } from './command.ts'

/** What a repair came to. */
interface Repaired {
  readonly done: readonly Finding[]
  readonly left: readonly Finding[]
}

const notes = `
Nothing is ever deleted. What was begun and never finished is moved beside its file; indexes are made anew.`

/** `lamella sessions repair`: puts right what can be put right without loss. */
export function addRepair(parent: Command, io: Io, end: End): void {
  const example = 'lamella sessions repair ./data telegram_4711'
  sessionsCommand(parent, 'repair', 'Put right what can be put right without loss.', example)
    .argument(...storeArgument)
    .argument('[session]', 'id of a session (default: all of the scope; of a database always all of it)')
    .addHelpText('after', notes)
    .action(async (path: string, session: string | undefined, options: ScopeOptions) => {
      const { green, red } = paletteFor(io.stdout, io.env)
      const { done, left } = await withStore(path, (store) => repair(store, scopeOf(options), session))
      for (const finding of done) io.stdout.write(`put right: ${findingLine(finding, green)}\n`)
      for (const finding of left) io.stdout.write(`cannot be put right: ${findingLine(finding, red)}\n`)
      io.stdout.write(left.length > 0 ? lost : done.length > 0 ? 'Nothing is wrong any more.\n' : 'Nothing is wrong.\n')
      if (left.length > 0) end(1)
    })
}

const lost = 'Everything around it is still read, and appends go on. To have it back, restore a backup.\n'

async function repair(store: OpenedStore, scope: Scope, session: string | undefined): Promise<Repaired> {
  const done: Finding[] = []
  const left: Finding[] = []
  const { sessions, check, repairAll, repairOne } = store
  if (check && repairAll) {
    const before = await check()
    const after = before.length === 0 ? [] : await repairAll()
    done.push(...before.filter((notice) => !after.some((other) => isSame(notice, other))).map(foundIn))
    left.push(...after.map(foundIn))
    // A named one must be there.
    if (session !== undefined) await findingsOf(sessions, scope, session)
    return { done, left }
  }
  for await (const id of meantSessions(sessions, scope, session)) {
    const before = await findingsOf(sessions, scope, id)
    if (before.length === 0) continue
    const moved = before.some(({ notice }) => notice.code === 'SESSION_DAMAGED') ? [] : await repairOne?.(scope, id)
    done.push(...(moved ?? []).map((notice) => ({ session: id, notice })))
    // What was moved aside is told by verify for as long as it lies there, and is nothing to be put right.
    const after = await findingsOf(sessions, scope, id)
    left.push(...after.filter(({ notice }) => notice.code !== 'SESSION_TAIL_TORN'))
  }
  return { done, left }
}

function isSame(one: Notice, other: Notice): boolean {
  return one.code === other.code && one.what === other.what && one.from === other.from
}
