import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { lacking } from '../stores/lacking.ts'
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
    check: async (store, { fail, skip }) => {
      await fill(store, kinds)
      const { notices } = await store.page(scope, 's')
      if (notices.length > 0) fail('no notice with a page', show(notices))
      if (!store.admin) return skip(lacking(store, 'admin.verify'))
      const before = canonical(await everything(store))
      for (const session of ['s', 'fork', 'none']) {
        const found = await store.admin.verify(scope, session)
        if (found.length > 0) fail(`no notice about ${session}`, show(found))
      }
      const after = canonical(await everything(store))
      if (after !== before) fail(before, after)
    },
  },
]
