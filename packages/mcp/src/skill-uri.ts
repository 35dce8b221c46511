/** A file of a skill, by its URI. */
export interface SkillPlace {
  readonly skill: string
  /** Relative to the skill's folder. */
  readonly path: string
}

const scheme = 'skill://'

/** Returns the URI of a skill's file. */
export function skillUri(skill: string, path: string): string {
  return scheme + [skill, ...path.split('/')].map((segment) => encodeURIComponent(segment)).join('/')
}

/**
 * Reads a URI such as `skill://weather/references/units.md`. Each segment is decoded once; a URI whose segments would
 * hold a separator after that, or that has a query or a fragment, is `undefined`.
 */
export function skillPlace(uri: string): SkillPlace | undefined {
  if (!uri.startsWith(scheme) || /[?#]/.test(uri)) return undefined
  try {
    const segments = uri.slice(scheme.length).split('/').map(decodeURIComponent)
    const [skill = '', ...path] = segments
    if (skill === '' || path.length === 0 || segments.some((segment) => /[/\\]/.test(segment))) return undefined
    return { skill, path: path.join('/') }
  } catch {
    return undefined
  }
}
