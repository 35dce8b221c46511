import type { TestedSessionStore } from '../../src/session-store/options.ts'
import type { Mutant } from './mutant.ts'
import type { Fault, MakeMutant } from './store-faults.ts'

const withoutAll =
  (...methods: readonly string[]): Fault =>
  () =>
    Object.fromEntries(methods.map((method) => [method, undefined]))

/** Stores that lack a capability, each of which the suite of that capability must detect. */
export const sessionCapabilityMutants = (
  mutant: MakeMutant<TestedSessionStore>,
): readonly Mutant<TestedSessionStore>[] => [
  mutant('HAS_RUNS', 'keeps no runs', withoutAll('runs.read', 'runs.write', 'runs.version')),
  mutant('HAS_COMPACTIONS', 'keeps no compactions', withoutAll('compactions.add', 'compactions.list')),
  mutant(
    'HAS_TRANSFER',
    'can neither fork nor move its sessions',
    withoutAll('transfer.fork', 'transfer.export', 'transfer.import'),
  ),
  mutant('HAS_ADMIN', 'can neither erase nor verify', withoutAll('admin.erase', 'admin.verify')),
  mutant('HAS_SEARCH', 'has no search', withoutAll('search')),
]
