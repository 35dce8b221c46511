import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../src/repo.ts'
import { wireRulesPage } from '../src/wire-rules-page.ts'

it('docs/wire-rules.md matches the sources; `pnpm docs:generate` writes it', async () => {
  await expect(await wireRulesPage()).toMatchFileSnapshot(join(root, 'docs/wire-rules.md'))
})
