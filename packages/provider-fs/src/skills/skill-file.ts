import type { Notice, Skill } from '@lamella/core'
import { notice } from '../notices.ts'
import type { FileText } from '../read/file-reader.ts'
import { parseFrontMatter } from './front-matter.ts'
import { checkDescription, checkName } from './rules.ts'

/** Names of the file of a skill, the preferred one first. */
export const skillFileNames: readonly string[] = ['SKILL.md', 'skill.md']

/** What one SKILL.md gives. */
export interface SkillFile {
  /** `undefined`: it cannot be used, `notices` says why. */
  readonly skill: Skill | undefined
  /** Name of the directory it stands in. */
  readonly directory: string
  /** Not for the model's list: the file says `disable-model-invocation: true`. */
  readonly hidden: boolean
  readonly body: string
  readonly notices: readonly Notice[]
}

/**
 * Reads a skill leniently: what breaks the specification but can be understood is loaded with a notice (a name that is not
 * the directory's, something too long, an unquoted colon). Without a description, or without YAML that can be read, the
 * skill is left out, alone.
 */
export function readSkillFile(file: FileText, directory: string): SkillFile {
  const left = { directory, hidden: false, body: '' }
  if (file.state !== 'text') return { ...left, skill: undefined, notices: file.notices }
  const skip = (why: string): SkillFile => {
    const skipped = notice('SKILL_SKIPPED', [`${file.from} was left out: ${why}.`, 'Correct the file.'], file.from)
    return { ...left, skill: undefined, notices: [...file.notices, skipped] }
  }
  const parsed = parseFrontMatter(file.text, true)
  if ('problem' in parsed) return skip(parsed.problem)
  const { data, body, repaired } = parsed
  const description = oneLine(data['description'])
  if (description === '') return skip('its description is missing or empty')
  const given = oneLine(data['name'])
  const problems = [
    ...(given === '' ? ["name is missing, the directory's is used"] : told(checkName(given, directory))),
    ...told(checkDescription(data['description'])),
    ...(repaired ? ['its YAML is broken and was read with its values quoted (an unquoted colon?)'] : []),
  ]
  const irregular = `${file.from} was loaded, but violates the specification: ${problems.join('; ')}.`
  return {
    skill: Object.freeze({ name: given || directory, description, location: file.from }),
    directory,
    hidden: String(data['disable-model-invocation']) === 'true',
    body,
    notices:
      problems.length === 0
        ? file.notices
        : [...file.notices, notice('SKILL_IRREGULAR', [irregular, 'Correct the file.'], file.from)],
  }
}

function told(violations: ReturnType<typeof checkName>): readonly string[] {
  return violations.map(({ field, what }) => `${field} ${what}`)
}

/** Text on one line; '' for what is not text. A name or description is shown in lists. */
function oneLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
}
