import { existsSync } from 'node:fs'

const folder = process.env['LAMELLA_DATA']

/** Why tests on external data are skipped, or `undefined` if they run. */
export const noData: string | undefined =
  folder === undefined
    ? 'LAMELLA_DATA is not set: it names the folder of external data'
    : existsSync(folder)
      ? undefined
      : 'the folder that LAMELLA_DATA names does not exist'

if (noData !== undefined) console.log(`skipped: counts of real texts, since ${noData}`)

export const dataFolder: string = folder ?? ''
