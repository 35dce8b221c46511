import type { Command } from 'commander'
import type { Io } from '../../io.ts'
import { loadPostgres } from '../../optional.ts'
import { parseCount } from '../../parse.ts'
import { write } from '../../write.ts'
import { type PostgresCommandOptions, postgresCommand, schemaOf } from './command.ts'

/** Adds `lamella postgres sql`: prints the statements of the migrations. Needs no database. */
export function addSql(parent: Command, io: Io): void {
  const example = 'lamella postgres sql --role app | psql postgres://owner@db.internal/agents'
  postgresCommand(parent, 'sql', 'Print the statements that create the tables, for other tools to run.', example)
    .option('--partitions <count>', 'partitions of the messages, by tenant', parseCount)
    .option('--from <version>', 'version that the schema has (default: 0, none)', parseCount)
    .action(async ({ from, ...options }: PostgresCommandOptions & { readonly from?: number }) => {
      const { postgresMigrations } = await loadPostgres()
      await write(io.stdout, postgresMigrations(schemaOf(options), from))
    })
}
