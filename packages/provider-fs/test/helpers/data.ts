import { join } from 'node:path'

const folder = process.env['LAMELLA_DATA']

if (folder === undefined) console.log('skipped: files of real sessions, since LAMELLA_DATA is not set')

/** Whether the folder with real data exists. */
export const hasData: boolean = folder !== undefined

/** Returns a path in the data folder. */
export function dataPath(path: string): string {
  return join(folder ?? '', path)
}
