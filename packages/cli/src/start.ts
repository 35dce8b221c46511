import { processIo } from './io.ts'
import { run } from './run.ts'

// `lamella explain … | head -1` closes the pipe early. That is not an error, and nothing could receive it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`error: The output cannot be written (${error.code ?? error.message}).\n`)
  process.exit(1)
})
// Nobody reads it any more; the exit code remains.
process.stderr.on('error', () => undefined)

// Not process.exit(code): output to a pipe may still be pending.
process.exitCode = await run(process.argv.slice(2), processIo())
