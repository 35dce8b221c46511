import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkOptions, mustBeFunction, mustBeObject } from '@lamella/core/plugin'

/** Variables of the environment, as the SDK's option `env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Runs the SDK so that what the CLI writes to disk (transcripts, large outputs, settings, temporary files) is in a new folder that
 * only this user can read, and removes the folder at the end, also after an error. Keys come from variables, since the CLI then
 * finds no login.
 *
 * @param run Gets the variables for `options.env`, and returns when its queries have ended.
 * @param env The variables to add to. Default: `process.env`.
 * @throws LamellaError `OPTION_INVALID`, and what `run` throws
 * @example
 * await inPrivateFolder(async (env) => {
 *   for await (const message of query({ prompt, options: { env, sessionStore } })) console.log(message)
 * })
 */
export async function inPrivateFolder<Result>(
  run: (env: Environment) => Promise<Result>,
  env: Environment = process.env,
): Promise<Result> {
  checkOptions('inPrivateFolder', { run, env }, { run: mustBeFunction, env: mustBeObject }, ['run'])
  const folder = await mkdtemp(join(tmpdir(), 'claude-'))
  try {
    const temporary = join(folder, 'tmp')
    await mkdir(temporary)
    return await run({ ...env, CLAUDE_CONFIG_DIR: folder, CLAUDE_CODE_TMPDIR: temporary })
  } finally {
    // A CLI that is ending may still write.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
