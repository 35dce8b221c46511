export type {
  RecordedBuild,
  RecordedContext,
  RecordedFragment,
  RecordedItem,
  RecordedLayer,
  RecordedLayout,
  RecordedStep,
  RecordedTexts,
  RecordedTool,
  RecordedUnit,
} from './contract/recording.ts'
export type {
  Numbers,
  RecordedContent,
  RecordingHeader,
  RecordingLine,
  SentBody,
  WrittenAmounts,
  WrittenBuild,
  WrittenComposed,
  WrittenContext,
  WrittenDiagnosis,
  WrittenItem,
  WrittenLayer,
  WrittenOffer,
  WrittenThings,
  WrittenUnit,
} from './contract/recording-line.ts'
export type { Comparison, PrefixBreak } from './model/compare-builds.ts'
export { compareBuilds } from './model/compare-builds.ts'
export type { BarPart, WindowUse } from './model/window-bar.ts'
export { windowBar } from './model/window-bar.ts'
export type { RecorderOptions, RecordingSink } from './recording/options.ts'
export type { ReadBuild, Recording } from './recording/read-recording.ts'
export { readRecording } from './recording/read-recording.ts'
export type { Recorder } from './recording/recorder.ts'
export { recorder } from './recording/recorder.ts'
