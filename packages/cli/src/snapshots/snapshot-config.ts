import { dirname, resolve } from 'node:path'
import { isObject } from '@lamella/core/plugin'
import { Command, CommanderError } from 'commander'
import { parseJson, readText } from '../input-chunks.ts'
import { addRequestOptions, type RequestOptions } from '../options.ts'
import { cliError } from '../problem.ts'

/** A request whose snapshot is kept. Paths are absolute. */
export interface SnapshotRequest {
  readonly name: string
  readonly workspace: string
  readonly options: RequestOptions
  /** The file of the snapshot. */
  readonly file: string
  readonly texts: boolean
}

const maxBytes = 32 * 1024 ** 2

/** Options that are paths, from the folder of the config. */
const paths = ['session', 'tools']

/** The day of a request that names none: a snapshot must not change by itself. */
const day = '2026-01-01'

/**
 * Reads the requests of a config: `{ "requests": [{ "name", "workspace", … }] }`, with the long options of `lamella build`
 * as keys.
 *
 * @throws LamellaError `SNAPSHOTS_UNREADABLE`, `SNAPSHOTS_INVALID`, `INPUT_TOO_LARGE`
 */
export async function readSnapshotConfig(file: string): Promise<readonly SnapshotRequest[]> {
  const text = await readText(file, maxBytes, (code, cause) => {
    const fix = 'Check the path. `lamella snapshot --help` shows an example of a config.'
    return cliError('SNAPSHOTS_UNREADABLE', `The config '${file}' cannot be read (${code}).`, fix, { file }, cause)
  })
  const value = parseJson(text, (problem, cause) => invalid(file, problem, cause))
  const list = isObject(value) ? value['requests'] : undefined
  if (!Array.isArray(list) || list.length === 0) throw invalid(file, 'has no list `requests` with a request')
  const root = dirname(resolve(file))
  const requests = list.map((one: unknown, index) =>
    toRequest(one, root, (problem) => invalid(file, `requests[${index}] ${problem}`)),
  )
  const files = new Set<string>()
  for (const [index, { file: snapshot }] of requests.entries()) {
    if (files.has(snapshot)) throw invalid(file, `requests[${index}] has the snapshot of another request`)
    files.add(snapshot)
  }
  return requests
}

function toRequest(value: unknown, root: string, fail: (problem: string) => Error): SnapshotRequest {
  if (!isObject(value)) throw fail('is not an object')
  const { name, workspace, snapshot, texts = false, ...options } = value
  if (typeof name !== 'string' || !/^[\w.-]+$/.test(name))
    throw fail('needs a `name` of letters, digits, `.`, `_` and `-`')
  if (typeof workspace !== 'string') throw fail('needs a `workspace`, a folder')
  if (snapshot !== undefined && typeof snapshot !== 'string') throw fail('has a `snapshot` that is not a path')
  if (typeof texts !== 'boolean') throw fail('has `texts` that is neither true nor false')
  return {
    name,
    workspace: resolve(root, workspace),
    options: parseOptions({ now: day, ...options }, root, fail),
    file: resolve(root, snapshot ?? `snapshots/${name}.txt`),
    texts,
  }
}

/** Parses options as the command line does, so that both take the same ones. */
function parseOptions(options: object, root: string, fail: (problem: string) => Error): RequestOptions {
  const command = addRequestOptions(new Command('request'))
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  const known = new Set(command.options.map((option) => option.attributeName()))
  const argv = Object.entries(options).flatMap(([key, value]) => {
    if (!known.has(key)) throw fail(`has the unknown key \`${key}\``)
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return (Array.isArray(value) ? value : [value]).map((one: unknown) => {
      if (typeof one !== 'string' && typeof one !== 'number')
        throw fail(`has a \`${key}\` that is neither text nor a number`)
      return `${flag}=${paths.includes(key) ? resolve(root, String(one)) : one}`
    })
  })
  try {
    return command.parse([...argv, '.'], { from: 'user' }).opts<RequestOptions>()
  } catch (error) {
    if (error instanceof CommanderError) throw fail(`is invalid: ${error.message.replace(/^error: /, '')}`)
    throw error
  }
}

function invalid(file: string, problem: string, cause?: unknown): Error {
  const fix = 'Correct it: { "requests": [{ "name": "hello", "workspace": "./agent", "message": "Hello" }] }'
  return cliError('SNAPSHOTS_INVALID', `The config '${file}': ${problem}.`, fix, { file }, cause)
}
