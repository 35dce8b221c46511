import { execFileSync } from 'node:child_process'
import { median } from '../measure.ts'
import { atMost, type Section } from '../section.ts'

/**
 * Measures the CPU time and memory of a new process that imports, loads and counts a line, minus those of a process
 * that does nothing.
 */
export function coldStart(): Section['claims'] {
  const line = JSON.stringify('The quick brown fox jumps over the lazy dog, 3 times a day.')
  const own = cost(`const { createTokenizer } = await import('@lamella/tokenizer-tiktoken')
    ;(await createTokenizer('o200k_base')).count(${line})`)
  const gpt = cost(`(await import('gpt-tokenizer/encoding/o200k_base')).countTokens(${line})`)
  const none = cost('')
  const cpu = (own.cpu - none.cpu) / (gpt.cpu - none.cpu)
  const memory = (own.memory - none.memory) / (gpt.memory - none.memory)
  return [
    atMost('Cold start: at most a fifth of the CPU time of `gpt-tokenizer`', cpu, 0.2),
    atMost('Memory after loading: no more than `gpt-tokenizer`', memory, 1),
  ]
}

/** Medians of seven processes: milliseconds of CPU, bytes of resident memory. */
function cost(code: string): { readonly cpu: number; readonly memory: number } {
  const program = `const start = process.cpuUsage(); ${code}
    const { user, system } = process.cpuUsage(start); gc()
    console.log(JSON.stringify([(user + system) / 1000, process.memoryUsage.rss()]))`
  const args = ['--expose-gc', '--input-type=module', '-e', program]
  const runs = Array.from({ length: 7 }, () => {
    const output = execFileSync(process.execPath, args, { cwd: new URL('..', import.meta.url), encoding: 'utf8' })
    return JSON.parse(output) as readonly [number, number]
  })
  return { cpu: median(runs.map(([cpu]) => cpu)), memory: median(runs.map(([, memory]) => memory)) }
}
