import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env['LAMELLA_DATA']

/** The reason to skip tests on recorded data, or `undefined` to run them. */
export const noData: string | undefined =
  folder === undefined
    ? 'LAMELLA_DATA is not set: it names the folder of recorded conversations'
    : existsSync(folder)
      ? undefined
      : 'the folder that LAMELLA_DATA names does not exist'

if (noData !== undefined) console.log(`skipped: recorded requests, since ${noData}`)

/** Reads a JSON file of the data folder. */
export function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(join(folder ?? '', path), 'utf8')) as Value
}

/** Reads a file with one JSON value per line. */
export function readLines<Value>(path: string): Value[] {
  const lines = readFileSync(join(folder ?? '', path), 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Value)
}
