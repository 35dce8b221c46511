// Writes the pages of the site to dist/pages, and builds the site to dist/site.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { build as buildSite } from 'vitepress'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// As deep in the repository as the sources that it is made of, which find the repository from their own place.
const main = at('node_modules/.site/main.mjs')
await build({
  entryPoints: [at('src/main.ts')],
  outfile: main,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
})
const { writePages } = await import(main)
await writePages()
const start = performance.now()
await buildSite(at('.'))
console.log(`site: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
