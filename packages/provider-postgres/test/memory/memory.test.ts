import { memoryTests } from '../../../provider-sqlite/test/shared/memory.ts'
import { openEmpty } from '../helpers/open.ts'

memoryTests(openEmpty, Math.min(300, Number(process.env['LAMELLA_RUNS'] ?? 10)))
