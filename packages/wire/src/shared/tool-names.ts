import { shortHash } from './hash.ts'
import { at, type Ledger, mendName } from './ledger.ts'
import { toWellFormed } from './well-formed.ts'

/** The names that a provider accepts. */
export interface NameRule {
  readonly valid: RegExp
  /** Matches a character outside the alphabet; global. */
  readonly invalidCharacter: RegExp
  /** In characters. */
  readonly maxLength: number
}

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
 * A valid name stays. In an invalid one, characters are replaced with `_`; if the result is taken, or if the tool is
 * only in the history, a hash of the name is appended. The names therefore depend only on the list of tools, not on how
 * much of the history is left: a cut does not change earlier text. Each change is reported once, at the first
 * occurrence of the name.
 */
export function createToolNames(ledger: Ledger, rule: NameRule, tools: readonly string[]): ToolNames {
  const wire = new Map<string, string>()
  const taken = new Set<string>()
  const changed = new Map<string, string>()

  const give = (place: Ledger, name: string, given: string): string => {
    wire.set(name, given)
    taken.add(given)
    if (given !== name) {
      changed.set(given, name)
      mendName(place, 'tool-name', 'tool name', name, given)
    }
    return given
  }
  const hashed = (name: string): string => {
    const start =
      toWellFormed(name)
        .replace(rule.invalidCharacter, '_')
        .slice(0, rule.maxLength - 9) || 'tool'
    let given = `${start}_${shortHash(name)}`
    for (let round = 1; taken.has(given); round++) given = `${start}_${shortHash(`${name}#${round}`)}`
    return given
  }

  for (const name of tools) if (rule.valid.test(name)) give(ledger, name, name)
  for (const [index, name] of tools.entries()) {
    if (wire.has(name)) continue
    const readable = toWellFormed(name).replace(rule.invalidCharacter, '_')
    const given = rule.valid.test(readable) && !taken.has(readable) ? readable : hashed(name)
    give(at(ledger, 'tools', index), name, given)
  }

  return {
    changed,
    toWire: (place, name) =>
      wire.get(name) ?? give(place, name, rule.valid.test(name) && !taken.has(name) ? name : hashed(name)),
  }
}
