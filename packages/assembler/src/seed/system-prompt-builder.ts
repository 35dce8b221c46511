import { checkOptions, mustBeText } from '@lamella/core/plugin'
import { defaultSectionSeparator } from '../assembly/make-builder.ts'
import { mustBePromptSections, type PromptSection } from './section-priorities.ts'

/**
 * Sorts the sections of a system prompt and joins them. Their texts stay unchanged.
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
   * @param separator The separator between two sections.
   * @throws LamellaError `OPTION_INVALID`
   */
  constructor(separator: string = defaultSectionSeparator) {
    checkOptions('SystemPromptBuilder', { separator }, { separator: mustBeText })
    this.#separator = separator
  }

  /** Joins the non-blank sections in order. Throws like `order`. */
  build(sections: readonly PromptSection[]): string {
    const texts = this.order(sections).map(({ content }) => content)
    return texts.join(this.#separator)
  }

  /**
   * Returns the non-blank sections, the highest priority first, equal ones in the given order.
   *
   * @throws LamellaError `OPTION_INVALID` for a repeated name, and for values that are not lists of sections
   */
  order(sections: readonly PromptSection[]): readonly PromptSection[] {
    checkOptions('SystemPromptBuilder', { sections }, { sections: mustBePromptSections }, ['sections'])
    return sections.filter(({ content }) => content.trim() !== '').sort((a, b) => b.priority - a.priority)
  }
}
