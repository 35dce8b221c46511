export type {
  MatchedWord,
  ToolField,
  ToolHit,
  ToolIndex,
  ToolIndexOptions,
  ToolSearchOptions,
} from './contract.ts'
export { toolIndex } from './tool-index.ts'
export { toolSynonyms } from './words.ts'
