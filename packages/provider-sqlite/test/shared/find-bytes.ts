import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns which texts are in the files of a folder. A process with an open database there would release its locks. */
export function findBytes(folder: string, texts: readonly string[]): readonly string[] {
  const left = new Set<string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    try {
      if (!statSync(join(folder, name)).isFile()) continue
      const bytes = readFileSync(join(folder, name), 'latin1')
      for (const text of texts) if (bytes.includes(text)) left.add(text)
    } catch (error) {
      // Replaced or removed meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return [...left]
}
