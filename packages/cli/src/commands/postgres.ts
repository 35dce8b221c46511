import type { PostgresCheck, SchemaOptions, VectorIndex } from '@lamella/provider-postgres'
import type { Command } from 'commander'
import { addressOf } from '../address.ts'
import type { End } from '../exit-code.ts'
import { findingLine } from '../findings.ts'
import type { Io } from '../io.ts'
import { loadPostgres } from '../optional.ts'
import { subcommand } from '../options.ts'
import { paletteFor } from '../palette.ts'
import { parseCount } from '../parse.ts'
import { plain, toJson } from '../plain.ts'
import { table } from '../text/table.ts'
import { counted, grouped } from '../text/words.ts'
import { write } from '../write.ts'

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

/** Adds `lamella postgres sql`: prints the statements of the migrations. Needs no database. */
function addSql(parent: Command, io: Io): void {
  const example = 'lamella postgres sql --role app | psql postgres://owner@db.internal/agents'
  postgresCommand(
    parent,
    'sql',
    'Print the statements that create the tables, to run with psql or a migration tool.',
    example,
  )
    .option('--partitions <count>', 'partitions of the messages, by tenant', parseCount)
    .option('--from <version>', 'version that the schema has (default: 0, none)', parseCount)
    .action(async ({ from, ...options }: PostgresCommandOptions & { readonly from?: number }) => {
      const { postgresMigrations } = await loadPostgres()
      await write(io.stdout, postgresMigrations(schemaOf(options), from))
    })
}

/** Adds `lamella postgres migrate`: brings a schema to the current version. */
function addMigrate(parent: Command, io: Io): void {
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

/** Adds `lamella postgres check`: reports the state of a schema. Changes nothing. */
function addCheck(parent: Command, io: Io, end: End): void {
  const example = 'lamella postgres check postgres://app@db.internal/agents'
  postgresCommand(parent, 'check', 'Check version, policies, rights, indexes and sizes.', example)
    .argument(...addressArgument)
    .option('--json', 'print JSON')
    .action(async (address: string | undefined, options: PostgresCommandOptions) => {
      const { checkPostgres } = await loadPostgres()
      const check = await checkPostgres(addressOf(address, io.env), schemaOf(options))
      io.stdout.write(options.json ? `${toJson(check)}\n` : checkText(check, io))
      if (check.problems.length > 0) end(1)
    })
}

function checkText({ server, schema, version, known, role, tables, bytes, problems }: PostgresCheck, io: Io): string {
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

interface IndexCommandOptions extends PostgresCommandOptions {
  readonly tenant: string
  readonly least?: number
  readonly texts?: boolean
}

/** Adds `lamella postgres index`: makes the indexes that a tenant's vectors need, or fills that of its messages. */
function addIndex(parent: Command, io: Io): void {
  const example = 'lamella postgres index postgres://owner@db.internal/agents --tenant acme'
  postgresCommand(parent, 'index', 'Make HNSW indexes for owners with many vectors.', example)
    .argument(...addressArgument)
    .requiredOption('--tenant <id>', 'tenant whose users and agents get them')
    .option('--least <count>', 'vectors from which an owner gets one (default: 10000)', parseCount)
    .option('--texts', 'add messages to the index of words instead, so that no search has to do it first')
    .option('--json', 'print JSON')
    .action(async (address: string | undefined, { tenant, schema, least, texts, json }: IndexCommandOptions) => {
      const { indexPostgres, postgres } = await loadPostgres()
      if (texts) {
        const at = { migrate: false, maxConnections: 2, ...(schema !== undefined && { schema }) }
        const stores = await postgres(addressOf(address, io.env), at)
        const messages = await stores.indexMessages({ tenant }).finally(stores.close)
        io.stdout.write(json ? `${toJson({ messages })}\n` : `${counted(messages, 'message')} indexed.\n`)
        return
      }
      const indexes = await indexPostgres(addressOf(address, io.env), {
        tenant,
        ...(schema !== undefined && { schema }),
        ...(least !== undefined && { least }),
      })
      io.stdout.write(json ? `${toJson(indexes)}\n` : indexesText(indexes))
    })
}

function indexesText(indexes: readonly VectorIndex[]): string {
  if (indexes.length === 0) return 'No owner of this tenant has so many vectors: nothing to do.\n'
  const lines = indexes.map(({ name, state, of }) => {
    if (of === undefined) return `${plain(name)}: ${state}`
    const { user, agent, kind, embedder, vectors } = of
    const owner = [user && `user ${plain(user)}`, agent && `agent ${plain(agent)}`].filter(Boolean).join(', ')
    const whose = owner === '' ? 'the tenant itself' : owner
    return `${plain(name)}: ${state}, ${grouped(vectors)} vectors (${kind}, ${plain(embedder)}) of ${whose}`
  })
  return `${lines.join('\n')}\n`
}

/** The options of all commands. */
interface PostgresCommandOptions {
  readonly schema?: string
  readonly role?: string
  readonly partitions?: number
  readonly json?: boolean
}

/** Creates a subcommand of `lamella postgres` with the options of a schema. */
function postgresCommand(parent: Command, name: string, description: string, example: string): Command {
  return subcommand(parent, name, description, example)
    .option('--schema <name>', 'schema of the tables (default: lamella)')
    .option('--role <name>', 'role that programs use the tables with')
}

const addressArgument: readonly [name: string, description: string] = [
  '[address]',
  'address of the database (default: DATABASE_URL)',
]

/** Returns the given options alone. */
function schemaOf({ schema, role, partitions }: PostgresCommandOptions): SchemaOptions {
  return {
    ...(schema !== undefined && { schema }),
    ...(role !== undefined && { role }),
    ...(partitions !== undefined && { partitions }),
  }
}
