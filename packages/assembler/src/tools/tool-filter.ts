import { checkOptions, mustBeBoolean, mustBeTexts } from '@lamella/core/plugin'
import type { AgentTool, ToolFilter } from '../contract/tool-executor.ts'
import { grantOf } from './permissions.ts'

/** Why a tool is excluded. */
export interface ExcludedTool {
  readonly name: string
  /** `duplicate`: another tool has the same name. */
  readonly reason: 'excluded' | 'sandbox' | 'permission' | 'duplicate'
  /** The first permission that is not granted. */
  readonly missing?: string
}

/** Returns why a tool is excluded; `undefined` if it is included. */
export type FindExclusion = (tool: AgentTool) => ExcludedTool | undefined

/**
 * Creates a tool filter. Only explicitly allowed tools pass: in sandbox mode a tool must be declared usable there, and
 * each permission that it requires must be granted.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function createExclusion(filter: ToolFilter): FindExclusion {
  const { sandboxMode, permissions, exclude } = checkOptions('ToolFilter', filter, {
    sandboxMode: mustBeBoolean,
    permissions: mustBeTexts,
    exclude: mustBeTexts,
  })
  const unwanted = new Set(exclude)
  const isGranted = permissions === undefined ? undefined : grantOf(permissions)
  return ({ name, permissions: asked, sandbox }) => {
    if (unwanted.has(name)) return { name, reason: 'excluded' }
    if (sandboxMode && sandbox !== true) return { name, reason: 'sandbox' }
    const missing = isGranted && asked?.find((permission) => !isGranted(permission))
    return missing === undefined ? undefined : { name, reason: 'permission', missing }
  }
}
