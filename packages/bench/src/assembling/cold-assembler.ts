import { openAgent } from './with-assembler.ts'

const { assembler, counts, close } = await openAgent(process.argv[2] as string, 60_000)
await assembler.assemble('s')
await counts.save()
const { user, system } = process.cpuUsage()
console.log((user + system) / 1_000)
await close()
