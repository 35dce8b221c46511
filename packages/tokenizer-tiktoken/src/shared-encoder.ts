import { createEncoder, type Encoder } from './encoder.ts'
import { type EncodingName, partsOf } from './encodings.ts'
import { specialTokensOf } from './special-tokens.ts'
import { loadTable, type ReadTable } from './table/load-table.ts'

interface Shared {
  readonly encoder: Promise<Encoder>
  users: number
}

/** The encoders in use. A second one of the same encoding would take another 15 MB to say the same. */
const open = new Map<EncodingName, Shared>()

/** Loads the encoder, or shares the one that is loaded. Each call is to be followed by one `releaseEncoder`. */
export async function acquireEncoder(encoding: EncodingName, read?: ReadTable): Promise<Encoder> {
  const shared = open.get(encoding) ?? { encoder: load(encoding, read), users: 0 }
  open.set(encoding, shared)
  shared.users++
  try {
    return await shared.encoder
  } catch (error) {
    // What failed to load is tried again by the next caller.
    if (open.get(encoding) === shared) open.delete(encoding)
    throw error
  }
}

/** The last user lets the memory go. */
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
