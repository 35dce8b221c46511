export type {
  MatchedWord,
  ToolField,
  ToolHit,
  ToolIndex,
  ToolIndexOptions,
  ToolMinimum,
  ToolSearchOptions,
} from './contract.ts'
export { toolIndex } from './tool-index.ts'
export { toolSynonyms } from './words.ts'
