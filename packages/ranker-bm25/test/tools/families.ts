import type { ToolDefinition } from '@lamella/core'
import type { JudgedQuery } from './quality.ts'
import set from './set/families.json' with { type: 'json' }

const templates: readonly Readonly<Record<string, string>>[] = set.templates

/** Tools in families of four, which differ in their verb: five things in each of fifteen trades. */
export const families: readonly ToolDefinition[] = Object.entries(set.trades).flatMap(([trade, things], place) =>
  things.flatMap((line) => {
    const [thing = '', text = ''] = line.split('|')
    return Object.entries(templates[place % templates.length] ?? {}).map(([verb, says]) => ({
      name: `${trade}__${verb}_${thing}`,
      description: says.replace('{o}', () => text),
      inputSchema: {
        type: 'object',
        properties: { [`${thing}_id`]: {}, ...(verb === 'update' ? { changes: {} } : {}) },
      },
    }))
  }),
)

/** Questions of customers, ten for each trade, in which the thing is mostly not named as the tool names it. */
export const familyQuestions: readonly JudgedQuery[] = Object.entries(set.questions).flatMap(([trade, questions]) =>
  questions.map((line) => {
    const [place = '', query = ''] = line.split('|')
    return { query, relevance: { [`${trade}__${place.replace(' ', '_')}`]: 1 } }
  }),
)
