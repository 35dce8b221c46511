import { defineLayer, type Layer } from '@lamella/core'
import type { Surroundings, Versions } from './cast.ts'
import type { Present } from './judge.ts'
import { statement } from './replay.ts'

/** Layers as other authors write them: each rule, both placements, some that fail. */
export interface ThirdParties {
  readonly layers: readonly Layer[]
  readonly present: (isFailing?: boolean) => readonly (readonly [string, Present])[]
  readonly change: (kind: 'version' | 'activity') => void
}

export function thirdParties({ reminder, isFlaky, max, now, next }: Surroundings): ThirdParties {
  const versions: Versions = new Map([['number', '0']])
  const notes: Versions = new Map([['n0', '0']])
  const hits: Versions = new Map([['h0', '0']])
  const gone = new Set<string>()
  const remind = (): string => (reminder === 'fixed' ? 'always' : now().toISOString().replace(/\D/g, ''))
  const layers: Layer[] = [
    defineLayer('version', {
      order: 420,
      stability: 'static',
      load: () => [
        { id: 'number', content: statement('version', 'number', versions.get('number') ?? ''), pinned: true },
      ],
    }),
    defineLayer('notes', {
      order: 430,
      update: 'replace',
      budget: max === undefined ? {} : { max },
      load: () => [...notes].map(([id, version]) => ({ id, content: statement('notes', id, version) })),
      compose: (kept) => ['# Notes', ...kept.map(({ content }) => content)].join('\n'),
    }),
    defineLayer('hits', {
      order: 560,
      placement: 'messages',
      update: 'add',
      load: ({ run }) => ({
        // The newest three.
        fragments: [...hits].slice(-3).map(([id, version]) => ({ id, content: statement('hits', id, version) })),
        ...(run && { revoked: run.told.filter((id) => gone.has(id)) }),
      }),
    }),
  ]
  if (reminder !== 'none') {
    layers.push(
      defineLayer('reminder', {
        order: 1_400,
        placement: 'messages',
        stability: 'session',
        budget: { min: 10, max: 200 },
        load: () => statement('reminder', 'text', remind()),
        compose: (kept) => `Reminder: ${kept.map(({ content }) => content).join('')}`,
      }),
    )
  }
  if (isFlaky) {
    layers.push(
      defineLayer('flaky', {
        order: 450,
        onError: 'omit',
        load: () => {
          if (now().getMinutes() % 3 === 0) throw new Error('The feed is away.')
          return statement('flaky', 'text', notes.size)
        },
      }),
    )
  }
  return {
    layers,
    change: (kind) => {
      if (kind === 'version') {
        versions.set('number', String(next()))
        hits.set(`h${next()}`, '0')
        const [first = ''] = hits.keys()
        if (hits.size > 5) {
          gone.add(first)
          hits.delete(first)
        }
        return
      }
      const [first = 'n0'] = notes.keys()
      const number = next()
      if (number % 3 === 0) notes.delete(first)
      else notes.set(number % 3 === 1 ? first : `n${number}`, String(number))
    },
    present: () => [
      ['version', { rule: 'hold', now: new Map(versions) }],
      ['notes', { rule: 'replace', now: new Map(notes) }],
      ['hits', { rule: 'add', now: new Map([...hits].slice(-3)), exists: (key) => !gone.has(key) }],
      ['reminder', { rule: 'replace', now: new Map(reminder === 'none' ? [] : [['text', remind()]]) }],
      ['flaky', { rule: 'replace', now: new Map(isFlaky ? [['text', String(notes.size)]] : []) }],
    ],
  }
}
