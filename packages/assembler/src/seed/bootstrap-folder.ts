import { defineLayer, type Fragment, type Layer } from '@lamella/core'
import type { AssemblyNeeds } from '../assembly/inputs.ts'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import type { Folder } from '../folder/workspace-folder.ts'
import { BootstrapFileLoader, type BootstrapKind } from './bootstrap-file-loader.ts'
import { orderOf, sectionPriorities } from './section-priorities.ts'

/**
 * The page's folder: one section each for AGENT.md, SOUL.md and CONTEXT.md, and a notice for each other workspace file.
 */
export function bootstrapFolder(bootstrapPath: string, config: ContextAssemblerConfig): Folder {
  const { cache = {} } = config
  const cacheTTL = cache === false ? 0 : (cache.fileTtl ?? 60_000)
  const loader = new BootstrapFileLoader({ bootstrapPath, cacheTTL })
  const section = (kind: BootstrapKind): Layer<string, AssemblyNeeds> =>
    defineLayer<string, AssemblyNeeds>(kind, {
      order: orderOf(sectionPriorities[kind]),
      priority: 1_000,
      stability: 'session',
      load: async ({ assembly, signal }) => {
        const { [kind]: text = '', notices } = await loader.read(assembly.agentId, signal)
        const fragments: readonly Fragment[] = text.trim() === '' ? [] : [{ id: kind, content: text, pinned: true }]
        return { fragments, notices: kind === 'agent' ? [...notices, ...(await loader.unused())] : [] }
      },
    })
  return {
    layers: async () => [section('agent'), section('soul'), section('context')],
    state: ({ agent }) => loader.read(agent),
  }
}
