// Builds the page as one file: its script and its styles inline, and a policy that allows these two and nothing else.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { licences, most, priceConstants, withoutSources } from './page-parts.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const result = await build({
  root: at('page'),
  configFile: false,
  logLevel: 'warn',
  define: priceConstants,
  plugins: [withoutSources],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    write: false,
    target: 'es2023',
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: at('page/main.tsx'),
      // In one script nothing is loaded later: what does that in modules has no address.
      transform: { define: { 'import.meta': '{}' } },
      output: { format: 'iife', codeSplitting: false },
    },
  },
})
const { output } = Array.isArray(result) ? result[0] : result
const script = output.find(({ type }) => type === 'chunk')?.code
const style = output.find(({ fileName }) => fileName.endsWith('.css'))?.source
if (output.length !== 2 || script === undefined || style === undefined) {
  throw new Error(`The page must be one script and one style sheet, not ${output.map(({ fileName }) => fileName)}.`)
}

// What ends a script element inside of it, in strings and comments of the bundle.
const inline = script.trim().replaceAll(/<(?=\/script|script|!--)/gi, '\\x3c')
const css = String(style).trim()
if (/<\/style/i.test(css)) throw new Error('The style sheet ends its element.')
const policy = [
  "default-src 'none'",
  `script-src ${hash(inline)}`,
  `style-src ${hash(css)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
const page = `<!doctype html>
<!-- This page contains:

${await licences()}
-->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Lamella inspector</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="recording"></script>
<script>${inline}</script>
</body>
</html>
`
const bytes = gzipSync(page, { level: 9 }).length
if (bytes > most) throw new Error(`The page has ${bytes} bytes gzipped, and may have ${most}.`)
await mkdir(at('dist'), { recursive: true })
await writeFile(at('dist/page.html'), page)
console.log(`dist/page.html: ${page.length} characters, ${bytes} bytes gzipped`)
