import { checkOptions, mustBeBoolean, mustBeTexts } from '@lamella/core/plugin'
import type { AgentTool, ToolFilter } from '../contract/tool-executor.ts'
import { grantOf } from './permissions.ts'

/** Why a tool is not among those for a model. */
export interface ExcludedTool {
  readonly name: string
  /** `duplicate`: another one of its name is. */
  readonly reason: 'excluded' | 'sandbox' | 'permission' | 'duplicate'
  /** The first permission that is not granted. */
  readonly missing?: string
}

/** Says why a tool is not wanted; `undefined` when it is. */
export type JudgeTool = (tool: AgentTool) => ExcludedTool | undefined

/**
 * Makes a judge of tools. What is not said to be allowed is not: in sandbox mode a tool must say that it may be used there, and
 * each permission that it asks for must be granted.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function judgeOf(filter: ToolFilter): JudgeTool {
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
