export type { RefusedRequest, RunCounts, RunUsage } from './contract/counts.ts'
export type { CountedRequest, ExtendOptions, RunBuilder, RunContext } from './contract/extend.ts'
export type {
  NextRequest,
  OpenRunOptions,
  PendingRequest,
  Run,
  RunAppendOptions,
  ScrubRequest,
} from './contract/open-run.ts'
export type { RunDigest, RunState } from './contract/run.ts'
export { openRun } from './open-run/open-run.ts'
export { keepUsage } from './record/keep-usage.ts'
export type { BuiltRequestOfRun, RunInput, RunRequest } from './record/next-of-run.ts'
export { nextOfRun } from './record/next-of-run.ts'
export { readRecord } from './record/run-record.ts'
export type { ScrubbedRuns, ScrubRunsOptions } from './record/scrub-runs.ts'
export { scrubRuns } from './record/scrub-runs.ts'
export type { PendingRecord, RunPlace } from './record/stored-record.ts'
export type { ContextSnapshotOptions } from './request/context-snapshot.ts'
export { contextSnapshot } from './request/context-snapshot.ts'
export { countsAfter } from './request/counts.ts'
export { extend } from './request/extend.ts'
export type { NextCut } from './request/next-cut.ts'
export { nextCut } from './request/next-cut.ts'
export { sentPrefix } from './request/sent-prefix.ts'
