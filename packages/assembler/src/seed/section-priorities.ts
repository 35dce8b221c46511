import { type Check, isObject } from '@lamella/core/plugin'

/** A part of the system prompt, as the page of the assembler has it. */
export interface PromptSection {
  readonly name: string
  /** Nothing is shown of a blank one. */
  readonly content: string
  /** Any finite number; higher appears first. Of equal ones the earlier in the list. It says nothing of what survives. */
  readonly priority: number
}

/** Priorities of the standard sections. Sections of your own stand among them by theirs; higher appears first. */
export const sectionPriorities: {
  readonly agent: 1000
  readonly soul: 900
  readonly context: 800
  readonly skills: 500
  readonly tools: 400
  readonly additional: 300
  readonly datetime: 100
} = Object.freeze({ agent: 1000, soul: 900, context: 800, skills: 500, tools: 400, additional: 300, datetime: 100 })

/** The order of a layer that stands where a section of this priority stands. */
export function orderOf(priority: number): number {
  return 1_000 - priority
}

/** A list of sections, each with a name of its own. */
export const mustBePromptSections: Check = (value) => {
  if (!Array.isArray(value)) return 'must be a list of { name, content, priority }'
  const wrong = value.findIndex((one) => !isPromptSection(one))
  if (wrong >= 0) return `has at ${wrong} what is not { name, content, priority }: a name, a text and a number`
  const names = value.map(({ name }) => name as string)
  const twice = names.findIndex((name, index) => names.indexOf(name) < index)
  return twice < 0 ? undefined : `has the name ${JSON.stringify(names[twice]?.slice(0, 80))} a second time, at ${twice}`
}

function isPromptSection(value: unknown): value is PromptSection {
  if (!isObject(value)) return false
  const { name, content, priority } = value
  return typeof name === 'string' && name !== '' && typeof content === 'string' && Number.isFinite(priority)
}
