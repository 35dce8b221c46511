import { type Package, packages } from './repo.ts'

/**
 * What a package may import of the others, by folder. One that is not named here is a plugin and imports the core alone;
 * `'any'` is for the ends of the arrows, which nothing imports.
 */
const arrows: Readonly<Record<string, readonly string[] | 'any'>> = {
  core: [],
  // A workspace folder is the standard layers over files, and a session may be recorded as OpenAI Chat has it.
  'provider-fs': ['core', 'layers', 'wire'],
  // The history of a context with blocks is the one of the standard layers.
  blocks: ['core', 'layers'],
  // Which formats a model takes: the table of formats, which is data alone.
  models: ['core', 'wire'],
  // One call over everything that a request is made of; it reads instruction files as a workspace does.
  assembler: ['core', 'layers', 'models', 'provider-fs', 'tokenizer-heuristic', 'tokenizer-tiktoken', 'wire'],
  cli: 'any',
  bench: 'any',
  'repo-checks': 'any',
}

/** Names of the packages that this one may import. */
export function allowedImports({ folder, manifest }: Package): readonly string[] {
  const allowed = arrows[folder] ?? ['core']
  return packages
    .filter((other) => other.manifest.name !== manifest.name)
    .filter((other) => (allowed === 'any' ? arrows[other.folder] !== 'any' : allowed.includes(other.folder)))
    .map((other) => other.manifest.name)
}
