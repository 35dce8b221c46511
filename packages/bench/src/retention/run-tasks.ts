import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Measured, Task } from './measured.ts'

const run = promisify(execFile)

/** How many processes measure at a time. */
const processes = 2

/** Makes measurements, each in a process of its own, and returns them in the order of the tasks. */
export async function runTasks(tasks: readonly Task[]): Promise<readonly Measured[]> {
  const program = fileURLToPath(new URL('retention-worker.js', import.meta.url))
  const results: Measured[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = JSON.stringify(tasks[index])
      const { stdout } = await run(process.execPath, [program, task], { maxBuffer: 1e8 })
      results[index] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  return results
}
