import type { Kept, Layer } from '@lamella/core'
import { composing, layerMutant, notes } from './layer-base.ts'
import { inTurns, type Mutant } from './mutant.ts'

const joined = (kept: readonly Kept[]): string => kept.map(({ content }) => String(content)).join('\n')

/** Layers with a faulty `compose`. */
export const layerComposeMutants: readonly Mutant<Layer>[] = [
  composing('LAYER_COMPOSE', 'shows the first note only', (kept, correct) => correct(kept.slice(0, 1))),
  composing('LAYER_COMPOSE', 'shows notes as they were loaded, not as they were kept', (kept, correct) =>
    correct(kept.map((one) => ({ ...one, content: one.fragment.content }))),
  ),
  composing('LAYER_COMPOSE', 'shows nothing for a single note', (kept, correct) =>
    kept.length === 1 ? '' : correct(kept),
  ),
  // One line is still text: the rules on hostile texts and dollar signs look at the text, not at its type.
  composing('LAYER_COMPOSE', 'returns several lines as a list', (kept, correct) =>
    kept.length === 1 ? correct(kept) : correct(kept).split('\n'),
  ),

  layerMutant('LAYER_COMPOSE_DETERMINISTIC', 'keeps counting its headings between calls', notes, () => {
    let heading = 0
    return { compose: (kept: readonly Kept[]) => `# Notes ${heading++}\n${joined(kept)}` }
  }),
  {
    code: 'LAYER_COMPOSE_DETERMINISTIC',
    name: 'has a different heading in every instance',
    make: inTurns((odd) => ({ ...notes, compose: (kept) => `# ${odd ? 'Notes' : 'Remarks'}\n${joined(kept)}` })),
  },

  composing('LAYER_COMPOSE_HOSTILE', 'parses kept text as a regular expression', (kept, correct) => {
    const text = correct(kept)
    new RegExp(joined(kept), 'u')
    return text
  }),
  composing('LAYER_COMPOSE_HOSTILE', 'parses kept text as a URL', (kept, correct) => {
    encodeURIComponent(joined(kept))
    return correct(kept)
  }),

  composing('LAYER_COMPOSE_LITERAL', 'inserts text into a template with String.replace', (kept) =>
    '# Notes\nTEXT'.replace('TEXT', joined(kept)),
  ),

  composing('LAYER_COMPOSE_PURE', 'sorts the kept fragments in place', (kept, correct) => {
    ;(kept as Kept[]).reverse()
    return correct(kept)
  }),
  composing('LAYER_COMPOSE_PURE', 'writes a note onto the kept fragment', (kept, correct) => {
    for (const { fragment } of kept) Object.assign(fragment, { shown: true })
    return correct(kept)
  }),
]
