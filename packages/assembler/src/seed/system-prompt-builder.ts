import { checkOptions, mustBeText } from '@lamella/core/plugin'
import { defaultSectionSeparator } from '../assembly/make-builder.ts'
import { mustBePromptSections, type PromptSection } from './section-priorities.ts'

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
  constructor(separator: string = defaultSectionSeparator) {
    checkOptions('SystemPromptBuilder', { separator }, { separator: mustBeText })
    this.#separator = separator
  }

  /** The sections that say something, joined in their order. Throws like `order`. */
  build(sections: readonly PromptSection[]): string {
    const texts = this.order(sections).map(({ content }) => content)
    return texts.join(this.#separator)
  }

  /**
   * The sections that say something, the highest priority first, equal ones as they are given.
   *
   * @throws LamellaError `OPTION_INVALID` for two of one name, and for what is not a list of sections
   */
  order(sections: readonly PromptSection[]): readonly PromptSection[] {
    checkOptions('SystemPromptBuilder', { sections }, { sections: mustBePromptSections }, ['sections'])
    return sections.filter(({ content }) => content.trim() !== '').sort((a, b) => b.priority - a.priority)
  }
}
