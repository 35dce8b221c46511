import type { Command } from 'commander'
import type { End } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { addCheck } from './postgres/check.ts'
import { addIndex } from './postgres/index-vectors.ts'
import { addMigrate } from './postgres/migrate.ts'
import { addSql } from './postgres/sql.ts'

const notes = `
[address] is postgres://user@host/database; without it, the environment variable
DATABASE_URL is used. Passwords are never printed.

Example:
  $ lamella postgres migrate postgres://owner@db.internal/agents --role app`

/** Adds `lamella postgres`: prepares and checks a PostgreSQL database. */
export function addPostgres(program: Command, io: Io, end: End): void {
  const postgres = program
    .command('postgres')
    .summary('prepare and check a PostgreSQL database')
    .description('Creates, migrates and checks the tables of Lamella in a PostgreSQL database.')
    .addHelpText('after', notes)
  addMigrate(postgres, io)
  addCheck(postgres, io, end)
  addIndex(postgres, io)
  addSql(postgres, io)
}
