import { defineLayer, type Fragment, type Layer, type Message } from '@lamella/core'
import type { UpdateRule } from '@lamella/core/plugin'
import fc from 'fast-check'
import { histories } from '../../../core/test/support/histories.ts'
import { user } from './runs.ts'

/** A layer whose fragments change, as third parties write them. */
interface Shape {
  readonly rule: UpdateRule | undefined
  readonly placement: 'system' | 'messages'
  readonly composes: boolean
  readonly order: number
  readonly stability: 'static' | 'session' | 'turn'
  readonly revokes: boolean
  readonly max: number | undefined
  readonly min: number
  readonly fails: boolean
}

export const shape: fc.Arbitrary<Shape> = fc.record({
  rule: fc.constantFrom('add', 'replace', 'hold', undefined),
  placement: fc.constantFrom('system', 'system', 'messages'),
  composes: fc.boolean(),
  order: fc.constantFrom(100, 500, 650, 800),
  stability: fc.constantFrom('static', 'session', 'turn'),
  revokes: fc.constantFrom(true, true, false),
  max: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined, freq: 4 }),
  min: fc.integer({ min: 0, max: 60 }),
  fails: fc.boolean(),
})

export const ids: readonly string[] = ['a', 'b', '__proto__', 'constructor']

export type Step =
  | { readonly kind: 'turn'; readonly more: readonly Message[]; readonly answered: boolean }
  | { readonly kind: 'change'; readonly layer: number; readonly id: number; readonly gone: boolean }
  | { readonly kind: 'fail' | 'revoke'; readonly layer: number }
  | { readonly kind: 'cut' | 'tools' | 'model' | 'image' }
  | { readonly kind: 'back' | 'edit'; readonly share: number }

const index = fc.nat({ max: 2 })
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('turn'),
      more: histories(4),
      answered: fc.nat({ max: 3 }).map((n) => n > 0),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('change'), layer: index, id: fc.nat({ max: 3 }), gone: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('fail', 'revoke'), layer: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cut', 'tools', 'model', 'image') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('back', 'edit'),
      share: fc.double({ min: 0, max: 0.99, noNaN: true }),
    }),
  },
)

const plain: Shape = {
  ...{ rule: 'add', placement: 'system', composes: false, order: 100, stability: 'session' },
  ...{ revokes: true, max: undefined, min: 0, fails: false },
}
const asked: Step = { kind: 'turn', more: [user('And then?')], answered: true }
const changed: Step = { kind: 'change', layer: 0, id: 0, gone: false }

/** A run that comes to everything a run can come to, since generated ones may miss some. */
export const constructed: [[Shape, Shape, Shape], Step[], number, 0.2 | 0.5 | 1 | undefined, 'synthesize' | 'drop'] = [
  [plain, plain, plain],
  [
    ...[asked, asked, changed, asked, { kind: 'cut' } as const, asked, { kind: 'tools' } as const, asked],
    ...[{ kind: 'model' } as const, asked, { kind: 'edit', share: 0.1 } as const, asked],
    ...[changed, asked, { kind: 'revoke', layer: 0 } as const, ...Array.from({ length: 40 }, () => asked)],
  ],
  ...([1_000, undefined, 'synthesize'] as const),
]

/** A layer, and how a test changes it. */
interface Own {
  readonly layer: Layer
  readonly held: Map<string, string>
  /** Texts by id, of what the layer says is revoked. */
  readonly revoked: Map<string, string>
  readonly revokes: boolean
  failing: boolean
}

export function layerOf(
  { rule, placement, composes, order, stability, revokes, max, min, fails }: Shape,
  at: number,
): Own {
  const own = { held: new Map([['a', `${at}.a says 0.`]]), revoked: new Map<string, string>(), revokes, failing: false }
  const isText = placement === 'system' || composes
  const layer = defineLayer(`layer${at}`, {
    placement,
    order: order + at,
    stability,
    priority: 20 + at,
    budget: max === undefined ? { min } : { min: Math.min(min, max), max },
    ...(rule && { update: rule }),
    ...(fails && { onError: 'omit' as const }),
    load: ({ run }) => {
      if (own.failing && fails) throw new Error('away')
      const fragments = [...own.held].map(
        ([id, text]): Fragment => ({
          id,
          content: isText ? text : [user(text)],
          shorter: [isText ? text.slice(0, 4) : [user(text.slice(0, 4))]],
        }),
      )
      return { fragments, ...(revokes && run && { revoked: run.told.filter((id) => own.revoked.has(id)) }) }
    },
    ...(composes && { compose: (kept) => `# ${at}\n${kept.map(({ content }) => content).join('\n')}` }),
  })
  return Object.assign(own, { layer })
}
