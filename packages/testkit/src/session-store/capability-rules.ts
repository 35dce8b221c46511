import type { ContractLine } from '../kit/conformance-error.ts'
import { hasAll, lacking } from '../stores/lacking.ts'
import type { SessionRule, SessionStoreCapability } from './options.ts'

const capability: ContractLine = [
  'SessionStore',
  'Everything else is a capability, an object with all methods of one subject or a single function',
]

/** The methods that each capability must have, and the code of the rule that it is there. */
const capabilities = {
  runs: { code: 'SESSION_HAS_RUNS', methods: ['runs.read', 'runs.write'] },
  compactions: { code: 'SESSION_HAS_COMPACTIONS', methods: ['compactions.add', 'compactions.list'] },
  transfer: { code: 'SESSION_HAS_TRANSFER', methods: ['transfer.fork', 'transfer.export', 'transfer.import'] },
  admin: { code: 'SESSION_HAS_ADMIN', methods: ['admin.erase', 'admin.verify'] },
  search: { code: 'SESSION_HAS_SEARCH', methods: ['search'] },
} as const satisfies Record<SessionStoreCapability, unknown>

/** The rule of a capability: a store that should have it does. */
export function has(name: SessionStoreCapability): SessionRule {
  const { code, methods } = capabilities[name]
  return {
    code,
    name: `has the capability ${name}`,
    contract: capability,
    check: (store, { fail, skip, options }) => {
      if (store[name] !== undefined) return
      const seen = lacking(store, ...methods)
      if (options.has?.includes(name)) fail(methods.join(' and '), seen)
      skip(seen)
    },
  }
}

/** The rule of every store: no capability is there in part. */
export const wholeRule: SessionRule = {
  code: 'SESSION_CAPABILITIES',
  name: 'has each capability with all of its methods, or not at all',
  contract: capability,
  check: (store, { fail }) => {
    for (const [name, { methods }] of Object.entries(capabilities)) {
      if (store[name as SessionStoreCapability] === undefined || hasAll(store, ...methods)) continue
      fail(methods.join(' and '), lacking(store, ...methods))
    }
  },
}
