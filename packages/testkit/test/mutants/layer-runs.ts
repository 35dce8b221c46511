import type { Fragment, Layer, LayerRequest, LayerResult } from '@lamella/core'
import { addedNotes, layerMutant, talk } from './layer-base.ts'
import type { Mutant } from './mutant.ts'

/** The layer that adds notes, with a fault in what it revokes. */
const revoking = (
  name: string,
  fault: (revoked: readonly string[], fragments: readonly Fragment[]) => unknown,
): Mutant<Layer> =>
  layerMutant('LAYER_REVOKED', name, addedNotes, () => ({
    load: async (request: LayerRequest) => {
      const { fragments, revoked } = (await addedNotes.load(request)) as LayerResult
      return { fragments, ...(revoked && { revoked: fault(revoked, fragments) }) }
    },
  }))

/** The conversation layer, with a fault in its fragments. */
const showing = (
  name: string,
  fault: (fragments: readonly Fragment[], request: LayerRequest) => readonly Fragment[],
): Mutant<Layer> =>
  layerMutant('LAYER_POSITIONS', name, talk, () => ({
    load: async (request: LayerRequest) => fault((await talk.load(request)) as readonly Fragment[], request),
  }))

/** Layers with faults that only a run reveals. */
export const layerRunMutants: readonly Mutant<Layer>[] = [
  revoking('adds notes and does not say what was revoked', () => undefined),
  revoking('keeps silent about a fragment that it no longer has', () => []),
  revoking('revokes what it returns', (revoked, [first]) => [...revoked, ...(first ? [first.id] : [])]),
  revoking('revokes an id that was never told', (revoked) => [...revoked, 'conformance-other']),
  revoking('revokes one id as a text', ([first]) => first),

  layerMutant('LAYER_POSITIONS', 'shows its last four messages, whatever the run sends', talk, () => ({
    load: (request: LayerRequest) => talk.load({ ...request, run: undefined }),
  })),
  showing('gives its messages no positions', (fragments) => fragments.map(({ position: _, ...rest }) => rest)),
  showing('counts positions from its first message', (fragments) =>
    fragments.map((one, index) => (one.position === undefined ? one : { ...one, position: index - 1 })),
  ),
  showing('shows nothing after the ranges of the run', (fragments, { run }) =>
    fragments.filter(({ position = 0 }) => position < (run?.kept?.at(-1)?.[1] ?? Number.POSITIVE_INFINITY)),
  ),
  showing('shows the new message without its position', (fragments, { message }) =>
    message ? [...fragments, { id: 'message', content: [message] }] : fragments,
  ),
]
