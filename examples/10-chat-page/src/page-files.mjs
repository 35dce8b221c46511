// The files of the page: its script is bundled when the server starts.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const place = (name) => fileURLToPath(new URL(`../page/${name}`, import.meta.url))

/** Returns the files by their paths, such as `/`. */
export async function pageFiles() {
  const { outputFiles } = await build({
    entryPoints: [place('main.jsx')],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  })
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', body: await readFile(place('index.html')) }],
    ['/page.js', { type: 'text/javascript', body: outputFiles[0].text }],
  ])
}
