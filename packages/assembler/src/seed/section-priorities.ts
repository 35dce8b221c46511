import { type Check, isObject } from '@lamella/core/plugin'

/** A section of the system prompt, as on the assembler's page. */
export interface PromptSection {
  readonly name: string
  /** A blank text is not shown. */
  readonly content: string
  /** Any finite number; higher appears first, equal ones in list order. Does not affect what survives. */
  readonly priority: number
}

/** Priorities of the standard sections. Your own sections are placed among them by priority; higher appears first. */
export const sectionPriorities: {
  readonly agent: 1000
  readonly soul: 900
  readonly context: 800
  readonly skills: 500
  readonly tools: 400
  readonly additional: 300
  readonly datetime: 100
} = Object.freeze({ agent: 1000, soul: 900, context: 800, skills: 500, tools: 400, additional: 300, datetime: 100 })

/** Returns the order of a layer at the position of a section with this priority. */
export function orderOf(priority: number): number {
  return 1_000 - priority
}

/** Checks a list of sections with unique names. */
export const mustBePromptSections: Check = (value) => {
  if (!Array.isArray(value)) return 'must be a list of { name, content, priority }'
  const wrong = value.findIndex((one) => !isPromptSection(one))
  if (wrong >= 0)
    return `has an invalid section at ${wrong}: each is { name, content, priority }, a text, a text and a number`
  const names = value.map(({ name }) => name as string)
  const twice = names.findIndex((name, index) => names.indexOf(name) < index)
  return twice < 0 ? undefined : `repeats the name ${JSON.stringify(names[twice]?.slice(0, 80))} at ${twice}`
}

function isPromptSection(value: unknown): value is PromptSection {
  if (!isObject(value)) return false
  const { name, content, priority } = value
  return typeof name === 'string' && name !== '' && typeof content === 'string' && Number.isFinite(priority)
}
