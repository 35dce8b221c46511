import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesPage } from '../src/api/names-page.ts'
import { needs } from '../src/api/needs.ts'
import { apiReport } from '../src/api/report.ts'
import { published, root } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'

const libraries = published.filter((one) => entriesOf(one).length > 0)

describe('the public names', () => {
  it.each(libraries.map((one) => ({ one, name: one.manifest.name })))(
    'of $name are those in its api.md, which `pnpm docs:generate` writes',
    async ({ one }) => {
      await expect(apiReport(one)).toMatchFileSnapshot(join(one.path, 'api.md'))
    },
  )

  it('are all needed by a page, by other code or by another public name', async () => {
    const all = needs()
    const unneeded = all.filter((one) => one.pages.length + one.importers.length + one.declarations.length === 0)
    expect(unneeded.map(({ name, specifiers }) => `${name} of ${specifiers[0]}`)).toEqual([])
    await expect(namesPage(all)).toMatchFileSnapshot(join(root, 'docs/public-names.md'))
  })
})
