import type { BlockSchema } from '@lamella/blocks'
import { describe, expect, it } from 'vitest'
import { schemaText } from '../../src/layers/schema-text.ts'

const cases: readonly (readonly [BlockSchema, string])[] = [
  [{ type: 'text' }, 'Schema: text'],
  [{ type: 'text', viewport: { startLine: 3, displayLines: 9 } }, 'Schema: text, shows 9 lines from line 3 on'],
  [
    {
      type: 'map',
      fields: [
        { name: 'status', type: 'text', readOnly: true, description: 'How\nit goes.' },
        { name: 'score', type: 'counter' },
      ],
    },
    'Schema: fields\n- status (text, read-only): How it goes.\n- score (counter)',
  ],
  [{ type: 'list', maxItems: 9 }, 'Schema: list of any values, at most 9'],
  [{ type: 'list', item: { type: 'text' } }, 'Schema: list of texts'],
  [
    {
      type: 'log',
      displayLimit: 20,
      entry: { timestamp: true, agent: true, fields: [{ name: 'note', type: 'text', required: true }] },
    },
    'Schema: log, shows the newest 20 entries\n- timestamp (timestamp)\n- agent (its author)\n- note (text, required)',
  ],
  [
    {
      type: 'composite',
      sections: [
        { name: 'notes', schema: { type: 'text' }, description: 'What to think of.' },
        { name: 'stats', readOnly: true, schema: { type: 'map', fields: [{ name: 'count', type: 'number' }] } },
      ],
    },
    'Schema: sections\n- notes (text): What to think of.\n- stats (fields, read-only)\n  - count (number)',
  ],
]

describe('schemaText', () => {
  it.each(cases)('describes %j', (schema, text) => {
    expect(schemaText(schema)).toBe(text)
  })
})
