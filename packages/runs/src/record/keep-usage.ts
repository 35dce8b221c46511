import { isLamellaError } from '@lamella/core'
import type { RunUsage } from '../contract/counts.ts'
import type { RunState } from '../contract/run.ts'
import { nameOfRequest } from '../request/counts.ts'
import { statesOf } from './erased.ts'
import { readRecord, writeRecord } from './run-record.ts'
import type { RunPlace } from './stored-record.ts'

/** How often the record is read again because another process has changed it meanwhile. */
const attempts = 5

/**
 * Keeps what the provider has counted a request as, for the next one. Without it that one is estimated, so a run that
 * others keep changing does without.
 *
 * @param run The run after the request.
 * @throws what the store throws
 */
export async function keepUsage(place: RunPlace, run: RunState, usage: RunUsage): Promise<void> {
  const of = nameOfRequest(run)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const read = await readRecord(place)
    const { record } = read
    if (!statesOf(record).some((state) => nameOfRequest(state) === of)) return
    try {
      await writeRecord(place, { ...record, counted: { of, usage } }, read)
      return
    } catch (error) {
      if (!isLamellaError(error, 'RUN_CONFLICT')) throw error
    }
  }
}
