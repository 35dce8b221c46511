import { execFileSync } from 'node:child_process'
import { bundle } from './bundle.ts'
import { root } from './repo.ts'

/** Runs a program against the sources of the packages and gives what it prints, without the last line break. */
export async function runSnippet(program: string): Promise<string> {
  const { code } = await bundle({ code: program }, { platform: 'node', format: 'esm' })
  const args = ['--input-type=module', '-']
  return execFileSync(process.execPath, args, { input: code, encoding: 'utf8', cwd: root }).trimEnd()
}
