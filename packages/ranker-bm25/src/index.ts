export { englishStopWords } from '@lamella/core'
export type { AnalyzeOptions, Language } from './analyze.ts'
export type { Bm25Options } from './bm25.ts'
export { bm25 } from './bm25.ts'
