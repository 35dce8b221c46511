export type {
  Fact,
  FactKind,
  FactPlace,
  MakeRequest,
  Outcome,
  Planting,
  RetentionConversation,
  RetentionRequest,
  RetentionStrategy,
  RetentionSummarizer,
  RetentionTask,
  Verdict,
} from './contract.ts'
export type { Wording } from './facts/sentences.ts'
export type { JudgedRequest, RetentionOptions } from './measure-retention.ts'
export { measureRetention } from './measure-retention.ts'
export { tellsFact } from './read-facts.ts'
export type { SharedOutcomes } from './share-of.ts'
export { shareOf } from './share-of.ts'
export { newestThatFit, promptOf, roomFor, slidingWindow } from './sliding-window.ts'
