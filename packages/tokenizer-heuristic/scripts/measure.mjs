// Measures the estimates against exact counts and writes the second table of README.md, and with LAMELLA_DATA (a folder
// with outside data, see CONTRIBUTING.md) the third, which else stays as it is. Tests compare both with what they measure.
//
//   pnpm build && node scripts/measure.mjs
import * as library from '@lamella/tokenizer-heuristic'
import { dataTable, fixtureTable } from './errors.mjs'
import { publish } from './tools.mjs'

publish('measured', fixtureTable(library))
const real = dataTable(library, process.env['LAMELLA_DATA'])
if (real === undefined) console.log('LAMELLA_DATA is not set or no folder: the table on real texts stays as it is.')
else publish('real', real)
