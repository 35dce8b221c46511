import { isLamellaError, type Notice } from '@lamella/core'
import { type FileReader, type Violation, validateSkillText } from '@lamella/provider-fs'
import { counted } from '../text/words.ts'
import type { Checkup } from './instructions.ts'
import { note, ok, problem, type Remark, remarkOf } from './remark.ts'

const signal = new AbortController().signal
/** The maximum number of UTF-16 units in a SKILL.md to check. */
const maxChars = 1_000_000

/** The number of directories inside each other that a workspace looks for skills in. */
const maxDepth = 4

/** Checks the files SKILL.md below skills/: lists the skills and their violations of the specification. */
export async function checkSkills({ sources, scope, count }: Checkup): Promise<readonly Remark[]> {
  const { skills: folder, reader } = sources
  const { skills, notices = [] } = await folder.skills(scope, { signal })
  const strict = await validateIn(reader, 'skills', 1)
  const bodies = await Promise.all(skills.map(({ name }) => bodyNotices(() => folder.readSkill(name, signal))))
  const tokens = skills.reduce((sum, { name, description }) => sum + count(`${name}: ${description}`), 0)
  const reported = new Set(strict.flatMap(({ violations, from }) => (violations.length > 0 ? [from] : [])))
  const skipped = new Set(notices.flatMap(({ code, from }) => (code === 'SKILL_SKIPPED' ? [from] : [])))
  return [
    skills.length === 0
      ? note('No skills are visible to the model.')
      : ok(`${counted(skills.length, 'skill')}, ${counted(tokens, 'token')} of names and descriptions.`),
    // Avoids repeated remarks: a skipped file has one reason, any other file lists all its faults.
    ...notices.filter(({ code, from }) => code !== 'SKILL_IRREGULAR' || !reported.has(from ?? '')).map(remarkOf),
    ...strict.flatMap(({ remarks, from }) => (skipped.has(from) ? [] : remarks)),
    ...violationRemarks(strict.filter(({ from }) => !skipped.has(from))),
    ...bodies.flat().map(remarkOf),
  ]
}

interface Strict {
  readonly from: string
  readonly remarks: readonly Remark[]
  readonly violations: readonly Violation[]
}

/** Checks the skills of a directory. One without SKILL.md and with directories is a group, as the workspace reads it. */
async function validateIn(reader: FileReader, above: string, depth: number): Promise<readonly Strict[]> {
  const { entries } = await reader.list(above, signal)
  const inside = entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const found = await Promise.all(
    inside.map(async (entry): Promise<readonly Strict[]> => {
      const path = `${above}/${entry.name}`
      const strict = await validate(reader, path, entry.name)
      if (strict) return [strict]
      const group = depth < maxDepth && entry.isDirectory() ? await validateIn(reader, path, depth + 1) : []
      const none = note(`${path} has no SKILL.md, so it is not a skill.`)
      return group.some(({ from }) => from !== '') ? group : [{ from: '', remarks: [none], violations: [] }]
    }),
  )
  return found.flat()
}

/**
 * Checks a skill against the specification. The reader stays inside the workspace; the skill list reports the files
 * that it refuses.
 */
async function validate(reader: FileReader, path: string, name: string): Promise<Strict | undefined> {
  for (const file of ['SKILL.md', 'skill.md']) {
    const { state, text, from } = await reader.read(`${path}/${file}`, { maxChars, signal })
    if (state === 'missing') continue
    if (state === 'refused') return { from, remarks: [], violations: [] }
    return { from, remarks: [], violations: await validateSkillText(text, name) }
  }
  return undefined
}

/** The maximum number of files with one fault to list individually; more are combined into one remark. */
const maxListed = 3

/** Creates a remark per fault and file; a single one if many files have the same fault. */
function violationRemarks(strict: readonly Strict[]): readonly Remark[] {
  const faults = new Map<string, { readonly violation: Violation; readonly files: string[] }>()
  for (const { violations, from } of strict) {
    for (const violation of violations) {
      const key = JSON.stringify([violation.field, violation.what])
      const known = faults.get(key)
      if (known) known.files.push(from)
      else faults.set(key, { violation, files: [from] })
    }
  }
  return [...faults.values()].flatMap(({ violation, files }) => {
    if (files.length <= maxListed) return files.map((file) => remarkOn(violation, file))
    return [{ ...remarkOn(violation, `${counted(files.length, 'skill file')}`), files }]
  })
}

const code = 'SKILL_INVALID'

function remarkOn({ field, unknown, what }: Violation, from: string): Remark {
  if (field === 'disable-model-invocation') {
    return note(`${from}: '${field}' ${what}; it keeps the skill out of the model's list.`)
  }
  if (unknown) {
    return problem(`${from}: '${field}' ${what}.`, `Remove '${field}' from ${from}, or move it under metadata.`, code)
  }
  if (field === 'front-matter' || field === 'file') return problem(`${from}: ${what}.`, `Correct ${from}.`, code)
  return problem(`${from}: ${field} ${what}.`, `Correct '${field}' in ${from}.`, code)
}

/** Returns notices about a skill's body and other files; irregularities are already reported. */
async function bodyNotices(read: () => Promise<{ readonly notices: readonly Notice[] }>): Promise<readonly Notice[]> {
  try {
    const { notices } = await read()
    return notices.filter(({ code }) => code !== 'SKILL_IRREGULAR')
  } catch (error) {
    // Removed since it was listed.
    if (isLamellaError(error, 'SKILL_NOT_FOUND')) return []
    throw error
  }
}
