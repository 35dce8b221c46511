import { createContext, defineLayer } from '@lamella/core'
import { openTelemetry } from '@lamella/opentelemetry'

export const expected = '1'
export default async function run() {
  const motto = defineLayer('motto', { load: () => 'Be kind.' })
  const builder = createContext().use(motto).budget({ window: 1_000, reserve: 100 }).observe(openTelemetry())
  return String((await builder.build({ scope: { tenant: 'acme' } })).system.length)
}
