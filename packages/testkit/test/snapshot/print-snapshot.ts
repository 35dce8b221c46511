import { contextSnapshot } from '@lamella/runs'
import { sampleContext } from './sample-context.ts'

// A process of its own, under the locale and the time zone of its environment.
process.stdout.write(contextSnapshot(await sampleContext(), { texts: true }))
