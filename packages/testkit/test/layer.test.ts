import type { Layer } from '@lamella/core'
import { layerSuite, type Make, type SuiteOptions } from '@lamella/testkit'
import { describe } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { added, approved, calendar, glossary, motto, noted, recent, refusing, silent } from './subjects/layers.ts'

// A load that hangs never settles, so a short patience only makes the mutants faster.
const suite = (make: Make<Layer>, options: SuiteOptions) => layerSuite(make, { ...options, patience: 100 })

describe('layerSuite', () => {
  prove(
    suite,
    {
      'a text': () => motto,
      'fragments with rungs and a heading': () => noted,
      'messages from the session': async () => recent,
      'what is new in a run': () => added,
      'messages, but not in runs': () => refusing,
      'results of every kind, and what a person was asked': () => approved,
      'a text for each session': () => calendar,
      'a class with private state': () => glossary(),
      nothing: () => silent,
    },
    mutants.layers,
  )
})
