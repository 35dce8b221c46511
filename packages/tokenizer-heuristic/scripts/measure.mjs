// Compares the estimates with exact counts, prints the table of the fixtures and, with LAMELLA_DATA (a folder of external data, see
// CONTRIBUTING.md), writes the second table of docs/estimates.md, which otherwise stays unchanged. Tests repeat both measurements.
//
//   pnpm build && node scripts/measure.mjs
import * as library from '@lamella/tokenizer-heuristic'
import { dataTable, fixtureTable } from './errors.mjs'
import { publish } from './tools.mjs'

console.log(fixtureTable(library))
const real = dataTable(library, process.env['LAMELLA_DATA'])
if (real === undefined)
  console.log('LAMELLA_DATA is not set or is not a folder: the table of real texts stays unchanged.')
else publish('real', real)
