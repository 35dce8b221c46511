import { LamellaError } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { PromptSection } from './section-priorities.ts'

/**
 * Puts sections of a system prompt in order and joins them. Their texts stay as they are.
 *
 * @example
 * const builder = new SystemPromptBuilder('\n\n---\n\n')
 * builder.build([
 *   { name: 'datetime', content: 'Current datetime: 2024-01-01 12:00:00 UTC', priority: 100 },
 *   { name: 'agent', content: 'You are a helpful assistant', priority: 1000 },
 * ])
 * // 'You are a helpful assistant\n\n---\n\nCurrent datetime: 2024-01-01 12:00:00 UTC'
 */
export class SystemPromptBuilder {
  readonly #separator: string

  /**
   * @param separator Between two sections.
   * @throws LamellaError `OPTION_INVALID`
   */
  constructor(separator: string = '\n\n---\n\n') {
    if (typeof separator !== 'string') throw invalid('separator', 'must be a string')
    this.#separator = separator
  }

  /** The sections that say something, joined in their order. Throws like `order`. */
  build(sections: readonly PromptSection[]): string {
    return this.order(sections)
      .map(({ content }) => content)
      .join(this.#separator)
  }

  /**
   * The sections that say something, the highest priority first, equal ones as they are given.
   *
   * @throws LamellaError `OPTION_INVALID` for two of one name, and for what is no section
   */
  order(sections: readonly PromptSection[]): readonly PromptSection[] {
    checkSections(sections)
    return sections.filter(({ content }) => content.trim() !== '').sort((a, b) => b.priority - a.priority)
  }
}

function checkSections(sections: readonly PromptSection[]): void {
  if (!Array.isArray(sections)) throw invalid('sections', 'must be a list of sections')
  const names = new Set<string>()
  for (const [index, section] of (sections as readonly unknown[]).entries()) {
    const place = `sections[${index}]`
    if (!isObject(section)) throw invalid(place, 'must be an object')
    const { name, content, priority } = section
    if (typeof name !== 'string' || name === '') throw invalid(`${place}.name`, 'must be a text')
    if (typeof content !== 'string') throw invalid(`${place}.content`, 'must be a string')
    if (!Number.isFinite(priority)) throw invalid(`${place}.priority`, 'must be a number')
    if (names.has(name)) throw invalid(`${place}.name`, `is ${JSON.stringify(name.slice(0, 80))} a second time`)
    names.add(name)
  }
}

function invalid(option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `SystemPromptBuilder: '${option}' ${problem}.`,
    fix: 'Correct what is given to SystemPromptBuilder.',
    details: { what: 'SystemPromptBuilder', option },
  })
}
