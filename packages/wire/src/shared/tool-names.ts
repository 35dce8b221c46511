import { shortHash } from './hash.ts'
import { at, type Ledger, mendName } from './ledger.ts'
import { toWellFormed } from './well-formed.ts'

/** Which names a provider takes. */
export interface NameRule {
  readonly valid: RegExp
  /** A character outside of the alphabet; global. */
  readonly invalidCharacter: RegExp
  /** In characters. */
  readonly maxLength: number
}

/** Names of tools as the provider takes them. */
export interface ToolNames {
  /** The name to send, noted where it first stands. A name always gets the same answer, and two names never get one. */
  toWire(ledger: Ledger, name: string): string
  /** From the names that were changed, as sent, to the names as they were. */
  readonly changed: ReadonlyMap<string, string>
}

/**
 * Gives each tool a name that the provider takes.
 *
 * A valid name stays. An invalid one has its characters replaced with `_`; if that name is taken, or if the tool is
 * only in the history, a hash of the name follows. So the names depend on the list of tools alone and not on how much
 * of the history is left: a cut does not change the text before it. Each name that is changed is noted once, where it
 * first stands.
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
