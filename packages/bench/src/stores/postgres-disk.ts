import { randomBytes } from 'node:crypto'
import type { Message } from '@lamella/core'
import type { PostgresSessions } from '@lamella/provider-postgres'
import type { Server } from '../../../provider-postgres/test/helpers/server.ts'
import { noRecordings, recordings } from '../prefix/conversations.ts'

/** What messages take on disk. */
interface DiskUse {
  /** Which messages, with their mean size. */
  readonly what: string
  /** Bytes of the table with its index for a byte of JSON. */
  readonly ratio: number
  readonly isRecorded: boolean
}

const count = 100_000
/** Characters of the messages of a fixed size. */
const fixed = [250, 360, 1_000]

/** Measures what 100,000 messages take: recorded ones, where they are on this machine, and some of fixed sizes. */
export async function diskUse(real: Server, sessions: PostgresSessions): Promise<readonly DiskUse[]> {
  if (noRecordings !== undefined) console.error(`Skipped recorded messages on disk: ${noRecordings}`)
  const found = noRecordings === undefined ? recordings() : []
  const recorded = found.map(({ name, conversations }) => ({
    name: `recorded (${name})`,
    source: conversations.flat(),
  }))
  const all: DiskUse[] = []
  for (const { name, source } of recorded)
    all.push({ ...(await measured(real, sessions, name, source)), isRecorded: true })
  for (const size of fixed) {
    const source = Array.from({ length: 1_000 }, () => ofSize(size))
    all.push({ ...(await measured(real, sessions, 'generated', source)), isRecorded: false })
  }
  return all
}

async function measured(
  real: Server,
  sessions: PostgresSessions,
  name: string,
  source: readonly Message[],
): Promise<Pick<DiskUse, 'what' | 'ratio'>> {
  await real.query('TRUNCATE lamella.messages')
  const scope = { tenant: 'acme', user: 'disk' }
  // Sessions of 1,000 messages, each appended in parts.
  for (let start = 0; start < count; start += 500) {
    const some = Array.from({ length: 500 }, (_, index) => source[(start + index) % source.length] as Message)
    await sessions.append(scope, `${name} ${source.length} ${Math.floor(start / 1_000)}`, some)
  }
  await real.query('VACUUM ANALYZE lamella.messages')
  const [sizes] = (await real.query(`
    SELECT pg_total_relation_size('lamella.messages')::float8 AS disk, sum(octet_length(json::text))::float8 AS json
    FROM lamella.messages`)) as [{ readonly disk: number; readonly json: number }]
  await sessions.admin.erase(scope)
  await real.query('TRUNCATE lamella.messages')
  const mean = Math.round(sizes.json / count)
  return { what: `${name} messages of ${mean} bytes`, ratio: sizes.disk / sizes.json }
}

function ofSize(size: number): Message {
  const empty = JSON.stringify({ role: 'user', content: '' }).length
  return {
    role: 'user',
    content: randomBytes(size)
      .toString('base64')
      .slice(0, size - empty),
  }
}
