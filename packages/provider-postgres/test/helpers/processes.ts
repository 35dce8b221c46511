import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { programIn, type Running } from '../../../provider-fs/test/stores/helpers/running.ts'

const modules = new URL('../../node_modules/', import.meta.url)
/** The modules that programs need at run time, and where they are. */
const linked = {
  pg: new URL('pg', modules),
  'loro-crdt': new URL('../../blocks/node_modules/loro-crdt', modules),
}

/** Compiles a program to plain JavaScript. Returns a function that starts it. Call it once a file, outside of tests. */
export async function programs(
  source: URL = new URL('program.ts', import.meta.url),
): Promise<(...args: readonly (string | number)[]) => Running> {
  const folder = mkdtempSync(join(tmpdir(), 'lamella-postgres-'))
  const started: Running[] = []
  afterAll(async () => {
    // Those that a failed test left would go on.
    for (const one of started) one.process.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    rmSync(folder, { recursive: true, force: true })
  })
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, place] of Object.entries(linked)) {
    symlinkSync(fileURLToPath(place), join(folder, 'node_modules', name), 'junction')
  }
  const start = await programIn(folder, fileURLToPath(source), Object.keys(linked))
  return (...args) => {
    const running = start(...args)
    started.push(running)
    return running
  }
}
