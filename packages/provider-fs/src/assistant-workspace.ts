import type { StandardLayers } from '@lamella/layers'
import { type ToolingLayers, type WithContextTools, type WorkspaceOptions, workspace } from './workspace.ts'

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
