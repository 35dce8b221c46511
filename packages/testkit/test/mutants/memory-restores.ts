import type { MemoryStore } from '@lamella/store'
import type { Mutant } from './mutant.ts'
import { at, type Fields, type MakeMutant, takes } from './store-faults.ts'

/** Faults in restoring entries from another store. */
export const memoryRestoreMutants = (mutant: MakeMutant<MemoryStore>): readonly Mutant<MemoryStore>[] => [
  mutant(
    'RESTORE',
    'restarts restored entries at revision 1',
    takes('restore', (given) =>
      at(given, 1, (entry) => {
        const { revision } = (entry ?? {}) as Fields
        return Number.isSafeInteger(revision) && Number(revision) > 1 ? { ...(entry as object), revision: 1 } : entry
      }),
    ),
  ),
  mutant('RESTORE_REFUSED', 'replaces an existing entry with a restored one', (base) => ({
    restore: async (scope, entry) => {
      try {
        return await base.ask('restore', scope, entry)
      } catch (error) {
        if ((error as Fields)['code'] !== 'MEMORY_CONFLICT') throw error
        await base.ask('delete', scope, (entry as Fields)['id'])
        return await base.ask('restore', scope, entry)
      }
    },
  })),
  mutant(
    'RESTORE_REFUSED',
    'accepts any value as a revision',
    takes('restore', (given) =>
      at(given, 1, (entry) =>
        (entry as Fields | null)?.['revision'] === 0 ? { ...(entry as object), revision: 1 } : entry,
      ),
    ),
  ),
]
