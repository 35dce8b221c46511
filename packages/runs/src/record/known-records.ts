import type { RunVersion } from '@lamella/store'
import { ownerOf } from '@lamella/store'
import { copyJson } from './plain-json.ts'
import type { RunPlace, VersionedRecord } from './stored-record.ts'

/** A record as this process last read or wrote it. */
interface KnownRecord {
  readonly at: RunVersion
  readonly record: VersionedRecord
  /** The characters of its texts. */
  readonly size: number
}

interface KnownRecords {
  readonly records: Map<string, KnownRecord>
  size: number
}

/** How many records of a store are remembered, and how many characters of text they have together. */
const [mostRecords, mostCharacters] = [200, 4_000_000]

/** Records by store. Only those that can say what they have (`runs.version`). */
const stores = new WeakMap<object, KnownRecords>()

/** Returns the record of a session if it is at that version, as a copy that the caller may pass on. */
export function recallRecord(place: RunPlace, at: RunVersion | undefined): VersionedRecord | undefined {
  const known = at && stores.get(place.sessions)?.records.get(keyOf(place))
  if (!known || known.at.version !== at.version || known.at.series !== at.series) return undefined
  return copyJson(known.record)
}

/** Remembers a copy of the record of a session at a version; the one that was remembered longest ago is forgotten first. */
export function rememberRecord(place: RunPlace, at: RunVersion | undefined, record: VersionedRecord): void {
  if (at === undefined) return
  const known = stores.get(place.sessions) ?? { records: new Map<string, KnownRecord>(), size: 0 }
  stores.set(place.sessions, known)
  const { records } = known
  const forget = (key: string): void => {
    known.size -= records.get(key)?.size ?? 0
    records.delete(key)
  }
  let size = 0
  const copy = copyJson(record, (length) => {
    size += length
  })
  const key = keyOf(place)
  forget(key)
  records.set(key, { at, record: copy, size })
  known.size += size
  for (const oldest of records.keys()) {
    if (records.size <= mostRecords && known.size <= mostCharacters) break
    forget(oldest)
  }
}

function keyOf({ scope, id, agent = '' }: RunPlace): string {
  const owner = ownerOf(scope)
  return JSON.stringify([owner.tenant, owner.user, owner.agent, id, agent])
}
