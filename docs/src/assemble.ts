import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../../packages/repo-checks/src/repo.ts'
import { withCharts } from './charts.ts'
import { relativeLink, repository, rewriteLinks, type Target } from './links.ts'
import { packagePages, placeOf, type SitePage, writtenPages } from './site-pages.ts'

/** Writes the pages of the site into a folder: its links lead to other pages, or to the repository on the web. */
export async function assemble(folder: string): Promise<void> {
  for (const page of [...writtenPages, ...packagePages]) {
    const to = join(folder, page.place)
    await mkdir(dirname(to), { recursive: true })
    await writeFile(to, await pageText(page))
  }
  await cp(join(root, 'docs/images'), join(folder, 'images'), { recursive: true })
  await cp(join(root, 'docs/images/logo.svg'), join(folder, 'public/logo.svg'))
}

/** Returns the text of a page with links for the site. */
async function pageText({ file, place }: SitePage): Promise<string> {
  const path = join(root, file)
  const text = await readFile(path, 'utf8')
  const linked = rewriteLinks(file, text, path, ({ path: target, anchor }) => {
    const known = placeOf(target)
    return known === undefined ? onTheWeb({ path: target, anchor }) : relativeLink(place, known) + anchor
  })
  if (place === 'error-codes.md') return linkCodes(linked)
  return place === 'benchmarks.md' ? withCharts(linked) : linked
}

/** Links each code in the table of all codes to its page. */
function linkCodes(text: string): string {
  return text.replace(/^\| `([A-Z_]+)` \|/gm, (_, code) => `| [\`${code}\`](/errors/${code}) |`)
}

function onTheWeb({ path, anchor }: Target): string {
  const full = join(root, path)
  if (!existsSync(full)) throw new Error(`A page links to ${path}, which does not exist.`)
  return `${repository}/${statSync(full).isDirectory() ? 'tree' : 'blob'}/main/${path}${anchor}`
}
