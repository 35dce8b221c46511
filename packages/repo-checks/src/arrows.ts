import { type Package, packages } from './repo.ts'

/**
 * The packages that each package may import, by folder. A package that is not listed is a plugin and imports only the
 * core; `'any'` is for the ends of the arrows, which nothing imports.
 */
const arrows: Readonly<Record<string, readonly string[] | 'any'>> = {
  core: [],
  // A workspace folder is the standard layers over files, and a session may be recorded in the format of OpenAI Chat.
  'provider-fs': ['core', 'layers', 'wire'],
  // A context with blocks uses the history of the standard layers.
  blocks: ['core', 'layers'],
  // For the formats that a model supports: the table of formats, which is only data.
  models: ['core', 'wire'],
  // One line for somebody without a builder: the history within the window of the model, counted with care.
  'ai-sdk': ['core', 'layers', 'models', 'tokenizer-heuristic'],
  // One call for everything in a request; it reads instruction files like a workspace.
  assembler: ['core', 'layers', 'models', 'provider-fs', 'tokenizer-heuristic', 'tokenizer-tiktoken', 'wire'],
  // Its tools are those of the layers.
  mcp: ['core', 'layers'],
  // One analysis for all stores: the terms of texts and queries are the ranker's.
  'provider-postgres': ['core', 'ranker-bm25'],
  'provider-sqlite': ['core', 'ranker-bm25'],
  // Hosts: a default builder, the window of the host's model, and how the host's provider counts.
  'openai-agents': ['core', 'layers', 'models', 'tokenizer-heuristic', 'wire'],
  langchain: ['core', 'layers', 'models', 'tokenizer-heuristic'],
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
