/** Packages that use nothing of Node: they run in browsers and workers, as the README says. */
export const portable: readonly string[] = [
  'core',
  'store',
  'runs',
  'host',
  'layers',
  'compaction',
  'wire',
  'models',
  'chunks',
  'offload',
  'ranker-bm25',
  'tokenizer-heuristic',
  'testkit',
]

/** Entries of other packages that use nothing of Node either. */
export const portableEntries: readonly string[] = ['@lamella/provider-fs/transcripts']
