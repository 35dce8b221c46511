import { createContext } from '@lamella/core'
import { message } from '@lamella/layers'
import { loadFormat, wireFormatNames } from '@lamella/wire/formats'
import { validate } from '@lamella/wire/validate'

export const expected = '5 formats, 0 violations'
export default async function run() {
  const context = await createContext()
    .use(message())
    .budget({ window: 8_000, reserve: 1_000 })
    .parameters({ model: 'claude-sonnet-4-5', maxOutputTokens: 100 })
    .build({ scope: { tenant: 'acme' }, message: 'Hello' })
  const formats = await Promise.all(wireFormatNames.map(async (name) => [name, await loadFormat(name)]))
  const violations = formats.flatMap(([name, { encode }]) => validate(name, encode(context).request))
  return `${formats.length} formats, ${violations.length} violations`
}
