import type { CutReason } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { judgeRuns } from './judge-runs.ts'
import { standardCast } from './standard-cast.ts'

// 20,000 runs with those of the other file, which uses another core: LAMELLA_CONVERSATIONS=10000.
const runs = Number(process.env['LAMELLA_CONVERSATIONS'] ?? 80)

describe('a run of the standard layers', () => {
  it('G6, G11 to G14: repeats each request in five formats, tells each change once, and shows a turn what it was shown', async () => {
    const { extended, thoughts, inTurn, reasons } = await judgeRuns(runs, standardCast)
    expect([extended > runs, thoughts > runs, inTurn > runs / 5]).toEqual([true, true, true])
    const all: readonly CutReason[] = ['window', 'tools', 'model', 'instructions', 'asked', 'edited', 'revoked']
    for (const reason of all) expect([reason, (reasons.get(reason) ?? 0) > runs / 100]).toEqual([reason, true])
  })
})
