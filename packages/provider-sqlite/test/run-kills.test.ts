import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import type { Running } from '../../provider-fs/test/stores/helpers/running.ts'
import { tempFolder } from './helpers/folder.ts'
import { programs } from './helpers/processes.ts'

const scope = { tenant: 'acme', user: 'ada' }
const crashes = Number(process.env['LAMELLA_CRASHES'] ?? 10)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A request that a process has sent. */
interface Sent {
  readonly turn: number
  readonly name: string
  readonly request: { readonly system: readonly unknown[]; readonly messages: readonly unknown[] }
}

/** Kills a process: while it waits for an answer, before it has sent anything, or at any other time. */
async function killSometime(running: Running, crash: number): Promise<void> {
  if (crash % 4 === 3) await pause(100 + Math.random() * 150)
  else {
    while (running.lines().length === 0 && running.process.exitCode === null) await pause(1)
    if (crash % 4 > 0) await pause(Math.random() * 100)
  }
  running.process.kill('SIGKILL')
  expect(await running.ended).toBe(null)
}

function sentIn(log: string): readonly Sent[] {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
  // A process that was killed while it wrote the line has not sent the request.
  return lines.filter((line) => line.endsWith('\t')).map((line) => JSON.parse(line) as Sent)
}

async function messagesIn(kind: string, path: string): Promise<readonly Message[]> {
  const { sessions, close } =
    kind === 'sqlite'
      ? await sqlite(path, { synchronous: 'normal' })
      : ((store) => ({ sessions: store, close: store.close }))(fileSessions(path, { fsync: 'os' }))
  const { messages } = await sessions.page(scope, 's', { messages: Number.POSITIVE_INFINITY })
  expect(await sessions.admin.verify(scope, 's')).toEqual([])
  await close()
  return messages.map(({ message }) => message)
}

describe('a run whose processes are killed', () => {
  it.each(['fileSessions', 'sqlite'])(
    `sends the same bytes for the same operation, and loses and repeats nothing (%s, ${crashes} kills)`,
    async (kind) => {
      const start = await programs('turns')
      const folder = tempFolder()
      let [sentAgain, turns] = [0, 0]
      for (let crash = 0; crash < crashes; crash++) {
        // A new session now and then, so that its first request is also hit.
        const path = join(folder, `${Math.floor(crash / 5)}.db`)
        const log = `${path}.log`
        const before = sentIn(log)
        const running = start(kind, path, log, crash)
        await killSometime(running, crash)
        const sent = sentIn(log)
        const first = sent[before.length]
        if (first && first.turn === before.at(-1)?.turn) sentAgain++
        const requests = new Map<number, Sent['request']>()
        for (const { turn, request } of sent) {
          expect(JSON.stringify(request)).toBe(JSON.stringify(requests.get(turn) ?? request))
          requests.set(turn, request)
        }
        expect([...requests.keys()]).toEqual(Array.from(requests.keys(), (_, turn) => turn))
        for (const [turn, { system, messages }] of requests) {
          const { system: same, messages: beginning } = requests.get(turn - 1) ?? { system, messages: [] }
          expect([system, messages.slice(0, beginning.length)]).toEqual([same, beginning])
        }
        const stored = await messagesIn(kind, path)
        const answers = stored.length / 2
        const expected = Array.from({ length: answers }, (_, turn): readonly Message[] => [
          { role: 'user', content: `Question ${turn}` },
          { role: 'assistant', content: `Answer ${turn}` },
        ]).flat()
        expect(stored).toEqual(expected)
        // The last request may wait for its answer.
        expect(requests.size - answers).toBeGreaterThanOrEqual(0)
        expect(requests.size - answers).toBeLessThanOrEqual(1)
        const [, acknowledged] =
          running
            .lines()
            .findLast((line) => line.startsWith('answered'))
            ?.split(' ') ?? []
        if (acknowledged !== undefined) expect(answers).toBeGreaterThan(Number(acknowledged))
        turns += sent.length - before.length
      }
      console.log(`${crashes} kills of runs in ${kind}: ${turns} requests, ${sentAgain} sent again`)
      expect(sentAgain).toBeGreaterThan(0)
    },
  )
})
