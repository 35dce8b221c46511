// The tests of the project: a line for each.

import { deliveryOf } from './src/delivery.mjs'
import { priceOf } from './src/price.mjs'

const tests = []
for (let lamps = 1; lamps <= 600; lamps++) {
  const expected = lamps < 10 ? lamps * 2_000 : lamps * 1_800
  tests.push({ file: 'src/price.mjs', name: `the price of ${lamps} lamps`, expected, found: priceOf(lamps) })
}
for (let euros = 1; euros <= 600; euros++) {
  const expected = euros > 100 ? 0 : 590
  tests.push({ file: 'src/delivery.mjs', name: `delivery of ${euros}.00`, expected, found: deliveryOf(euros * 100) })
}

const failed = tests.filter(({ expected, found }) => expected !== found)
for (const [index, { file, name, expected, found }] of tests.entries()) {
  const result = expected === found ? 'ok' : 'not ok'
  console.log(
    `${result} ${index + 1} - ${file}: ${name} is ${expected}${result === 'ok' ? '' : `, but it is ${found}`}`,
  )
}
console.log(`# ${tests.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
