import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolDefinition } from '@lamella/core'
import type { JudgedQuery } from './quality.ts'
import set from './set/skills.json' with { type: 'json' }

const folder = join(process.env['LAMELLA_DATA'] ?? '', 'workspaces/assistant/skills')

/** Whether the skills of the outside assistant workspace are there. */
export const hasAssistant: boolean = existsSync(folder)

const skill = (name: string, description: string): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object' },
})

const assistant = (): readonly ToolDefinition[] =>
  Object.keys(set.assistant).map((name) => {
    const text = readFileSync(join(folder, name, 'SKILL.md'), 'utf8')
    return skill(name, (/^description: *(.*)$/m.exec(text)?.[1] ?? '').replace(/^"|"$/g, ''))
  })

const asked = (name: string, questions: readonly string[]): readonly JudgedQuery[] =>
  questions.map((query) => ({ query, relevance: { [name]: 1 } }))

/** 948 skills, or 1,000 with those of the outside workspace: 900 of them do the same 18 jobs in 50 places. */
export function manySkills(): readonly ToolDefinition[] {
  const jobs = set.areas.flatMap((area) =>
    Object.entries(set.jobs).map(([job, says]) =>
      skill(
        `${area}-${job}`,
        says.replace('{a}', () => area.replace('-', ' ')),
      ),
    ),
  )
  const own = set.own.map(({ name, description }) => skill(name, description))
  return [...(hasAssistant ? assistant() : []), ...own, ...jobs]
}

/** Three questions for each skill, 300 with those of the outside workspace. */
export function skillQuestions(): readonly JudgedQuery[] {
  const own = set.own.flatMap(({ name, questions }) => asked(name, questions))
  const theirs = Object.entries(set.assistant).flatMap(([name, questions]) => asked(name, questions))
  return hasAssistant ? [...theirs, ...own] : own
}
