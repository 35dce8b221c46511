/** The most paths that are named. */
const most = 20

/** Returns where two JSON values differ: `messages[3].content`. An object is entered only where both have it. */
export function differingPaths(a: unknown, b: unknown): readonly string[] {
  const paths: string[] = []
  compare(a, b, '', paths)
  return paths
}

function compare(a: unknown, b: unknown, path: string, paths: string[]): void {
  if (a === b || paths.length >= most) return
  if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) {
    paths.push(path === '' ? 'all of it' : path)
    return
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [first, second] = [a[key], b[key]]
    const name = Array.isArray(a) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    if (first !== second) compare(first, second, name, paths)
  }
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
