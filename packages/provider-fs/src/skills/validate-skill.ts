import { basename, resolve } from 'node:path'
import { isLamellaError } from '@lamella/core'
import { checkOptions, mustBeBoolean, mustBeText } from '@lamella/core/plugin'
import { checkPath } from '../disk/file-name.ts'
import { createFileReader } from '../read/file-reader.ts'
import { parseFrontMatter } from './front-matter.ts'
import { checkFields, type SkillRules, type Violation } from './rules.ts'
import { skillFileNames } from './skill-file.ts'

/** The maximum number of characters of a SKILL.md to validate; the specification recommends at most 500 lines. */
const maxChars = 1_000_000

/**
 * Checks a skill strictly against the Agent Skills specification, as its reference validator does.
 *
 * @param directory path of the skill's directory, which contains `SKILL.md`
 * @returns all violations found; empty when the skill is valid. A missing or unreadable file is a violation too.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const violations = await validateSkill('./agent/skills/weather')
 * for (const { field, what } of violations) console.log(`${field} ${what}`)
 */
export async function validateSkill(directory: string, rules: SkillRules = {}): Promise<readonly Violation[]> {
  checkOptions('validateSkill', rules, { ascii: mustBeBoolean })
  const root = resolve(checkPath('validateSkill', directory, 'directory'))
  const reader = createFileReader(root, { maxChars })
  try {
    for (const name of skillFileNames) {
      const file = await reader.read(name)
      if (file.state === 'missing') continue
      const problem = file.notices[0]?.what
      return problem === undefined ? validateSkillText(file.text, basename(root), rules) : [ofFile(problem)]
    }
  } catch (error) {
    // The directory itself is missing.
    return [ofFile(isLamellaError(error) ? error.what : String(error))]
  }
  return [ofFile('has no SKILL.md')]
}

/** Same as `validateSkill`, for the text of a SKILL.md and its directory's name; reads nothing. */
export async function validateSkillText(
  text: string,
  directoryName: string,
  rules: SkillRules = {},
): Promise<readonly Violation[]> {
  checkOptions('validateSkillText', { text, directoryName }, { text: mustBeText, directoryName: mustBeText }, [
    'text',
    'directoryName',
  ])
  const parsed = await parseFrontMatter(text.replace(/\r\n?/g, '\n'))
  if ('problem' in parsed) return [Object.freeze({ field: 'front-matter', what: parsed.problem })]
  const slips = parsed.slips.map(({ line, key, what }) =>
    Object.freeze({
      field: 'front-matter',
      what: `is not closed in by lines \`---\`: \`${key}\` in line ${line} ${what}`,
    }),
  )
  return [...slips, ...checkFields(parsed.data, directoryName, rules)]
}

function ofFile(what: string): Violation {
  return Object.freeze({ field: 'file', what })
}
