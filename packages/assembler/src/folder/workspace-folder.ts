import type { Layer, Scope } from '@lamella/core'
import { tools } from '@lamella/layers'
import type { OpenWorkspace } from '@lamella/provider-fs'
import type { AssemblyNeeds } from '../assembly/inputs.ts'
import { scopeOfAgent } from '../assembly/scope-of.ts'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import { openOnce } from '../open-once.ts'
import { loadFiles } from './load-files.ts'

/** The workspace layers that an assembler uses unchanged: it has its own date, history and newest message. */
const taken: readonly string[] = ['system', 'memory', 'skills']

/**
 * Opens a workspace folder like `workspace` of `@lamella/provider-fs`; returns `undefined` if the configuration names
 * none.
 *
 * @param replaced Names of layers that the caller replaces: changes to their files need no new context.
 */
export function workspaceFolder(
  config: ContextAssemblerConfig,
  replaced: ReadonlySet<string> = new Set(),
): Folder | undefined {
  const { workspace: root, ranker, cache = {} } = config
  if (root === undefined) return undefined
  const ttl = cache === false ? 0 : (cache.fileTtl ?? 60_000)
  const opened = openOnce(async (): Promise<OpenWorkspace> => {
    const { openWorkspace } = await loadFiles(root)
    // Memory is checked on every request, since a turn may depend on what the one before wrote down.
    const options = { ttl: { instructions: ttl, tools: ttl, skills: ttl }, ...(ranker && { ranker }) }
    return openWorkspace(root, options)
  })
  return {
    layers: async () => {
      const { layers, sources } = await opened()
      // Without TOOLS.md the layer would list the tools, which an assembler does itself if configured to.
      const documented = tools({
        source: { read: async (...asked) => (await sources.tools.read(...asked)) ?? { text: '' } },
      })
      return [...layers.filter(({ name }) => taken.includes(name)), documented].map(forAgent)
    },
    state: async (scope, now) => {
      const { sources } = await opened()
      const { soul, identity, agents, context, user, memory, skills } = sources
      const request = { signal: new AbortController().signal }
      const texts = [
        ...(replaced.has('system') ? [] : [soul, identity, agents, context, user]),
        ...(replaced.has('tools') ? [] : [sources.tools]),
      ]
      return Promise.all([
        ...texts.map((source) => source.read(scope, request)),
        !replaced.has('memory') && memory.entries(scope, request),
        !replaced.has('skills') && skills.skills(scope, request),
        // The day counts too, because memories age.
        now.toISOString().slice(0, 10),
      ])
    },
  }
}

/** Returns the layer for the requested agent, whose files may replace the general ones. */
function forAgent(layer: Layer): Layer<string, AssemblyNeeds> {
  const load: Layer<string, AssemblyNeeds>['load'] = (request) =>
    layer.load({ ...request, scope: scopeOfAgent(request.scope, request.assembly.agentId) })
  return { ...layer, load }
}

/** An instruction folder, as an assembler uses it. */
export interface Folder {
  /** Returns its layers. The folder is opened on the first call. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  layers(): Promise<readonly Layer<string, AssemblyNeeds>[]>
  /** Returns a value that stays equal as long as the layers' output would. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  state(scope: Scope, now: Date): Promise<unknown>
}
