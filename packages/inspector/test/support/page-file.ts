import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built page. */
export const pageFile: string = fileURLToPath(new URL('../../dist/page.html', import.meta.url))

/** Whether it is there. `pnpm test` builds first; `pnpm test:src` does not. */
export const isBuilt: boolean = existsSync(pageFile)

if (!isBuilt) console.log('skipped: the page of the inspector, since it is not built (`pnpm build`)')
