import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiReport } from '../src/api/report.ts'
import { published } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'

const libraries = published.filter((one) => entriesOf(one).length > 0)

describe('the public names', () => {
  it.each(libraries.map((one) => ({ one, name: one.manifest.name })))(
    'of $name are those in its api.md, which `pnpm docs:generate` writes',
    async ({ one }) => {
      await expect(apiReport(one)).toMatchFileSnapshot(join(one.path, 'api.md'))
    },
  )
})
