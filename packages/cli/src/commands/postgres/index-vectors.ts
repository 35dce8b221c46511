import type { VectorIndex } from '@lamella/provider-postgres'
import type { Command } from 'commander'
import { addressOf } from '../../address.ts'
import type { Io } from '../../io.ts'
import { loadPostgres } from '../../optional.ts'
import { parseCount } from '../../parse.ts'
import { plain, toJson } from '../../plain.ts'
import { counted, grouped } from '../../text/words.ts'
import { addressArgument, type PostgresCommandOptions, postgresCommand } from './command.ts'

interface IndexCommandOptions extends PostgresCommandOptions {
  readonly tenant: string
  readonly least?: number
  readonly texts?: boolean
}

/** Adds `lamella postgres index`: makes the indexes that a tenant's vectors need, or fills that of its messages. */
export function addIndex(parent: Command, io: Io): void {
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
      io.stdout.write(json ? `${toJson(indexes)}\n` : textOf(indexes))
    })
}

function textOf(indexes: readonly VectorIndex[]): string {
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
