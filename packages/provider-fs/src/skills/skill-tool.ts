import type { ToolDefinition, ToolOutput } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import type { ActiveSkill, SkillFolder } from './skill-folder.ts'

/** The tool that loads a skill for the model. */
export interface SkillTool {
  /** The definition to include in the request. */
  readonly definition: ToolDefinition
  /** Handles a call from the model. Invalid input returns an `error-text` that says how to correct it. */
  handle(input: unknown, signal?: AbortSignal): Promise<ToolOutput>
}

const name = 'load_skill'

/**
 * Creates a tool `load_skill` for the skills of a folder: if the request's tools include it, the skills are listed and
 * the model can read each of them. Skills hidden from the list cannot be loaded.
 *
 * @example
 * const { skills } = workspaceSources('./agent')
 * const loadSkill = skillTool(skills)
 * const context = await builder.build({ scope, message: 'Plan the week.', tools: [loadSkill.definition] })
 * const output = await loadSkill.handle({ name: 'planning' }) // when the model calls it
 */
export function skillTool(folder: SkillFolder): SkillTool {
  return {
    definition: Object.freeze({
      name,
      description: 'Reads the instructions of a skill that is listed as available.',
      inputSchema: {
        type: 'object',
        properties: { name: { type: 'string', description: 'Name of the skill, as listed.' } },
        required: ['name'],
        additionalProperties: false,
      },
    }),
    async handle(input, signal = new AbortController().signal) {
      const asked = isObject(input) ? input['name'] : undefined
      if (typeof asked !== 'string') return refusal(`${name}: 'name' must be the name of a skill.`)
      const { skills } = await folder.skills({ tenant: 'anyone' }, { signal })
      const known = skills.map((skill) => skill.name)
      if (!known.includes(asked))
        return refusal(`Skill '${asked.slice(0, 64)}' does not exist.${didYouMean(asked, known)}`)
      return { type: 'text', value: shown(await folder.readSkill(asked, signal)) }
    },
  }
}

function shown({ name: skill, body, location, resources }: ActiveSkill): string {
  const files = resources.map((path) => `\n- ${path}`).join('')
  const otherFiles = files === '' ? '' : `\n\nFiles next to ${location ?? skill}:${files}`
  return `Skill ${skill}\n\n${body}${otherFiles}`
}

function refusal(value: string): ToolOutput {
  return { type: 'error-text', value: value.replace(/\p{Cs}/gu, '\ufffd') }
}
