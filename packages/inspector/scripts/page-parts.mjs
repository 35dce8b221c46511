import { readFile } from 'node:fs/promises'

/** The most bytes that what is built for a browser may have, gzipped. */
export const most = 150_000

/** The licences of what is built into it. */
export async function licences() {
  const texts = await Promise.all(
    ['preact', '@preact/signals'].map(async (name) => {
      const file = new URL(`../node_modules/${name}/LICENSE`, import.meta.url)
      return `${name}: ${(await readFile(file, 'utf8')).trim()}`
    }),
  )
  return texts.join('\n\n')
}
