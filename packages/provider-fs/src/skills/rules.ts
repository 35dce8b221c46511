import { isObject } from '@lamella/core/plugin'

/** One way in which a skill breaks the Agent Skills specification. */
export interface Violation {
  /** The front matter field, `front-matter` for all of it, or `file`. */
  readonly field: string
  /** Whether the specification does not define the field. */
  readonly unknown?: true
  /** What is wrong and what is allowed: completes a sentence whose subject is the field. */
  readonly what: string
}

/** How strictly names are checked. */
export interface SkillRules {
  /**
   * The specification allows `a-z` and `0-9`; its reference validator accepts letters and digits of any script. Default
   * `false`: like the validator.
   */
  readonly ascii?: boolean
}

const fields = ['name', 'description', 'license', 'allowed-tools', 'metadata', 'compatibility']

/** Returns all violations in the fields of a front matter. */
export function checkFields(
  data: Readonly<Record<string, unknown>>,
  directoryName: string,
  rules: SkillRules,
): readonly Violation[] {
  const extra = Object.keys(data).filter((key) => !fields.includes(key))
  return [
    ...extra.map((field) => {
      const what = `is not a field of a skill; the fields are ${fields.join(', ')}`
      return Object.freeze({ field, what, unknown: true } as const)
    }),
    ...checkName(data['name'], directoryName, rules),
    ...checkDescription(data['description']),
    ...checkOptional(data),
  ]
}

/** Checks a name: 1 to 64 characters, lowercase letters, digits and single hyphens inside, the same as its directory. */
export function checkName(value: unknown, directoryName: string, rules: SkillRules = {}): readonly Violation[] {
  if (value === undefined) return [violation('name', 'is missing')]
  if (typeof value !== 'string' || value.trim() === '') return [violation('name', 'must be a non-empty text')]
  // Letters that look the same can have several encodings; the specification compares one form (NFKC).
  const name = value.trim().normalize('NFKC')
  const found: string[] = []
  if (characters(name) > 64) found.push(`has ${characters(name)} characters, but only 64 are allowed`)
  if (name !== name.toLowerCase()) found.push('must be lowercase')
  if (name.startsWith('-') || name.endsWith('-')) found.push('must not begin or end with a hyphen')
  if (name.includes('--')) found.push('must not have two consecutive hyphens')
  if (!/^[\p{L}\p{N}-]*$/u.test(name)) found.push('must contain only letters, digits and hyphens')
  else if (rules.ascii && !/^[a-z0-9-]*$/i.test(name)) found.push('must contain only the letters a to z')
  if (name !== directoryName.normalize('NFKC')) found.push(`must match the name of its directory, '${directoryName}'`)
  return found.map((what) => violation('name', what))
}

/** Checks a description: 1 to 1,024 characters. */
export function checkDescription(value: unknown): readonly Violation[] {
  if (value === undefined) return [violation('description', 'is missing')]
  if (typeof value !== 'string' || value.trim() === '') {
    return [violation('description', 'must be a non-empty text')]
  }
  const length = characters(value)
  return length > 1024 ? [violation('description', `has ${length} characters, but only 1024 are allowed`)] : []
}

function checkOptional(data: Readonly<Record<string, unknown>>): readonly Violation[] {
  const found: Violation[] = []
  const { license, compatibility, metadata, 'allowed-tools': tools = '' } = data
  if (license !== undefined && typeof license !== 'string') found.push(violation('license', 'must be a text'))
  if (compatibility !== undefined) {
    const length = typeof compatibility === 'string' ? characters(compatibility) : 0
    if (length < 1 || length > 500) found.push(violation('compatibility', 'must be a text of 1 to 500 characters'))
  }
  if (typeof tools !== 'string') found.push(violation('allowed-tools', 'must be a text of names separated by spaces'))
  if (metadata === undefined) return found
  if (!isObject(metadata)) return [...found, violation('metadata', 'must be a mapping of keys to texts')]
  for (const [key, value] of Object.entries(metadata)) {
    if (typeof value !== 'string') found.push(violation('metadata', `'${key}' must be a text`))
  }
  return found
}

/** Counts characters as the specification does: code points, not UTF-16 units. */
function characters(text: string): number {
  return Array.from(text).length
}

function violation(field: string, what: string): Violation {
  return Object.freeze({ field, what })
}
