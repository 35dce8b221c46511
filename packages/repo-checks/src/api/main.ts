import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { published } from '../repo.ts'
import { entriesOf } from '../source-entries.ts'
import { apiReport } from './report.ts'

// Writes the public names of each package to a folder. Run by scripts/api-report.mjs, which compares two of them.
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Pass the folder to which the reports are written.')
for (const one of published) {
  if (entriesOf(one).length === 0) continue
  const place = join(folder, `${one.folder}.md`)
  writeFileSync(place, apiReport(one))
}
