import type { Command } from 'commander'
import { addressOf } from '../../address.ts'
import type { Io } from '../../io.ts'
import { loadPostgres } from '../../optional.ts'
import { parseCount } from '../../parse.ts'
import { plain, toJson } from '../../plain.ts'
import { addressArgument, type PostgresCommandOptions, postgresCommand, schemaOf } from './command.ts'

/** Adds `lamella postgres migrate`: brings a schema to the current version. */
export function addMigrate(parent: Command, io: Io): void {
  const example = 'lamella postgres migrate postgres://owner@db.internal/agents --role app'
  postgresCommand(parent, 'migrate', 'Create the tables, or bring them to the current version.', example)
    .argument(...addressArgument)
    .option('--partitions <count>', 'partitions of the messages, by tenant, when the tables are made', parseCount)
    .option('--json', 'print JSON')
    .action(async (address: string | undefined, options: PostgresCommandOptions) => {
      const { migratePostgres } = await loadPostgres()
      const { from, to } = await migratePostgres(addressOf(address, io.env), schemaOf(options))
      const { schema = 'lamella' } = options
      if (options.json) io.stdout.write(`${toJson({ schema, from, to })}\n`)
      else if (from === to) io.stdout.write(`The schema ${plain(schema)} has version ${to}: nothing to do.\n`)
      else io.stdout.write(`The schema ${plain(schema)} was migrated from version ${from} to ${to}.\n`)
    })
}
