import { mustEqual } from '../kit/must-equal.ts'
import { lacking } from '../stores/lacking.ts'
import { mustStay } from '../stores/unchanged.ts'
import type { SessionRule } from './options.ts'
import { kinds } from './samples.ts'
import { everything, fill } from './state-rules.ts'

const scope = { tenant: 'acme', user: 'ada' }

/** Rules for checks of intact data. The rule for erasing is that of all stores. */
export const adminRules: readonly SessionRule[] = [
  {
    code: 'SESSION_VERIFY',
    name: 'reports no problems in intact data, if it can verify',
    contract: [
      'SessionAdmin.verify',
      'Checks a session for lost data and returns a notice of each problem. Changes nothing.',
    ],
    check: async (store, bench) => {
      await fill(store, kinds)
      const { notices } = await store.page(scope, 's')
      mustEqual(bench, notices, [], 'no notice with a page')
      const { admin } = store
      if (!admin) return bench.skip(lacking(store, 'admin.verify'))
      const verify = async (): Promise<void> => {
        for (const session of ['s', 'fork', 'none']) {
          mustEqual(bench, await admin.verify(scope, session), [], `no notice about ${session}`)
        }
      }
      await mustStay(bench, () => everything(store), verify)
    },
  },
]
