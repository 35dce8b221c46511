import type { Layer, LayerRequest } from '@lamella/core'
import type { Bench, Rule, SuiteOptions } from '../kit/rule.ts'

/** What `layerSuite` can be told. */
export interface LayerSuiteOptions<Needs extends object = object> extends SuiteOptions {
  /** Laid over `fakeRequest()` in every case: what your layer needs beside the standard fields, and what it reads. */
  readonly request?: Partial<LayerRequest> & Needs
  /** More requests that the layer must answer with valid output, each laid over `request`. */
  readonly requests?: readonly (Partial<LayerRequest> & Partial<Needs>)[]
  /** `false` for a layer that asks a live service: two loads of one request may differ. Default `true`. */
  readonly deterministic?: boolean
  /** What `load` does with a signal that is aborted already. Default `'settles'`: it rejects or returns, as it likes. */
  readonly abort?: 'settles' | 'rejects'
  /** Milliseconds after which a load that has not settled is called hung. Default 2,000. Not a measure of speed. */
  readonly patience?: number
  /** `'not-empty'` for a `compose` that rewords what was kept. Default `'words'`: each word kept is there. */
  readonly composed?: 'words' | 'not-empty'
}

/** A layer with needs cannot be tested without them. */
export type LayerSuiteArguments<Needs extends object> = object extends Needs
  ? [options?: LayerSuiteOptions<Needs>]
  : [options: LayerSuiteOptions<Needs> & { readonly request: Needs }]

export type LayerRule = Rule<Layer, LayerSuiteOptions>
export type LayerBench = Bench<Layer, LayerSuiteOptions>
