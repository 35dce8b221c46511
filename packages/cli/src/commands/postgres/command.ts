import type { SchemaOptions } from '@lamella/provider-postgres'
import type { Command } from 'commander'
import { subcommand } from '../../options.ts'

/** The options of all commands. */
export interface PostgresCommandOptions {
  readonly schema?: string
  readonly role?: string
  readonly partitions?: number
  readonly json?: boolean
}

/** Creates a subcommand of `lamella postgres` with the options of a schema. */
export function postgresCommand(parent: Command, name: string, description: string, example: string): Command {
  return subcommand(parent, name, description, example)
    .option('--schema <name>', 'schema of the tables (default: lamella)')
    .option('--role <name>', 'role that programs use the tables with')
}

export const addressArgument: readonly [name: string, description: string] = [
  '[address]',
  'address of the database (default: DATABASE_URL)',
]

/** Returns the given options alone. */
export function schemaOf({ schema, role, partitions }: PostgresCommandOptions): SchemaOptions {
  return {
    ...(schema !== undefined && { schema }),
    ...(role !== undefined && { role }),
    ...(partitions !== undefined && { partitions }),
  }
}
