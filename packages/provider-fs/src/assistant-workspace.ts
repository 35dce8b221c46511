import type { StandardLayers } from '@lamella/layers'
import { type WorkspaceOptions, workspace } from './workspace.ts'

/**
 * `workspace` as a personal assistant has it that works in the folder itself, on the machine of its owner: the model is told
 * the folder's path and how many tools there are, and of all skills; it sees the 50 newest messages at most. Options go before
 * these settings.
 *
 * @throws LamellaError `WORKSPACE_NOT_FOUND`, `OPTION_INVALID`
 * @example
 * const context = await createContext()
 *   .use(assistantWorkspace('./agent'))
 *   .budget({ window: 128_000, reserve: 4_000 })
 *   .build({ scope: { tenant: 'local', kind: 'private' }, session, message: 'What is on today?' })
 */
export function assistantWorkspace(root: string, options: WorkspaceOptions = {}): StandardLayers {
  return workspace(root, {
    ...options,
    bootstrap: { workspace: root, toolCount: true, ...options.bootstrap },
    skills: { advertise: 'always', ...options.skills },
    history: { maxMessages: 50, ...options.history },
  })
}
