import type { PostgresCheck } from '@lamella/provider-postgres'
import type { Command } from 'commander'
import { addressOf } from '../../address.ts'
import type { End } from '../../exit-code.ts'
import { findingLine } from '../../findings.ts'
import type { Io } from '../../io.ts'
import { loadPostgres } from '../../optional.ts'
import { paletteFor } from '../../palette.ts'
import { plain, toJson } from '../../plain.ts'
import { table } from '../../text/table.ts'
import { counted, grouped } from '../../text/words.ts'
import { addressArgument, type PostgresCommandOptions, postgresCommand, schemaOf } from './command.ts'

/** Adds `lamella postgres check`: reports the state of a schema. Changes nothing. */
export function addCheck(parent: Command, io: Io, end: End): void {
  const example = 'lamella postgres check postgres://app@db.internal/agents'
  postgresCommand(parent, 'check', 'Check version, policies, rights, indexes and sizes.', example)
    .argument(...addressArgument)
    .option('--json', 'print JSON')
    .action(async (address: string | undefined, options: PostgresCommandOptions) => {
      const { checkPostgres } = await loadPostgres()
      const check = await checkPostgres(addressOf(address, io.env), schemaOf(options))
      io.stdout.write(options.json ? `${toJson(check)}\n` : textOf(check, io))
      if (check.problems.length > 0) end(1)
    })
}

function textOf({ server, schema, version, known, role, tables, bytes, problems }: PostgresCheck, io: Io): string {
  const { red } = paletteFor(io.stdout, io.env)
  const rows = tables.map(({ name, rows: count, bytes: size, indexBytes, isGuarded }) => [
    ...[plain(name), count < 0 ? '-' : grouped(count), kibibytes(size), kibibytes(indexBytes)],
    isGuarded ? '' : red('open'),
  ])
  const head = ['table', 'rows', 'data', 'indexes', '']
  return [
    `PostgreSQL ${plain(server)}, schema ${plain(schema)} at version ${version} of ${known}, role ${plain(role.name)}`,
    ...(rows.length === 0 ? [] : ['', ...table('lrrrl', [head, ...rows]), '', `${kibibytes(bytes)} in all`]),
    ...problems.map((problem) => findingLine({ notice: problem }, red)),
    problems.length === 0 ? 'No problems found.' : `${counted(problems.length, 'problem')}.`,
    '',
  ].join('\n')
}

function kibibytes(value: number): string {
  return `${grouped(Math.ceil(value / 1024))} KiB`
}
