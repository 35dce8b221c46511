import type { Layer, LayerRequest } from '@lamella/core'
import type { Bench, Rule, SuiteOptions } from '../kit/rule.ts'

/** The options of `layerSuite`. */
export interface LayerSuiteOptions<Needs extends object = object> extends SuiteOptions {
  /**
   * Merged over `fakeRequest()` in every case: the fields that your layer needs in addition to the standard ones, and
   * their contents.
   */
  readonly request?: Partial<LayerRequest> & Needs
  /** More requests that the layer must answer with valid output, each merged over `request`. */
  readonly requests?: readonly (Partial<LayerRequest> & Partial<Needs>)[]
  /** `false` for a layer that calls a live service: two loads of one request may differ. Default `true`. */
  readonly deterministic?: boolean
  /** What `load` does with an already aborted signal. Default `'settles'`: it may reject or return. */
  readonly abort?: 'settles' | 'rejects'
  /** Milliseconds after which an unsettled load counts as hung. Default 2,000. Not a measure of speed. */
  readonly patience?: number
  /** `'not-empty'` for a `compose` that rewords the kept fragments. Default `'words'`: each kept word is in the text. */
  readonly composed?: 'words' | 'not-empty'
}

/** Layers with needs cannot be tested without them. */
export type LayerSuiteArguments<Needs extends object> = object extends Needs
  ? [options?: LayerSuiteOptions<Needs>]
  : [options: LayerSuiteOptions<Needs> & { readonly request: Needs }]

export type LayerRule = Rule<Layer, LayerSuiteOptions>
export type LayerBench = Bench<Layer, LayerSuiteOptions>
