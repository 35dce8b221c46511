import type { Ranker } from '@lamella/core'
import { type Check, checkOptions, mustBeObject } from '@lamella/core/plugin'
import {
  type BootstrapOptions,
  type HistoryOptions,
  type MemoryOptions,
  type SkillsOptions,
  type StandardLayers,
  type SystemOptions,
  standardLayers,
  type ToolsOptions,
} from '@lamella/layers'
import type { ToolSet } from '@lamella/layers/tools'
import { withFileNotices } from './conventions/found-files.ts'
import { checkPath } from './disk/file-name.ts'
import { type MemoryFilesOptions, memoryChecks } from './memory/memory-files.ts'
import { isFolder, workspaceNotFound } from './read/path-guard.ts'
import { type SkillFolderOptions, skillChecks } from './skills/skill-folder.ts'
import { shortTtl } from './sources/text-file.ts'
import {
  sourcesChecks,
  type WorkspaceSources,
  type WorkspaceSourcesOptions,
  workspaceSources,
} from './sources/workspace-sources.ts'
import { type WorkspaceToolsOptions, workspaceTools } from './workspace-tools.ts'

/** Options of `workspace`: those for reading the folder, and those of the standard layers. */
export interface WorkspaceOptions extends WorkspaceSourcesOptions {
  /** Ranks memory by relevance to the new message. */
  readonly ranker?: Ranker
  readonly system?: Omit<SystemOptions, 'soul' | 'identity' | 'agents' | 'context' | 'user'>
  readonly bootstrap?: BootstrapOptions
  readonly memory?: MemoryFilesOptions & Omit<MemoryOptions, 'source' | 'ranker'>
  readonly skills?: SkillFolderOptions & Omit<SkillsOptions, 'source'>
  readonly tools?: Omit<ToolsOptions, 'source'>
  readonly history?: HistoryOptions
  /**
   * Creates tools with which the model loads the skills of the folder and searches its memory (with a ranker). An object
   * adds to that: what the model may change, sessions to recall. The list of skills then names the tool `load_skill`.
   * Default `false`.
   */
  readonly contextTools?: boolean | WorkspaceToolsOptions
}

/** Options of a workspace with tools. */
export type WithContextTools = WorkspaceOptions & { readonly contextTools: true | WorkspaceToolsOptions }

const byLayer: Check = () => undefined
/** Options of the two layers that also have file options; the layer checks their values. */
const memoryLayer = { maxEntries: byLayer, maxEntryChars: byLayer, audience: byLayer } satisfies Record<
  Exclude<keyof MemoryOptions, 'source' | 'ranker'>,
  Check
>
const skillsLayer = {
  listing: byLayer,
  loadWith: byLayer,
  advertise: byLayer,
  maxListed: byLayer,
} satisfies Record<Exclude<keyof SkillsOptions, 'source'>, Check>

/**
 * Returns the standard layers for a workspace folder: SOUL.md, IDENTITY.md, AGENTS.md, AGENT.md, CONTEXT.md, USER.md,
 * TOOLS.md, memory and skills. Files are read when a context is built, in parallel and without blocking; only the
 * folder's existence is checked now, so that a wrong path fails early. The report has a notice for each conventional
 * file that is not used (`workspaceFiles`), and for each that is replaced by a default.
 *
 * With the option `contextTools` the result also has a property of that name: pass its `definitions` to the builder, and
 * run the model's calls with its `handle`.
 *
 * @throws LamellaError `WORKSPACE_NOT_FOUND`, `OPTION_INVALID`
 * @example
 * const context = await createContext()
 *   .use(workspace('./agent', { ranker: bm25(), history: { maxMessages: 30 } }))
 *   .budget({ window: 128_000, reserve: 4_000 })
 *   .build({ scope: { tenant: 'acme', kind: 'private' }, session, message: 'What did we decide?' })
 */
export function workspace(root: string, options: WithContextTools): ToolingLayers
export function workspace(root: string, options?: WorkspaceOptions): StandardLayers
export function workspace(root: string, options: WorkspaceOptions = {}): StandardLayers {
  const { layers, contextTools } = openWorkspace(root, options)
  return contextTools === undefined ? layers : Object.freeze(Object.assign([...layers] as const, { contextTools }))
}

/** The standard layers, and the tools of the workspace. */
export type ToolingLayers = StandardLayers & { readonly contextTools: ToolSet }

/** The layers of a workspace folder, and their sources. */
export interface OpenWorkspace {
  readonly layers: StandardLayers
  /** As the layers read them: `identity` also reports missing and unused files. */
  readonly sources: WorkspaceSources
  /** With the option `contextTools` only. */
  readonly contextTools?: ToolSet
}

/**
 * Same as `workspace`, with the sources of its layers: for programs that need to detect changes in the folder.
 *
 * @throws LamellaError `WORKSPACE_NOT_FOUND`, `OPTION_INVALID`
 */
export function openWorkspace(root: string, options: WorkspaceOptions = {}): OpenWorkspace {
  const layerChecks = {
    ranker: mustBeObject,
    system: mustBeObject,
    bootstrap: mustBeObject,
    tools: mustBeObject,
    history: mustBeObject,
    contextTools: (value: unknown) => (typeof value === 'boolean' ? undefined : mustBeObject(value)),
  }
  checkOptions('workspace', options, { ...sourcesChecks, ...layerChecks })
  checkPath('workspace', root, 'root')
  if (!isFolder(root)) throw workspaceNotFound(root)
  const { ranker, memory: memoryOptions, skills: skillOptions, contextTools: toolsWanted = false, ...rest } = options
  const {
    system: systemOptions,
    bootstrap: bootstrapOptions,
    tools: toolOptions,
    history: historyOptions,
    ...reading
  } = rest
  checkOptions('workspace memory', memoryOptions ?? {}, { ...memoryChecks, ...memoryLayer })
  checkOptions('workspace skills', skillOptions ?? {}, { ...skillChecks, ...skillsLayer })
  const opened = workspaceSources(root, {
    ...reading,
    memory: only(memoryOptions, memoryChecks),
    skills: only(skillOptions, skillChecks),
  })
  const identity = withFileNotices(opened.reader, opened.identity, {
    hasDefaults: systemOptions?.prompt === undefined,
    // Only an assistant has its tools under a title.
    isAssistant: toolOptions?.titled === true,
    ttl: reading.ttl?.instructions ?? shortTtl,
    now: reading.now ?? (() => performance.now()),
    texts: [opened.soul, opened.agents, opened.context, opened.tools],
    skills: skillOptions?.directory ?? 'skills',
  })
  const sources = { ...opened, identity }
  const hasTools = toolsWanted !== false
  const { soul, agents, context, user } = opened
  const layers = standardLayers({
    system: { ...systemOptions, soul, identity, agents, context, user },
    bootstrap: bootstrapOptions ?? {},
    memory: { ...only(memoryOptions, memoryLayer), ...(ranker && { ranker }), source: sources.memory },
    // The list names the tool, unless skills are listed whether or not a request has a tool for them.
    skills: {
      ...(hasTools && skillOptions?.advertise !== 'always' && { loadWith: 'load_skill' }),
      ...only(skillOptions, skillsLayer),
      source: sources.skills,
    },
    tools: { ...toolOptions, source: sources.tools },
    history: historyOptions ?? {},
  })
  if (!hasTools) return { layers, sources }
  const contextTools = workspaceTools(root, opened, ranker, toolsWanted === true ? {} : toolsWanted)
  return { layers, sources, contextTools }
}

/** Picks the options with the given keys. */
function only<Options extends object>(options: Options | undefined, keys: object): Partial<Options> {
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(([key]) => Object.hasOwn(keys, key)),
  ) as Partial<Options>
}

/**
 * Returns `workspace` with the settings for a personal assistant that works in the folder itself, on its owner's
 * machine: the prompt includes the folder's path, the number of tools and all skills, TOOLS.md is under "Available tools:",
 * and the history has at most the 50 newest messages. Options override these settings.
 *
 * @throws LamellaError `WORKSPACE_NOT_FOUND`, `OPTION_INVALID`
 * @example
 * const context = await createContext()
 *   .use(assistantWorkspace('./agent'))
 *   .budget({ window: 128_000, reserve: 4_000 })
 *   .build({ scope: { tenant: 'local', kind: 'private' }, session, message: 'What is on today?' })
 */
export function assistantWorkspace(root: string, options: WithContextTools): ToolingLayers
export function assistantWorkspace(root: string, options?: WorkspaceOptions): StandardLayers
export function assistantWorkspace(root: string, options: WorkspaceOptions = {}): StandardLayers {
  if (options === null) return workspace(root, options)
  return workspace(root, {
    ...options,
    bootstrap: { workspace: root, toolCount: true, ...options.bootstrap },
    skills: { advertise: 'always', ...options.skills },
    tools: { titled: true, ...options.tools },
    history: { maxMessages: 50, ...options.history },
  })
}
