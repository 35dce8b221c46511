import { hashedName } from './hash.ts'
import { at, type Ledger, mendName } from './ledger.ts'

/** Tool names that the provider accepts. */
export interface ToolNames {
  /**
   * Returns the name to send, and reports a change at its first occurrence. The same name always gives the same result,
   * and different names give different results.
   */
  toWire(ledger: Ledger, name: string): string
  /** Maps changed names, as sent, to their original names. */
  readonly changed: ReadonlyMap<string, string>
}

/**
 * Gives each tool a name that the provider accepts.
 *
 * A tool that is only in the history gets a hash in its name if that has to change. The names therefore depend only on the
 * list of tools, not on how much of the history is left: a cut does not change earlier text. Each change is reported once,
 * at the first occurrence of the name.
 */
export function createToolNames(ledger: Ledger, rule: NameRule, tools: readonly string[]): ToolNames {
  const names = validNames(rule, tools, 'tool')
  const changed = new Map<string, string>()
  const note = (place: Ledger, name: string, given: string): string => {
    if (given !== name) {
      changed.set(given, name)
      mendName(place, 'tool-name', 'tool name', name, given)
    }
    return given
  }
  for (const [name, given] of names.given) note(at(ledger, 'tools', tools.indexOf(name)), name, given)
  return { changed, toWire: (place, name) => names.given.get(name) ?? note(place, name, names.add(name)) }
}

/** The names that a provider accepts. */
export interface NameRule {
  readonly valid: RegExp
  /** Matches a character outside the alphabet; global. */
  readonly invalidCharacter: RegExp
  /** In characters. */
  readonly maxLength: number
}

/** Names that a provider accepts, by the names that they replace. No two of them are equal. */
interface ValidNames {
  readonly given: ReadonlyMap<string, string>
  /** Adds a name that was not in the list. It never takes a name that another one has. */
  add(name: string): string
}

/**
 * Returns a valid name for each one of a list. A valid name stays. In an invalid one, characters are replaced with `_`; if
 * the result is taken or not valid, a hash of the name is appended. The same list always has the same result.
 *
 * @param blank The start of a name that has nothing else.
 */
export function validNames(rule: NameRule, names: Iterable<string>, blank: string): ValidNames {
  const list = [...new Set(names)]
  const given = new Map<string, string>()
  const taken = new Set<string>()
  const give = (name: string, valid: string): string => {
    given.set(name, valid)
    taken.add(valid)
    return valid
  }
  const readable = (name: string): string => name.toWellFormed().replace(rule.invalidCharacter, '_')
  const hashed = (name: string): string => {
    const start = readable(name).slice(0, rule.maxLength - 9) || blank
    return hashedName(`${start}_`, name, taken)
  }
  const isFree = (name: string): boolean => rule.valid.test(name) && !taken.has(name)
  for (const name of list) if (rule.valid.test(name)) give(name, name)
  for (const name of list) {
    if (given.has(name)) continue
    const one = readable(name)
    give(name, isFree(one) ? one : hashed(name))
  }
  return { given, add: (name) => give(name, isFree(name) ? name : hashed(name)) }
}
