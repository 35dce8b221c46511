import { type ClaudeSessions, claudeSessions } from '@lamella/claude-agent'
import { duration, measure } from '../measure.ts'
import { atMost, type Claim, type Section } from '../section.ts'
import { batches } from './claude-lines.ts'
import { longestStop } from './longest-stop.ts'
import { stores } from './open-stores.ts'
import { tempFolder } from './temp-folder.ts'

const owner = { tenant: 'acme' }
const scope = { ...owner, agent: 'claude:-srv-shop' }
const key = (sessionId: string): { projectKey: string; sessionId: string } => ({ projectKey: '-srv-shop', sessionId })
const lines = 10_000
/** How often the long session is written and read. The shortest of the longest stops counts: what else the machine does adds to some. */
const repeats = 3
const longestAllowed = 50

/** Measures sessions of the Claude Agent SDK: loading beside the store's own read, and how long one of 50 MB stops the program. */
export async function claudeAgent(): Promise<Section> {
  const rows: string[][] = [['store', 'bare read', '`load`', 'ratio', '50 MB: `append` stops', '`load` stops']]
  const claims: Claim[] = []
  const folder = tempFolder()
  for (const [name, open] of stores(folder.path)) {
    const opened = await open()
    if (!opened) continue
    const { sessions, close } = opened
    const fresh = (): ClaudeSessions => claudeSessions(sessions, owner)
    const short = fresh()
    for (const batch of batches(lines, 500)) await short.append(key('short'), batch)
    const { bare, load } = await measure(
      { bare: () => sessions.read(scope, 'short', 0, lines), load: () => fresh().load(key('short')) },
      { rounds: 15, turn: 1, cpu: true },
    )
    const [appending, loading]: [number[], number[]] = [[], []]
    for (let repeat = 0; repeat < repeats; repeat++) {
      const id = `long ${repeat}`
      const [store, all] = [fresh(), [...batches(20_000, 1_150)]]
      const fill = async (): Promise<void> => {
        for (const batch of all) await store.append(key(id), batch)
      }
      appending.push(await longestStop(fill))
      loading.push(await longestStop(() => fresh().load(key(id))))
      await sessions.delete(scope, id)
    }
    const stops = [Math.min(...appending), Math.min(...loading)] as const
    rows.push([name, duration(bare), duration(load), (load / bare).toFixed(2), ...stops.map(duration)])
    claims.push(
      atMost(`${name}: at most 1.5 times the bare read`, load / bare, 1.5),
      ...stops.map((stop, index) => ({
        text: `${name}: ${index === 0 ? '`append`' : '`load`'} of 50 MB stops the program for at most ${longestAllowed} ms at once`,
        seen: duration(stop),
        holds: stop <= longestAllowed,
      })),
    )
    await close()
  }
  folder.remove()
  return {
    title: 'Sessions of the Claude Agent SDK',
    about:
      "CPU time of `load` of `@lamella/claude-agent` for a session of 10,000 lines (14 MB), and of the store's own " +
      "`read`, which returns the messages that hold the lines. Then a session of 50 MB is appended in the SDK's " +
      'batches, and loaded: the longest time for which the program could do nothing else, in CPU time of its thread, ' +
      'the best of three.',
    table: rows,
    claims,
  }
}
