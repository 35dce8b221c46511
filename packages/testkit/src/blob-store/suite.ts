import type { BlobStore } from '@lamella/store'
import type { ConformanceCase, Make } from '../kit/rule.ts'
import { casesOf } from '../kit/rule.ts'
import { closing } from '../stores/closing.ts'
import { sharedRules } from '../stores/shared-rules.ts'
import type { BlobRule, BlobStoreSuiteOptions } from './options.ts'
import { putRules } from './put-rules.ts'
import { sharingRules } from './sharing-rules.ts'
import { blobShelf } from './shelf.ts'
import { blobStateRules } from './state-rules.ts'

const rules: readonly BlobRule[] = [...putRules, ...sharingRules, ...blobStateRules, ...sharedRules(blobShelf)]

/**
 * Conformance cases for a blob store. `make` returns a new empty store on each call; it is closed when its case is done.
 * Optional methods are tested if they exist.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of blobStoreSuite(() => createBlobStore())) it(c.name, c.run)
 */
export function blobStoreSuite(make: Make<BlobStore>, options: BlobStoreSuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(rules.map(closing), make, options)
}
