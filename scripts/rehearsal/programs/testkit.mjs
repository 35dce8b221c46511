import { defineLayer } from '@lamella/core'
import { layerSuite, runSuite } from '@lamella/testkit'

export const expected = '0 failed'
export default async function run() {
  const motto = defineLayer('motto', { stability: 'static', load: () => 'Be kind.' })
  const { failed } = await runSuite(layerSuite(() => motto))
  return `${failed.length} failed`
}
