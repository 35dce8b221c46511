import { at, type Ledger, mendName } from './ledger.ts'
import { type NameRule, validNames } from './valid-names.ts'

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
