import { isObject } from '@lamella/core/plugin'

/** Names of the assembler's own sections and layers, whether they are empty or not. */
const ownNames: ReadonlySet<unknown> = new Set([
  'active-skills',
  'tools-summary',
  'additional',
  'datetime',
  'history',
  'message',
])

/** Sections are layers and follow the same naming rules. */
const nameOfLayer = /^[\p{L}\p{N}][\p{L}\p{N} ._:/-]{0,63}$/u

/**
 * Returns what is wrong with the sections of a configuration, as the end of a sentence, or `undefined` if they are
 * valid.
 */
export function sectionsProblem(sections: unknown): string | undefined {
  const isList =
    Array.isArray(sections) &&
    sections.every((one) => isObject(one) && typeof one['content'] === 'string' && Number.isFinite(one['order']))
  if (!isList) return 'must be a list of { name, content, order, priority? }'
  const noPriority = sections.findIndex(({ priority }) => priority !== undefined && !Number.isFinite(priority))
  if (noPriority >= 0) return `has a priority at ${noPriority} that is not a finite number`
  const names = new Set<unknown>()
  for (const [index, { name }] of (sections as readonly { readonly name: unknown }[]).entries()) {
    const place = `has at ${index} the name`
    if (typeof name !== 'string' || !nameOfLayer.test(name)) {
      return `${place} ${JSON.stringify(String(name).slice(0, 80))}, which must be 1 to 64 letters, digits, spaces or . _ : / -, a letter or digit first`
    }
    if (ownNames.has(name)) return `${place} '${name}', which is reserved by the assembler`
    if (names.has(name)) return `${place} '${name}' a second time`
    names.add(name)
  }
  return undefined
}
