import { createEncoder, type Encoder } from './encoder.ts'
import { type EncodingName, partsOf } from './encodings.ts'
import { specialTokensOf } from './special-tokens.ts'
import { loadTable, type ReadTable } from './table/load-table.ts'

interface Shared {
  readonly encoder: Promise<Encoder>
  users: number
}

/** The encoders in use. A second one for the same encoding would need another 14 MB for the same results. */
const open = new Map<EncodingName, Shared>()

/** Loads the encoder, or shares the loaded one. Each call must be followed by one `releaseEncoder`. */
export async function acquireEncoder(encoding: EncodingName, read?: ReadTable): Promise<Encoder> {
  const shared = open.get(encoding) ?? { encoder: load(encoding, read), users: 0 }
  open.set(encoding, shared)
  shared.users++
  try {
    return await shared.encoder
  } catch (error) {
    // The next caller retries a failed load.
    if (open.get(encoding) === shared) open.delete(encoding)
    throw error
  }
}

/** Releases the encoder; the last user frees its memory. */
export function releaseEncoder(encoding: EncodingName): void {
  const shared = open.get(encoding)
  if (shared === undefined) return
  shared.users--
  if (shared.users === 0) open.delete(encoding)
}

async function load(encoding: EncodingName, read: ReadTable | undefined): Promise<Encoder> {
  const { table, rule } = partsOf[encoding]
  return createEncoder(await loadTable(table, read), rule, specialTokensOf(encoding))
}
