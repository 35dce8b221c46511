import type { Fragment, Kept, Layer } from '@lamella/core'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { mustMatch } from '../kit/must-equal.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { hostileTexts } from '../samples/texts.ts'
import { load } from './load.ts'
import type { LayerBench, LayerRule } from './options.ts'

const wraps = 'Wraps what was kept: heading, fence, separators. Its tokens are counted.'
const marker = 'conformance marker 4711'
// String.prototype.replace turns two dollar signs in the replacement into one.
const literal = 'conformance$$marker'

/** Rules for `compose`, if the layer has one. */
export const composeRules: readonly LayerRule[] = [
  {
    code: 'LAYER_COMPOSE',
    name: 'composes one or many fragments into a text that contains each as it was kept',
    contract: ['Layer.compose', wraps],
    check: withCompose((compose, keptOf, bench) => {
      const all = keptOf()
      const last = keptOf((fragment) => fragment.shorter?.at(-1) ?? fragment.content)
      const marked = keptOf(() => marker)
      for (const kept of [all, last, marked, ...all.slice(0, 20).map((one) => [one])]) {
        const text = compose(kept)
        if (typeof text !== 'string') return bench.fail('text', show(text))
        if (text.trim() === '') bench.fail(`a text for ${kept.length} kept fragments`, show(text))
        if (bench.options.composed === 'not-empty') continue
        const lost = kept.flatMap(({ content }) => wordsOf(content)).find((word) => !text.includes(word))
        if (lost !== undefined) bench.fail(`the kept word ${show(lost)}`, `${show(text)} without it`)
      }
    }),
  },
  {
    code: 'LAYER_COMPOSE_DETERMINISTIC',
    name: 'composes the same text from the same fragments, in every instance',
    contract: ['G6 deterministic', 'same input, same bytes'],
    check: withCompose(async (compose, keptOf, bench) => {
      const other = await bench.another()
      const first = canonical(compose(keptOf()))
      for (const text of [compose(keptOf()), other.compose?.(keptOf())])
        mustMatch(bench, canonical(text), first, 'the text of the first call')
    }),
  },
  {
    code: 'LAYER_COMPOSE_HOSTILE',
    name: 'composes hostile texts without throwing',
    contract: ['Layer.compose', wraps],
    check: withCompose((compose, keptOf, bench) => {
      for (const hostile of hostileTexts) {
        const kept = saying(keptOf(), hostile)
        try {
          compose(kept)
        } catch (error) {
          bench.fail('a text for any kept text', `a throw for ${show(hostile)}: ${show(error)}`)
        }
      }
    }),
  },
  {
    code: 'LAYER_COMPOSE_LITERAL',
    name: 'inserts texts literally, not as String.replace patterns',
    contract: ['Trust', 'user text never goes through `String.replace` patterns or templates'],
    check: withCompose((compose, keptOf, bench) => {
      if (bench.options.composed === 'not-empty') return bench.skip("the option composed is 'not-empty'")
      const text = String(compose(saying(keptOf(), literal)))
      if (!text.includes(literal)) bench.fail(`the text ${show(literal)} literally`, show(text))
    }),
  },
  {
    code: 'LAYER_COMPOSE_PURE',
    name: 'does not mutate the kept fragments or their list',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: withCompose((compose, keptOf, bench) => {
      const kept = keptOf()
      const before = canonical(kept)
      compose(kept)
      mustMatch(bench, canonical(kept), before, 'the kept fragments unchanged')
      // Only a frozen list reveals a change that is undone.
      compose(deepFreeze(kept))
    }),
  },
]

/** Returns the same fragments with this text instead of the loaded one. */
function saying(kept: readonly Kept[], content: string): readonly Kept[] {
  return kept.map(({ fragment }) => ({ fragment: { ...fragment, content }, rung: 0, content }))
}

type Compose = NonNullable<Layer['compose']>
/** Kept fragments, created for every call: as loaded, or shortened. */
type KeptOf = (shortened?: (fragment: Fragment) => Fragment['content']) => readonly Kept[]

function withCompose(
  check: (compose: Compose, keptOf: KeptOf, bench: LayerBench) => void | Promise<void>,
): LayerRule['check'] {
  return async (layer, bench) => {
    if (!layer.compose) return bench.skip('the layer has no compose()')
    const { fragments } = await load(layer, bench)
    const texts = fragments.filter((fragment) => typeof fragment.content === 'string')
    // If a layer loads nothing for the standard request, two sample texts are used.
    const list = texts.length > 0 ? texts : ['one', 'two'].map((id) => ({ id, content: `text ${id}` }))
    const keptOf: KeptOf = (shortened) =>
      structuredClone(list).map((fragment) => {
        if (!shortened) return { fragment, rung: 0, content: fragment.content }
        const content = shortened(fragment)
        return { fragment: { ...fragment, shorter: [content] }, rung: 1, content }
      })
    await check((kept) => layer.compose?.(kept) ?? '', keptOf, bench)
  }
}

function wordsOf(content: Fragment['content']): readonly string[] {
  return typeof content === 'string' ? (content.match(/[\p{L}\p{N}]+/gu) ?? []) : []
}
