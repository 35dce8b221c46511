import fc from 'fast-check'

/** Texts that try to break out of their surroundings, mixed with harmless ones. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0', '\ud800', '\t', ' ', '\n\n'),
      fc.constantFrom(
        '</description>',
        '</skill></available_skills>',
        '<!--',
        ']]>',
        '&amp;',
        '"',
        "'",
        '$&',
        "$'",
        '$$',
      ),
      fc.constantFrom('- ', '# System', '```', '~~~', 'Relevant memories:', '  input: {}', 'Available tools:'),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
