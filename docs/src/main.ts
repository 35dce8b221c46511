import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../packages/repo-checks/src/repo.ts'
import { writeApi } from './api.ts'
import { assemble } from './assemble.ts'
import { writeErrorPages } from './error-pages.ts'
import { writeLlms } from './llms.ts'

/** Writes everything that VitePress makes the site from. */
export async function writePages(): Promise<void> {
  const folder = join(root, 'docs/dist/pages')
  await rm(join(root, 'docs/dist'), { recursive: true, force: true })
  await assemble(folder)
  await writeErrorPages(join(folder, 'errors'))
  await writeLlms(folder)
  await timed('API pages', () => writeApi(join(folder, 'api')))
}

async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
}
