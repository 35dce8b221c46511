import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { noRecordings } from '../prefix/conversations.ts'
import type { Section, Skipped } from '../section.ts'
import { about, tableOf } from './adapters.ts'
import { type Mastra, mastraWays } from './mastra.ts'
import { type Pi, piWays } from './pi.ts'

/**
 * Replays the loops of `adapters` with Mastra and pi, for docs/others.md. They are large, and need Node.js 22: LAMELLA_OTHERS is a
 * folder with `npm install @mastra/core@1.71.0 @earendil-works/pi-coding-agent@1.6.0`.
 */
export async function others(): Promise<Section | Skipped> {
  if (noRecordings !== undefined) return { skipped: noRecordings }
  const { LAMELLA_OTHERS: folder } = process.env
  if (!folder || !existsSync(join(folder, 'node_modules'))) {
    return { skipped: 'LAMELLA_OTHERS, a folder with @mastra/core and @earendil-works/pi-coding-agent, is not set' }
  }
  const { resolve: find } = createRequire(join(resolve(folder), 'package.json'))
  const load = async <Module>(file: string): Promise<Module> => (await import(pathToFileURL(file).href)) as Module
  const mastra = {
    ...(await load<Mastra>(find('@mastra/core/agent'))),
    ...(await load<Mastra>(find('@mastra/core/processors'))),
  }
  const piFolder = join(resolve(folder), 'node_modules/@earendil-works/pi-coding-agent/dist')
  const pi = {
    ...(await load<Pi>(join(piFolder, 'core/messages.js'))),
    ...(await load<Pi>(join(piFolder, 'core/session-manager.js'))),
    ...(await load<Pi>(join(piFolder, 'core/compaction/index.js'))),
  }
  return {
    title: 'The loops of Mastra and pi',
    about,
    table: await tableOf([...mastraWays(mastra), ...piWays(pi)]),
    claims: [],
  }
}
