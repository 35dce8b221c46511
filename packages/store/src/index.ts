export type { CopyBlobsOptions, CopyBlobsResult, SessionBlob } from './blobs/copy-blobs.ts'
export { copyBlobs } from './blobs/copy-blobs.ts'
export { blobsOf } from './blobs/list-blobs.ts'
export type { SweepBlobsOptions, SweptBlobs } from './blobs/sweep-blobs.ts'
export { sweepBlobs } from './blobs/sweep-blobs.ts'
export { withBlobs } from './blobs/with-blobs.ts'
export type { Owner } from './check/check.ts'
export { checkId, ownerOf } from './check/check.ts'
export { blobId, blobIdsIn } from './check/check-blob.ts'
export type { CheckedBlock, CheckedBlockChange, ListedBlock } from './check/check-block.ts'
export { checkNative } from './check/check-native.ts'
export type { AppendChange, Change, PageLimits } from './check/check-request.ts'
export { mustReach, sameCompaction } from './check/check-request.ts'
export type { RunChange } from './check/check-run-change.ts'
export { mustKeepRuns, nextRunVersion, storedRun } from './check/check-run-change.ts'
export type { CheckedSearch } from './check/check-search.ts'
export type { Grant } from './check/check-share.ts'
export { scopeOf } from './check/check-share.ts'
export { contentFingerprint, sentText } from './check/fingerprint.ts'
export { lostByJson, nestsTooDeep } from './check/json.ts'
export { isKeptText } from './check/kept-texts.ts'
export {
  asideMark,
  withForeignThinking,
  withoutMarksFromOutside,
  withoutOwnMarks,
  withoutReservedMarks,
  withStaleThinking,
} from './check/marks.ts'
export {
  blobDamaged,
  blockConflict,
  blockExists,
  blockMissing,
  mustBeAt,
  notShared,
  sessionConflict,
  sessionDamaged,
  sessionExists,
  sessionMissing,
  valueInvalid,
} from './check/store-errors.ts'
export type { RawBlobs } from './checked/checked-blobs.ts'
export { checkedBlobs } from './checked/checked-blobs.ts'
export type { RawBlocks } from './checked/checked-blocks.ts'
export { checkedBlocks } from './checked/checked-blocks.ts'
export type { RawMemory } from './checked/checked-memory.ts'
export { checkedMemory } from './checked/checked-memory.ts'
export type { RawSessions } from './checked/checked-sessions.ts'
export { checkedSessions } from './checked/checked-sessions.ts'
export type { Granted, RawSharing, SharedChange } from './checked/checked-sharing.ts'
export type { Awaitable, Checked, FilteredPage, ListPage } from './checked/values.ts'
export type {
  BlobDeleteOptions,
  BlobInfo,
  BlobList,
  BlobOptions,
  BlobSessions,
  BlobStore,
  ByteRange,
} from './contract/blob-store.ts'
export type {
  BlockShare,
  BlockShareOptions,
  BlockSharing,
  SharedAppendOptions,
  SharedBlock,
} from './contract/block-sharing.ts'
export type {
  BlockAppended,
  BlockAppendOptions,
  BlockChange,
  BlockContent,
  BlockCreateOptions,
  BlockFilter,
  BlockInfo,
  BlockList,
  BlockListRequest,
  BlockMeta,
  BlockStore,
  NewBlock,
  StoredBlock,
} from './contract/block-store.ts'
export type {
  MemoryList,
  MemoryListRequest,
  MemoryStore,
  NewMemory,
  PutOptions,
  StoredMemory,
} from './contract/memory-store.ts'
export type { ReadyTool, ToolAnswer, ToolCallOptions, ToolInputIssue, ToolInputSchema } from './contract/ready-tool.ts'
export type {
  Embedder,
  FoundMessage,
  Indexed,
  MemoryFilter,
  SearchHit,
  SearchMode,
  SearchRequest,
  SearchResult,
} from './contract/search.ts'
export type { ContentHit, SearchAllRequest, SearchAllResult, SearchContent } from './contract/search-all.ts'
export type { SessionAdmin } from './contract/session-admin.ts'
export type { Compaction, SessionCompactions } from './contract/session-compactions.ts'
export type { RunVersion, SessionRuns, StoredRun, WriteRunOptions } from './contract/session-runs.ts'
export type { SessionStore } from './contract/session-store.ts'
export type { ImportedSession, ImportOptions, SessionTransfer } from './contract/session-transfer.ts'
export type {
  Appended,
  AppendOptions,
  ChangeOptions,
  ListRequest,
  PageRequest,
  SessionInfo,
  SessionList,
  SessionPage,
  StoredMessage,
} from './contract/session-values.ts'
export type { FoundTool, ToolFinder } from './contract/tool-finder.ts'
export type { CopyBlocksResult } from './copy/copy-blocks.ts'
export { copyBlocks } from './copy/copy-blocks.ts'
export { copyMemory } from './copy/copy-memory.ts'
export type { CopyResult } from './copy/copy-result.ts'
export type { CopySessionsOptions } from './copy/copy-sessions.ts'
export { copySessions } from './copy/copy-sessions.ts'
export type { ExportedSession } from './lines/read-session-lines.ts'
export { readSessionLines } from './lines/read-session-lines.ts'
export type { ExportedChange } from './lines/session-history.ts'
export type { ExportedMessage, ExportedOperation, SessionParts } from './lines/session-lines.ts'
export { writeSessionLines } from './lines/session-lines.ts'
export type { OpenedSession, OpenSessionOptions } from './open/open-session.ts'
export { mustBeFormats, openSession } from './open/open-session.ts'
export { overlayOf } from './open/overlay.ts'
export { canRead, readerCall, readerName } from './open/reader-call.ts'
export { summariesFingerprint } from './open/summaries-fingerprint.ts'
export type { DateSpan } from './search/dates.ts'
export { dateSpan } from './search/dates.ts'
export { diverse, diversePool } from './search/diverse.ts'
export { fading } from './search/fading.ts'
export { indexedSoFar } from './search/indexed-so-far.ts'
export { rankDocuments } from './search/rank-documents.ts'
export type { Filterable, SearchFilter } from './search/search-filter.ts'
export type { MemorySourceOptions } from './sources/memory-source.ts'
export { memorySource } from './sources/memory-source.ts'
export type { SearchSourceOptions } from './sources/search-source.ts'
export { searchSource } from './sources/search-source.ts'
export type { CheckedToolInput, ReadyToolInit, ToolInput } from './tools/ready-tool.ts'
export {
  answer,
  checkToolInput,
  readyTool,
  refusal,
  toolInputSchema,
  unknownName,
} from './tools/ready-tool.ts'
