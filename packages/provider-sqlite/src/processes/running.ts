import { readFile } from 'node:fs/promises'

/**
 * When a process of this machine began, in the machine's own ticks; '' where the system does not tell. On Linux field 22 of
 * /proc/<pid>/stat (proc(5)); the name before it may hold anything, `)` as well. `ended` for one that waits to be forgotten.
 */
export async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '')
}

/** Whether a process of this machine still runs, and is not another one that has got its number since. */
export async function isRunning(pid: number, started: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Not allowed to send to it: it is there.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return (await startOf(pid)) === started
}
