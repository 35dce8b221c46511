import { formatSuite } from '@lamella/testkit'
import { describe } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { lineFormat } from './subjects/line-format.ts'

describe('formatSuite', () => {
  prove(formatSuite, { lineFormat: () => lineFormat }, mutants.formats)
})
