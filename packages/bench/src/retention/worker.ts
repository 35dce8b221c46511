import { measure } from './measure.ts'
import type { Task } from './measured.ts'

// A process of the bench: makes one measurement, and prints it.
console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '') as Task)))
