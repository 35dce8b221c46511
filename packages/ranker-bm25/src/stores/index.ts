export type { CountedText, PartName, VoiceRecord } from './counted-text.ts'
export { partNames, voiceRecord, wordsOf } from './counted-text.ts'
export { extendCollection } from './extend-collection.ts'
export { memoryText } from './memory-text.ts'
export type { RemovedPostings, TermPostings } from './postings.ts'
export { addPostings, movedPostings, readPostings, withoutPlaces } from './postings.ts'
export type { PostingsOf } from './score-collection.ts'
export { scoreCollection } from './score-collection.ts'
export type { StoreConversation, StoreConversationOptions } from './store-conversation.ts'
export { importanceIn, storeConversation } from './store-conversation.ts'
export type { StoredText, StoreTerms } from './store-terms.ts'
export { createStoreTerms } from './store-terms.ts'
export type { TextChunk } from './strength-group.ts'
export { strengthGroup } from './strength-group.ts'
export type { ArrangedTexts, TextCollection } from './text-collection.ts'
export { collectTexts } from './text-collection.ts'
export type { GrowingTexts, TextRecord, TextRecords } from './text-records.ts'
export {
  addRecord,
  addTexts,
  emptyRecords,
  readTexts,
  removedText,
  textBytes,
  voiceItems,
  withoutTexts,
} from './text-records.ts'
export type { WeighedPostings } from './weigh-postings.ts'
export { joinPostings, weighPostings } from './weigh-postings.ts'
