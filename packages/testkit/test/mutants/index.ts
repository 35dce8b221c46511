import type {
  Framing,
  Layer,
  MemorySource,
  Ranker,
  SkillSource,
  TextSource,
  Tokenizer,
  TruncationPolicy,
} from '@lamella/core'
import type { BlobStore, MemoryStore } from '@lamella/store'
import type { TestedBlockStore } from '../../src/block-store/options.ts'
import type { FormatSubject } from '../../src/format/subject.ts'
import type { SessionsAndBlobs } from '../../src/session-blobs/rules.ts'
import type { TestedSessionStore } from '../../src/session-store/options.ts'
import { blobStoreMutants } from './blob-stores.ts'
import { blockStoreMutants } from './block-stores.ts'
import { formatMutants } from './formats.ts'
import { framingMutants } from './framings.ts'
import { layerComposeMutants } from './layer-composes.ts'
import { layerLoadMutants } from './layer-loads.ts'
import { layerOutputMutants } from './layer-outputs.ts'
import { layerRunMutants } from './layer-runs.ts'
import { memorySourceMutants } from './memory-sources.ts'
import { memoryStoreMutants } from './memory-stores.ts'
import type { Mutant } from './mutant.ts'
import { policyMutants } from './policies.ts'
import { rankerMutants } from './rankers.ts'
import { sessionBlobsMutants } from './session-blobs.ts'
import { sessionStoreMutants } from './session-stores.ts'
import { skillSourceMutants } from './skill-sources.ts'
import { textSourceMutants } from './text-sources.ts'
import { tokenizerMutants } from './tokenizers.ts'

/** Broken subjects for each suite. */
export interface Mutants {
  readonly formats: readonly Mutant<FormatSubject>[]
  readonly framings: readonly Mutant<Framing>[]
  /** One is broken by `close`: only the reopen case detects it. */
  readonly blobStores: readonly Mutant<BlobStore>[]
  /** One is broken by `close`: only the reopen case detects it. */
  readonly blockStores: readonly Mutant<TestedBlockStore>[]
  readonly layers: readonly Mutant<Layer>[]
  /** For this kind and the other sources, one is detected only with the option `others`. */
  readonly memorySources: readonly Mutant<MemorySource>[]
  /** Includes mutants of the reopen case, which `close` breaks. */
  readonly memoryStores: readonly Mutant<MemoryStore>[]
  readonly policies: readonly Mutant<TruncationPolicy>[]
  readonly rankers: readonly Mutant<Ranker>[]
  /** Includes mutants of the reopen case, which `close` breaks. */
  readonly sessionStores: readonly Mutant<TestedSessionStore>[]
  readonly sessionBlobs: readonly Mutant<SessionsAndBlobs>[]
  readonly skillSources: readonly Mutant<SkillSource>[]
  readonly textSources: readonly Mutant<TextSource>[]
  readonly tokenizers: readonly Mutant<Tokenizer>[]
}

/**
 * Subjects with one small fault each. They prove that the suites detect faults: each fails the one case it names, and
 * no other.
 *
 * @example
 * for (const { code, make } of mutants.tokenizers) {
 *   const { failed } = await runSuite(tokenizerSuite(make))
 *   console.log(failed.length === 1 && failed[0]?.code === code) // true
 * }
 */
export const mutants: Mutants = {
  formats: formatMutants,
  framings: framingMutants,
  blobStores: blobStoreMutants,
  blockStores: blockStoreMutants,
  layers: [...layerOutputMutants, ...layerLoadMutants, ...layerRunMutants, ...layerComposeMutants],
  memorySources: memorySourceMutants,
  memoryStores: memoryStoreMutants,
  policies: policyMutants,
  rankers: rankerMutants,
  sessionStores: sessionStoreMutants,
  sessionBlobs: sessionBlobsMutants,
  skillSources: skillSourceMutants,
  textSources: textSourceMutants,
  tokenizers: tokenizerMutants,
}
