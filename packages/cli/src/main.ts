#!/usr/bin/env node
import { processIo } from './io.ts'
import { run } from './run.ts'

// `lamella explain … | head -1` closes the pipe early. That is no error, and nobody is left to tell it to.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

// Not process.exit(code): what was written to a pipe may still be on its way.
process.exitCode = await run(process.argv.slice(2), processIo())
