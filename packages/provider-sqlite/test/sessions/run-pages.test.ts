import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

/** A page in the log, with its head: https://www.sqlite.org/fileformat2.html#walformat */
const frame = 4_096 + 24

it('writes fewer than four pages on average for what a turn adds to the state of a run, whatever is kept already', async () => {
  const path = join(tempFolder(), 'a.db')
  const { sessions, close } = await sqlite(path, { synchronous: 'normal' })
  const scope = { tenant: 'acme', user: 'ada' }
  const kept = 'k'.repeat(50_000)
  let version = await sessions.runs.write(scope, 's', { kept }, 0)
  const before = statSync(`${path}-wal`).size
  for (let turn = 0; turn < 40; turn++) {
    version = await sessions.runs.write(scope, 's', { turn, added: 'a'.repeat(3_000) }, version, { adds: true })
  }
  expect((statSync(`${path}-wal`).size - before) / frame / 40).toBeLessThan(4)
  const stored = await sessions.runs.read(scope, 's')
  expect(stored?.run).toEqual({ kept })
  expect(stored?.added?.map(({ turn }) => turn)).toEqual(Array.from({ length: 40 }, (_, turn) => turn))
  await close()
})
