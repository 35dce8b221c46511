import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesBelow, root } from './repo.ts'

/** The built site. */
const siteFolder: string = join(root, 'docs/dist/site')

/** Whether it is there. `pnpm check` and `pnpm build` build it; `pnpm test` builds the packages only. */
export const isSiteBuilt: boolean = existsSync(join(siteFolder, 'index.html'))

if (!isSiteBuilt) console.log('skipped: the site, since it is not built (`pnpm build`)')

/** The addresses of the pages of the site, such as `/recipes/mcp`. */
export const sitePages: readonly string[] = filesBelow(siteFolder, '.html')
  .map((file) => file.slice(siteFolder.length).replace(/(?:index)?\.html$/, ''))
  .filter((page) => page !== '/404')

/** Returns the HTML of a page. */
function htmlOf(page: string): string {
  return readFileSync(fileOf(page), 'utf8')
}

function fileOf(page: string): string {
  return join(siteFolder, page.endsWith('/') ? `${page}index.html` : `${page}.html`)
}

/** Returns the anchors of a page. */
export function idsOf(page: string): ReadonlySet<string> {
  return new Set(Array.from(htmlOf(page).matchAll(/ id="([^"]+)"/g), ([, id = '']) => id))
}

/** Returns the links of a page to other pages of the site, and to places in them. */
export function siteLinks(page: string): readonly { readonly page: string; readonly anchor: string }[] {
  const links = htmlOf(page).split('<a ').slice(1)
  const targets = links.flatMap((link) => / ?href="([^"]+)"/.exec(link.slice(0, link.indexOf('>')))?.[1] ?? [])
  return targets
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
    .map((target) => {
      const url = new URL(target.replaceAll('&amp;', '&'), `http://site${page}`)
      return { page: decodeURIComponent(url.pathname), anchor: decodeURIComponent(url.hash.slice(1)) }
    })
}

/** Returns the bytes that a browser loads for a page, gzipped where text is: the page, its styles, scripts and images. */
export function bytesOfPage(page: string): number {
  const html = htmlOf(page)
  const files = Array.from(
    html.matchAll(/(?:src|href)="(\/[^"#]+\.(?:js|css|svg|png|gif|woff2?))"/g),
    ([, file = '']) => file,
  )
  const sizes = [...new Set(files)].map((file) => sizeOf(join(siteFolder, file)))
  return sizes.reduce((sum, size) => sum + size, gzipSync(html).length)
}

function sizeOf(file: string): number {
  const content = readFileSync(file)
  return ['.js', '.css', '.svg'].includes(extname(file)) ? gzipSync(content).length : content.length
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.txt': 'text/plain; charset=utf-8',
}

/** Serves the site on this machine, as a host of static files does. */
export async function serveSite(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname)
    const file = [path, `${path}.html`, `${path}/index.html`]
      .map((name) => join(siteFolder, name))
      .find((name) => {
        return name.startsWith(siteFolder) && extname(name) !== '' && existsSync(name)
      })
    if (file === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
