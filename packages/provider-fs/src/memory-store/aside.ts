import { basename, dirname, join } from 'node:path'

/** Returns the path under which a replaced memory file is kept until it has been compared once more. */
export function asideOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.replaced`)
}

/** Returns the file name that a name from `asideOf` belongs to; `undefined` for any other name. */
export function nameOfAside(name: string): string | undefined {
  return /^\.(.+)\.replaced$/s.exec(name)?.[1]
}
