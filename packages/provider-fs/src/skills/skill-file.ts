import type { Notice, Skill } from '@lamella/core'
import { notice } from '../notices.ts'
import type { FileText } from '../read/file-reader.ts'
import { parseFrontMatter } from './front-matter.ts'
import { checkDescription, checkName } from './rules.ts'

/** Names of a skill's main file, the preferred one first. */
export const skillFileNames: readonly string[] = ['SKILL.md', 'skill.md']

/** Whether a name is one of a skill's main file, in whatever case. */
export function isSkillFileName(name: string): boolean {
  return name.toLowerCase() === 'skill.md'
}

/** The result of reading one SKILL.md. */
export interface SkillText {
  /** `undefined`: the skill cannot be used; `notices` has the reason. */
  readonly skill: Skill | undefined
  /** Path of its directory below the directory of all skills, with `/`. */
  readonly directory: string
  /** Whether to hide the skill from the model's list: the file has `disable-model-invocation: true`. */
  readonly hidden: boolean
  readonly body: string
  readonly notices: readonly Notice[]
}

/**
 * Reads a skill leniently: violations that do not affect understanding cause only a notice (a name that differs from
 * the directory's, an overlong field, YAML that is not valid but means something). Only a skill without a description is
 * left out.
 */
export async function readSkillFile(file: FileText, directory: string): Promise<SkillText> {
  const left = { directory, hidden: false, body: '' }
  if (file.state !== 'text') return { ...left, skill: undefined, notices: file.notices }
  const skip = (why: string): SkillText => {
    const skipped = notice('SKILL_SKIPPED', [`${file.from} was left out: ${why}.`, 'Correct the file.'], file.from)
    return { ...left, skill: undefined, notices: [...file.notices, skipped] }
  }
  const parsed = await parseFrontMatter(file.text, ['name', 'description', 'when_to_use', 'disable-model-invocation'])
  if ('problem' in parsed) return skip(parsed.problem)
  const { data, body, slips } = parsed
  const description = oneLine(data['description'])
  if (description === '') return skip('its description is missing or empty')
  // Claude Code lists it after the description (code.claude.com/docs/en/skills, read 2026-12-01).
  const listed = `${description} ${oneLine(data['when_to_use'])}`.trim()
  const given = oneLine(data['name'])
  const ownName = nameOf(directory)
  const problems = [
    ...(given === '' ? ['`name` is missing, so the directory name is used'] : asSentences(checkName(given, ownName))),
    ...asSentences(checkDescription(data['description'])),
    ...slips.map(({ line, key, what }) => `\`${key}\` in line ${line} ${what}`),
  ]
  const irregular = `${file.from} was loaded, but violates the specification: ${problems.join('; ')}.`
  return {
    skill: Object.freeze({ name: given || ownName, description: listed, location: file.from }),
    directory,
    hidden: data['disable-model-invocation'] === 'true',
    body,
    notices:
      problems.length === 0
        ? file.notices
        : [...file.notices, notice('SKILL_IRREGULAR', [irregular, 'Correct the file.'], file.from)],
  }
}

/** Returns the name of a directory: the last part of its path. */
export function nameOf(directory: string): string {
  return directory.slice(directory.lastIndexOf('/') + 1)
}

function asSentences(violations: ReturnType<typeof checkName>): readonly string[] {
  return violations.map(({ field, what }) => `${field} ${what}`)
}

/** Returns text on one line, for display in lists; '' for values that are not text. */
function oneLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
}
