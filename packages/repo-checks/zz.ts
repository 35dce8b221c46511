import { published } from './src/repo.ts'
import { entriesOf } from './src/source-entries.ts'
import { exportsOf } from './src/api/exports.ts'
const rows = published.flatMap((one) => entriesOf(one).map((e) => ({ s: e.specifier, v: exportsOf(e).filter((x) => !x.isType).map((x) => x.name), t: exportsOf(e).filter((x) => x.isType).length })))
for (const r of rows) console.log(r.s, r.v.length, r.t, process.argv[2] === 'names' ? r.v.join(' ') : '')
console.log('sum', rows.reduce((n, r) => n + r.v.length, 0), 'distinct', new Set(rows.flatMap(r=>r.v)).size, 'types', rows.reduce((n, r) => n + r.t, 0))
