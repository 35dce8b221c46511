import { formatSuite, registerSuite } from '@lamella/testkit'
import { loadFormat, wireFormatNames } from '@lamella/wire/formats'
import { describe, it } from 'vitest'

for (const name of wireFormatNames) {
  registerSuite(
    { describe, it },
    name,
    formatSuite(() => loadFormat(name), { runs: 200 }),
  )
}
