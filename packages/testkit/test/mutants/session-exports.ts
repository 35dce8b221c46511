import { createSessionStore } from '@lamella/store/memory'
import type { TestedSessionStore } from '../../src/session-store/options.ts'
import type { Mutant } from './mutant.ts'
import { type Base, exports, type Fault, type Fields, type MakeMutant, moment } from './store-faults.ts'

type Lines = AsyncIterable<string> | Iterable<string>

/** An import that changes the lines, or what happens when they are refused. */
const imports =
  (change: (base: Base, scope: unknown, lines: readonly string[], options: unknown) => Promise<unknown>): Fault =>
  (base) => ({
    'transfer.import': async (scope, lines, options) => {
      const all: string[] = []
      for await (const line of lines as Lines) all.push(line)
      return await change(base, scope, all, options)
    },
  })

const without = (lines: readonly string[], beginning: string): readonly string[] => {
  const some = lines.filter((line) => !line.startsWith(beginning))
  return lines.length === some.length ? lines : [...some.slice(0, -1), `{"end":true,"lines":${some.length - 1}}`]
}

/** An import that loses part of a valid input. */
const importsLess = (change: (lines: readonly string[]) => readonly string[]): Fault =>
  imports(async (base, scope, lines, options) => {
    const { id } = await base.ask<{ readonly id: string }>('transfer.import', scope, lines, options)
    await base.ask('delete', scope, id)
    return await base.ask('transfer.import', scope, change(lines), { session: id })
  })

const time = /,"(?:at|createdAt|updatedAt)":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g

/** Faults in exports and imports of sessions. */
export const sessionExportMutants = (mutant: MakeMutant<TestedSessionStore>): readonly Mutant<TestedSessionStore>[] => [
  mutant('EXPORT', 'exports forks in a separate format', (base) => ({
    ...exports((lines) =>
      lines[0]?.includes('"forkedFrom"') ? lines.map((line) => line.replace('{"position"', '{ "position"')) : lines,
    )(base),
    // The import must read that format too.
    ...imports((own, scope, lines, options) => {
      const read = lines.map((line) => line.replace('{ "position"', '{"position"'))
      return own.ask('transfer.import', scope, read, options)
    })(base),
  })),
  mutant('EXPORT', 'exports a missing session as an empty one', (base) => ({
    'transfer.export': async function* (scope, session): AsyncGenerator<string, void, undefined> {
      if (session !== 'none') yield* await base.ask<AsyncIterable<string>>('transfer.export', scope, session)
    },
  })),
  mutant('EXPORT', 'includes later changes in an export', (base) => ({
    'transfer.export': async function* (...given): AsyncGenerator<string, void, undefined> {
      const [first = ''] = await linesOf(await base.ask<Lines>('transfer.export', ...given))
      yield first
      yield* (await linesOf(await base.ask<Lines>('transfer.export', ...given))).slice(1)
    },
  })),
  mutant(
    'IMPORT',
    'forgets operations',
    importsLess((lines) => without(lines, '{"operation"')),
  ),
  mutant(
    'IMPORT',
    'forgets times',
    importsLess((lines) => lines.map((line) => line.replace(time, ''))),
  ),
  mutant('IMPORT_REFUSED', 'accepts lines without an end', (base) => ({
    ...imports(async (own, scope, lines, options) => {
      try {
        return await own.ask('transfer.import', scope, lines, options)
      } catch (error) {
        const isOpen = lines.length > 0 && !lines.some((line) => line.startsWith('{"end"'))
        if (!isOpen) throw error
        return await own.ask('transfer.import', scope, [...lines, `{"end":true,"lines":${lines.length}}`], options)
      }
    })(base),
  })),
  mutant(
    'IMPORT_REFUSED',
    'accepts a carriage return',
    imports((base, scope, lines, options) =>
      base.ask(
        'transfer.import',
        scope,
        lines.map((line) => line.replace(/\r$/, '')),
        options,
      ),
    ),
  ),
  mutant('IMPORT_REFUSED', 'creates the session before it has read all lines', (base) => ({
    ...imports(async (own, scope, lines, options) => {
      // Makes sure that the lines are at fault, and not the scope, the id or an existing session.
      const error = await refusal(lines)
      if (error === undefined) return await own.ask('transfer.import', scope, lines, options)
      await own.ask('append', scope, 'half', [{ role: 'user', content: 'half' }])
      throw error
    })(base),
  })),
  mutant(
    'IMPORT_EXISTS',
    'overwrites an existing session',
    imports(async (base, scope, lines, options) => {
      try {
        return await base.ask('transfer.import', scope, lines, options)
      } catch (error) {
        if ((error as Fields)['code'] !== 'SESSION_EXISTS') throw error
        const { session } = (error as { readonly details: { readonly session: string } }).details
        await base.ask('delete', scope, session)
        return await base.ask('transfer.import', scope, lines, options)
      }
    }),
  ),
  mutant('IMPORT_EXISTS', 'checks for the session first and writes later', (base) => ({
    ...imports(async (own, scope, lines, options) => {
      const { session } = (options ?? {}) as Fields
      if (session === undefined || (await refusal(lines)) !== undefined) {
        return await own.ask('transfer.import', scope, lines, options)
      }
      const before = await own.ask('info', scope, session)
      await moment()
      if (!before) await own.ask('delete', scope, session)
      return await own.ask('transfer.import', scope, lines, options)
    })(base),
  })),
]

/** The error that a correct store would throw for these lines. */
async function refusal(lines: readonly string[]): Promise<unknown> {
  try {
    await createSessionStore().transfer.import({ tenant: 'acme' }, lines)
    return undefined
  } catch (error) {
    return error
  }
}

async function linesOf(lines: Lines): Promise<readonly string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}
