// Compares the CPU time of an estimate with that of tokenx in one process: the numbers under "How fast" in README.md.
//
//   pnpm build && node scripts/speed.mjs TEXTS.jsonl FOLDER/node_modules/tokenx/dist/index.mjs
//
// TEXTS.jsonl is the file that fit.mjs reads. tokenx is not a dependency of this repository: install it elsewhere.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { heuristic } from '@lamella/tokenizer-heuristic'

const { estimateTokenCount } = await import(pathToFileURL(resolve(process.argv[3])).href)
const texts = readFileSync(process.argv[2], 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const { count } = heuristic()
const kinds = ['english', 'code', 'json', 'markdown', 'chinese', 'russian', 'japanese', 'korean', 'hindi', 'base64']
const sets = kinds.map((kind) => [kind, texts.filter((one) => one.kind === kind).slice(0, 300)])
const samples = sets.map(([kind, list]) => [kind, list.map(({ text }) => text)])
// Copies each text through a buffer, so that it is an independent string, like one read from a file or a socket.
const messages = samples[0][1].flatMap((text) => text.match(/.{1,80}/gs)).map((text) => Buffer.from(text).toString())
samples.push(['messages of 80 characters', messages])

/** Returns the microseconds of CPU for one pass over the texts: the best of 15. */
function best(of, list, passes) {
  const times = Array.from({ length: 15 }, () => {
    const start = process.cpuUsage()
    for (let pass = 0; pass < passes; pass++) for (const text of list) of(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / passes
  })
  return Math.min(...times)
}

for (const [, list] of samples) for (const of of [count, estimateTokenCount]) best(of, list.slice(0, 50), 3)
for (const [kind, list] of samples) {
  const characters = list.reduce((sum, text) => sum + text.length, 0)
  const [ours, theirs] = [best(count, list, 20), best(estimateTokenCount, list, 3)]
  const speed = (time) => `${(characters / time).toFixed(0)} million characters a second`
  console.log(`${kind}: ${speed(ours)}, tokenx ${speed(theirs)}, ratio ${(theirs / ours).toFixed(1)}`)
}
