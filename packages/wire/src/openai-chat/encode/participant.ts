import { isRecord } from '../../shared/guards.ts'
import { shortHash } from '../../shared/hash.ts'
import { type Ledger, lose, mend } from '../../shared/ledger.ts'
import { toWellFormed } from '../../shared/well-formed.ts'
import { invalidNameCharacters, maxName, validName } from '../limits.ts'
import type { OpenAIChatFields } from '../provider-fields.ts'

/**
 * The fields with a `name` of the participant that the API takes: characters that it refuses become `_`, and of a name that
 * consists of them a hash is left, so that two people stay two. A name without anything in it is left out. Each is noted.
 */
export function withValidName(ledger: Ledger, fields: OpenAIChatFields): OpenAIChatFields {
  const { extra } = fields
  if (!isRecord(extra) || !Object.hasOwn(extra, 'name')) return fields
  const { name, ...others } = extra
  if (typeof name === 'string' && validName.test(name)) return fields
  if (typeof name !== 'string' || name.trim() === '') {
    lose(ledger, 'provider-options', 'A name of the participant without anything in it is not sent.')
    return { ...fields, extra: others }
  }
  const given = nameFor(name)
  mend(ledger, 'name', `The name of the participant ${JSON.stringify(name.slice(0, 80))} is sent as ${given}.`)
  return { ...fields, extra: { ...extra, name: given } }
}

function nameFor(name: string): string {
  const readable = toWellFormed(name).replace(invalidNameCharacters, '_')
  if (/^[_\uFFFD]*$/.test(readable)) return `name_${shortHash(name)}`
  if (readable.length <= maxName) return readable
  // What is cut off may be all that two names differ in.
  return `${toWellFormed(readable.slice(0, maxName - 9)).replace(/\uFFFD$/, '')}_${shortHash(name)}`
}
