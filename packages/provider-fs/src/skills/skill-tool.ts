import type { ToolDefinition, ToolOutput } from '@lamella/core'
import { checkOptions, mustHaveMethod } from '@lamella/core/plugin'
import { contextTools } from '@lamella/layers/tools'
import type { SkillFolder } from './skill-folder.ts'

/** The tool that loads a skill for the model. */
export interface SkillTool {
  /** The definition to include in the request. */
  readonly definition: ToolDefinition
  /** Handles a call from the model. Invalid input returns an `error-text` that says how to correct it. */
  handle(input: unknown, signal?: AbortSignal): Promise<ToolOutput>
}

/**
 * Creates a tool `load_skill` for the skills of a folder: if the request's tools include it, the skills are listed and
 * the model can read each of them. Skills hidden from the list cannot be loaded. `contextTools` of `@lamella/layers/tools`
 * has this tool too, and one that reads a skill's files.
 *
 * @example
 * const { skills } = workspaceSources('./agent')
 * const loadSkill = skillTool(skills)
 * const context = await builder.build({ scope, message: 'Plan the week.', tools: [loadSkill.definition] })
 * const output = await loadSkill.handle({ name: 'planning' }) // when the model calls it
 */
export function skillTool(folder: SkillFolder): SkillTool {
  checkOptions('skillTool', { folder }, { folder: mustHaveMethod('load') }, ['folder'])
  const { skills, load } = folder
  const [tool] = Object.values(contextTools({ skills: { skills, load }, scope: { tenant: 'anyone' } }).tools)
  const { name, description, inputSchema, execute } = tool as NonNullable<typeof tool>
  return {
    definition: Object.freeze({ name, description, inputSchema }),
    handle: (input, signal) => execute(input, signal && { signal }),
  }
}
