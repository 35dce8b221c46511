import { formatSuite, lineFormat, mutants } from '@lamella/testkit'
import { describe } from 'vitest'
import { prove } from './prove.ts'

describe('formatSuite', () => {
  prove(formatSuite, { lineFormat: () => lineFormat }, mutants.formats)
})
