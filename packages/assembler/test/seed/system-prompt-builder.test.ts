import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PromptSection, sectionPriorities } from '../../src/seed/section-priorities.ts'
import { SystemPromptBuilder } from '../../src/seed/system-prompt-builder.ts'

const section: PromptSection = { name: 'good', content: 'text', priority: 1 }

describe('SystemPromptBuilder', () => {
  it('joins sections, the highest priority first', () => {
    const builder = new SystemPromptBuilder('\n\n---\n\n')
    const sections = [
      { name: 'datetime', content: 'Current datetime: 2024-01-01 12:00:00 UTC', priority: 100 },
      {
        name: 'agent',
        content: 'You are a helpful assistant',
        priority: 1000, // Higher = appears first
      },
    ]
    expect(builder.build(sections)).toBe(
      'You are a helpful assistant\n\n---\n\nCurrent datetime: 2024-01-01 12:00:00 UTC',
    )
    expect(new SystemPromptBuilder().build(sections)).toBe(builder.build(sections))
    expect(builder.build([])).toBe('')
  })

  it('has the standard order, with custom sections among them', () => {
    const sections: PromptSection[] = [
      { name: 'mine', content: 'mine', priority: 450 },
      ...Object.entries(sectionPriorities).map(([name, priority]) => ({ name, content: name, priority })),
    ]
    expect(new SystemPromptBuilder(' ').build(sections.toReversed())).toBe(
      'agent soul context skills mine tools additional datetime',
    )
    expect(Object.values(sectionPriorities)).toEqual([1000, 900, 800, 500, 400, 300, 100])
  })

  it('keeps every non-blank section once, by priority and then by position, for any input', () => {
    const section = fc.record({
      name: fc.string({ minLength: 1 }),
      content: fc.string(),
      priority: fc.integer({ min: -2, max: 2 }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(section, { selector: ({ name }) => name }), fc.string(), (sections, separator) => {
        Object.freeze(sections)
        const expected = [2, 1, 0, -1, -2]
          .flatMap((priority) => sections.filter((one) => one.priority === priority))
          .filter(({ content }) => content.trim() !== '')
        const builder = new SystemPromptBuilder(separator)
        expect(builder.order(sections)).toEqual(expected)
        expect(builder.build(sections)).toBe(expected.map(({ content }) => content).join(separator))
      }),
    )
  })

  it('leaves the texts unchanged, including replacement patterns', () => {
    const builder = new SystemPromptBuilder('$1')
    const sections = ['  $& ', "$'\n\n"].map((content, at) => ({ name: `${at}`, content, priority: 0 }))
    expect(builder.build(sections)).toBe("  $& $1$'\n\n")
  })

  it.each([
    [
      'a second time',
      [
        { name: 'a', content: '', priority: 1 },
        { name: 'b', content: '', priority: 1 },
        { name: 'a', content: 'x', priority: 2 },
      ],
      /repeats the name "a" at 2/,
    ],
    ['a priority that is not a number', [{ name: 'a', content: '', priority: Number.NaN }], /at 0/],
    ['no priority', [section, { name: 'a', content: '' }], /at 1/],
    ['no content', [{ name: 'a', priority: 1 }], /at 0/],
    ['an empty name', [section, { name: '', content: '', priority: 1 }], /at 1/],
    ['null for a section', [null], /at 0/],
    ['an object', {}, /must be a list/],
    ['nothing', undefined, /missing/],
  ])('rejects values that are not lists of sections: %s', (_, sections, problem) => {
    const build = (): string => new SystemPromptBuilder().build(sections as never)
    expect(build).toThrow(problem)
    expect(build).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })

  it('accepts names that objects already have', () => {
    const sections = ['__proto__', 'constructor'].map((name) => ({ name, content: name, priority: 1 }))
    expect(new SystemPromptBuilder(' ').build(sections)).toBe('__proto__ constructor')
    expect(() => new SystemPromptBuilder(5 as never)).toThrow(/OPTION_INVALID/)
  })
})
