import { readFile } from 'node:fs/promises'

/**
 * Returns the start time of a process of this machine, in the machine's own ticks; '' if the system does not provide
 * it. On Linux this is field 22 of /proc/<pid>/stat (proc(5)); the name before it may contain any character, including
 * `)`. `ended` for a zombie.
 */
export async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '')
}

/** Returns whether a process of this machine still runs, and its number has not been reused. */
export async function isRunning(pid: number, started: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // A missing permission to signal it means that it exists.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return (await startOf(pid)) === started
}
