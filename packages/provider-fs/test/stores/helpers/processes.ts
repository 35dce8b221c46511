import { fileURLToPath } from 'node:url'
import { tempFolder } from '../../helpers/folder.ts'
import { programIn, type Running } from './running.ts'

/** A process that writes to a store. */
export type Writer = Running

const source = fileURLToPath(new URL('program.ts', import.meta.url))

/** Compiles `program.ts` to plain JavaScript. Returns a function that starts it. */
export async function writers(): Promise<(...args: readonly (string | number)[]) => Writer> {
  return programIn((await tempFolder()).path, source)
}
