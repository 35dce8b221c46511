// Builds the entry for pages that show parts of the inspector: one module with its styles, and its types. The core stays
// outside, since such a page has it already.
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build as buildTypes } from 'tsup'
import { build } from 'vite'
import { licences, most, priceConstants, withoutSources } from './page-parts.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const result = await build({
  root: at('page'),
  configFile: false,
  logLevel: 'warn',
  define: priceConstants,
  plugins: [withoutSources],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: at('dist'),
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: at('page/browser.ts'),
      preserveEntrySignatures: 'strict',
      external: /^@lamella\/core(\/|$)/,
      output: {
        format: 'es',
        entryFileNames: 'browser.js',
        codeSplitting: false,
        banner: `/*! This module contains:\n\n${await licences()}\n*/`,
      },
    },
  },
})
const { output } = Array.isArray(result) ? result[0] : result
if (output.length !== 1) throw new Error(`It must be one file, not ${output.map(({ fileName }) => fileName)}.`)
const bytes = gzipSync(output[0].code, { level: 9 }).length
if (bytes > most) throw new Error(`The module has ${bytes} bytes gzipped, and may have ${most}.`)
await buildTypes({
  config: false,
  tsconfig: at('page/tsconfig.json'),
  entry: { browser: at('page/browser.ts') },
  outDir: at('dist'),
  format: 'esm',
  clean: false,
  silent: true,
  dts: { only: true, compilerOptions: { ignoreDeprecations: '6.0', noCheck: true } },
})
await stat(at('dist/browser.d.ts'))
console.log(`dist/browser.js: ${output[0].code.length} characters, ${bytes} bytes gzipped`)
