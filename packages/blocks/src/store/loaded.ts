import type { Replica } from '../document/replica.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import type { Lease } from './lease.ts'
import type { Found } from './source.ts'
import type { Tidy } from './tidy.ts'

/** A block that is in memory. */
export interface Loaded {
  found: Found
  /** Made anew where what is known of the block changes. */
  document: StructuredDocument
  /** What stands behind the document. */
  replica: Replica
  readonly lease: Lease
  readonly tidy: Tidy
  /** The store's revision up to which everything is in the document. */
  seen: number
}
