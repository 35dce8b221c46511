import { type Package, packages } from './repo.ts'

/**
 * The packages that each package may import, by folder. A package that is not listed is a plugin and imports only the
 * core; `'any'` is for the ends of the arrows, which nothing imports.
 */
const arrows: Readonly<Record<string, readonly string[] | 'any'>> = {
  core: [],
  store: ['core'],
  runs: ['core', 'store'],
  compaction: ['core', 'store'],
  // Sources of memory and readings of sessions are those of stores. The digest is loaded at the first cut of a run.
  layers: ['core', 'store', 'compaction'],
  'ranker-bm25': ['core', 'store'],
  offload: ['core', 'store'],
  testkit: ['core', 'store', 'runs'],
  // A workspace folder is the standard layers over files, and a session may be recorded in the format of OpenAI Chat.
  'provider-fs': ['core', 'store', 'layers', 'wire', 'runs', 'compaction'],
  // A context with blocks uses the history of the standard layers, and compresses it.
  blocks: ['core', 'store', 'layers', 'compaction'],
  // What follows from a model's name: its format and its tokenizer, each loaded when a target needs it.
  models: ['core', 'wire', 'tokenizer-heuristic', 'tokenizer-tiktoken'],
  // What comes back is read by wire. For somebody without a builder: the history within the window of the model, counted as the model does.
  host: ['core', 'store', 'runs', 'layers', 'models', 'wire'],
  'ai-sdk': ['core', 'host'],
  // One call for everything in a request; it reads instruction files like a workspace.
  assembler: [
    ...['core', 'store', 'runs', 'layers', 'compaction', 'models', 'provider-fs'],
    ...['tokenizer-heuristic', 'wire'],
  ],
  opentelemetry: ['core', 'store'],
  'claude-agent': ['core', 'store'],
  // Its tools are those of the layers.
  mcp: ['core', 'store', 'layers'],
  // One analysis for all stores: the terms of texts and queries are the ranker's.
  'provider-postgres': ['core', 'store', 'ranker-bm25'],
  'provider-sqlite': ['core', 'store', 'ranker-bm25'],
  // A page that opens sessions of other programs reads them by the entry of provider-fs that uses nothing of Node.
  inspector: ['core', 'store', 'runs', 'provider-fs'],
  // Its sessions are those of a store, and the host's provider is OpenAI.
  'openai-agents': ['core', 'store', 'host', 'wire'],
  langchain: ['core', 'host'],
  cli: 'any',
  bench: 'any',
  'repo-checks': 'any',
}

/** Returns the names of the packages that this one may import. */
export function allowedImports({ folder, manifest }: Package): readonly string[] {
  const allowed = arrows[folder] ?? ['core']
  return packages
    .filter((other) => other.manifest.name !== manifest.name)
    .filter((other) => (allowed === 'any' ? arrows[other.folder] !== 'any' : allowed.includes(other.folder)))
    .map((other) => other.manifest.name)
}
