import { describe, it } from 'vitest'
import { expectSeen, judgeRuns } from './judge-runs.ts'
import { sectionCast } from './section-cast.ts'

// 20,000 runs with those of the other file, which uses another core: LAMELLA_CONVERSATIONS=10000.
const runs = Number(process.env['LAMELLA_CONVERSATIONS'] ?? 6)

describe('a run of the section layers', () => {
  it('G6, G11 to G14: repeats each request in five formats, tells each change once, and shows a turn what it was shown', async () => {
    expectSeen(await judgeRuns(runs, sectionCast))
  })
})
