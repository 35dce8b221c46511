import { show } from '../kit/show.ts'
import { load, requestFor } from './load.ts'
import type { LayerRule } from './options.ts'
import { recordingSession } from './sessions.ts'

const long = 10_000
const limit = 500

/** Rules for how a layer reads the conversation. */
export const sessionRules: readonly LayerRule[] = [
  {
    code: 'LAYER_READS',
    name: 'reads no message twice and none outside the session',
    contract: ['Session.read', 'Returns messages `start` (included) to `end` (excluded), oldest first.'],
    check: async (layer, bench) => {
      for (const length of [0, 1, 7, 200]) {
        const { session, reads } = recordingSession(length)
        await load(layer, bench, requestFor(bench, { session })).catch((error: unknown) => {
          // Another rule covers layers that fail with an empty session.
          if (length > 0) throw error
        })
        let last = length
        for (const { start, end } of reads.toSorted((a, b) => b.start - a.start)) {
          const whole = Number.isInteger(start) && Number.isInteger(end)
          if (!whole || start < 0 || end > length || start > end) {
            bench.fail(`a part of messages 0 to ${length}`, `read(${start}, ${end})`)
          }
          if (end > last) bench.fail('every message read at most once', `the reads ${show(reads)}`)
          last = Math.min(last, start)
        }
      }
    },
  },
  {
    code: 'LAYER_LONG_SESSION',
    name: 'reads a long session from its end, not as a whole',
    contract: [
      'Session',
      'A conversation that is read from its end, so that the cost depends on the budget and not on the length.',
    ],
    check: async (layer, bench) => {
      const { session, reads } = recordingSession(long)
      await load(layer, bench, requestFor(bench, { session, limit }))
      const read = reads.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0)
      if (read >= long) bench.fail(`less than ${long} messages read for ${limit} tokens`, `${read}`)
    },
  },
]
