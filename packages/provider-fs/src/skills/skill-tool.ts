import type { ToolDefinition, ToolOutput } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import type { ActiveSkill, SkillFolder } from './skill-folder.ts'

/** The tool with which the model loads a skill. */
export interface SkillTool {
  /** For the request. */
  readonly definition: ToolDefinition
  /** Does a call of the model. What is wrong with the input comes back as `error-text` that says what would do. */
  handle(input: unknown, signal?: AbortSignal): Promise<ToolOutput>
}

const name = 'load_skill'

/**
 * A tool `load_skill` for the skills of a folder: with it among the request's tools the skills are listed, and the model can
 * read each of them. Skills that are hidden from the list are not loaded.
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
        properties: { name: { type: 'string', description: 'Name of the skill, as it is listed.' } },
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
        return refusal(`There is no skill '${asked.slice(0, 64)}'.${didYouMean(asked, known)}`)
      return { type: 'text', value: shown(await folder.readSkill(asked, signal)) }
    },
  }
}

function shown({ name: skill, body, location, resources }: ActiveSkill): string {
  const files = resources.map((path) => `\n- ${path}`).join('')
  const beside = files === '' ? '' : `\n\nFiles beside ${location ?? skill}:${files}`
  return `Skill ${skill}\n\n${body}${beside}`
}

function refusal(value: string): ToolOutput {
  return { type: 'error-text', value: value.replace(/\p{Cs}/gu, '\ufffd') }
}
