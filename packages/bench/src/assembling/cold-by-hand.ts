import { assembleByHand } from './by-hand.ts'

await assembleByHand(process.argv[2] as string, 'What did we decide about the launch?')
const { user, system } = process.cpuUsage()
console.log((user + system) / 1_000)
