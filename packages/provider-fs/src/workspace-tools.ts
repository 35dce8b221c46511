import { LamellaError, type Ranker } from '@lamella/core'
import { type ContextToolsOptions, contextTools, type ToolMemory, type ToolSet } from '@lamella/layers/tools'
import { fileMemory } from './memory-store/file-memory.ts'
import type { WorkspaceSources } from './sources/workspace-sources.ts'

/** Options of the tools of a workspace: those of `contextTools` that do not follow from the folder. */
export interface WorkspaceToolsOptions extends Omit<ContextToolsOptions, 'skills' | 'memory' | 'ranker'> {}

/**
 * Creates the tools of a workspace folder: its skills, a search of its memory where there is a ranker, and what `allow`
 * permits. What is remembered is written to MEMORY.md, for the scope.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function workspaceTools(
  root: string,
  sources: WorkspaceSources,
  ranker: Ranker | undefined,
  options: WorkspaceToolsOptions,
): ToolSet {
  const { skills, memory: source } = sources
  const { scope, allow = [] } = options
  let memory: ToolMemory = { entries: source.entries }
  if (allow.length > 0) {
    if (scope === undefined) throw noOwner()
    const { put, get, delete: remove } = fileMemory(root, { owner: scope })
    memory = { ...memory, put, get, delete: remove }
  }
  return contextTools({ ...options, skills, memory, ...(ranker && { ranker }) })
}

function noOwner(): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: "contextTools: 'scope' is missing, so the owner of what is remembered is unknown.",
    fix: "Pass scope: { tenant: 'acme', user: 'ada', kind: 'private' }, or leave `allow` out.",
    details: { what: 'contextTools', option: 'scope' },
  })
}
