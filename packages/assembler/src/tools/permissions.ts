import { LamellaError } from '@lamella/core'

export type Grant = (permission: string) => boolean

/**
 * Compiles a list of grants. A name grants itself, `network.*` grants everything below `network` (`network.http` and
 * `network.http.get`, but not `network`), and `*` grants everything. Names are case-sensitive.
 *
 * @throws LamellaError `OPTION_INVALID` for a star anywhere else
 */
export function grantOf(granted: readonly string[]): Grant {
  const names = new Set<string>()
  const groups = new Set<string>()
  let everything = false
  for (const pattern of granted) {
    const isGroup = pattern.endsWith('.*')
    const name = isGroup ? pattern.slice(0, -2) : pattern
    if (pattern === '*') everything = true
    else if (name.includes('*') || (isGroup && name === '')) throw misplaced(pattern)
    else (isGroup ? groups : names).add(name)
  }
  return (permission) => everything || names.has(permission) || isInGroup(groups, permission)
}

/**
 * Returns whether a permission is among the grants: a name, a group such as `network.*`, or `*` for everything.
 *
 * @throws LamellaError `OPTION_INVALID` for a star anywhere else
 * @example
 * isGranted(['fs.read', 'network.*'], 'network.http.get') // true
 */
export function isGranted(granted: readonly string[], permission: string): boolean {
  return grantOf(granted)(permission)
}

/** Looks up only the groups that the permission could be in, not all grants. */
function isInGroup(groups: ReadonlySet<string>, permission: string): boolean {
  if (groups.size === 0) return false
  // The last character is skipped: nothing follows a dot that ends a name.
  for (
    let dot = permission.indexOf('.');
    dot >= 0 && dot < permission.length - 1;
    dot = permission.indexOf('.', dot + 1)
  ) {
    if (groups.has(permission.slice(0, dot))) return true
  }
  return false
}

function misplaced(pattern: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `permissions: '${pattern}' has a star in an invalid place.`,
    fix: "Use names such as 'fs.read', groups such as 'network.*', or '*' for everything.",
    details: { what: 'permissions', option: pattern },
  })
}
