export type { CacheMiss, CacheMissCause } from './analysis/cache-misses.ts'
export { cacheMisses } from './analysis/cache-misses.ts'
export { lostValueLines } from './analysis/lost-values.ts'
export { sideBySide } from './analysis/side-by-side.ts'
export type { CarriedOver, LeftOut, LeftOutCode } from './carry-on/carry-over.ts'
export { carryOver } from './carry-on/carry-over.ts'
export type { CarryOnOptions } from './carry-on/from-programs.ts'
export {
  fromAiSdkUi,
  fromChatGPT,
  fromClaudeCode,
  fromCline,
  fromCodex,
  fromGeminiCli,
  fromPi,
} from './carry-on/from-programs.ts'
export type { BesideFile, ReadTranscriptOptions, TranscriptInput } from './contract/input.ts'
export type { NoteCode, TranscriptNote } from './contract/notes.ts'
export type { ExactRequest, RequestPurpose, TranscriptRequest, TranscriptUsage } from './contract/request.ts'
export type {
  ComparedCompaction,
  ComparedRequest,
  ComparedTotal,
  ComparedUse,
  RunCut,
  SideBySide,
  SideBySideOptions,
} from './contract/side-by-side.ts'
export type {
  Transcript,
  TranscriptBranch,
  TranscriptCompaction,
  TranscriptEntry,
  TranscriptFormat,
  TranscriptSubagent,
  Writer,
} from './contract/transcript.ts'
export { readTranscripts } from './read-transcripts.ts'
export { recognizeTranscript } from './source/recognize.ts'
