import { dirname, join, posix } from 'node:path'
import { blocksOf } from '../../packages/repo-checks/src/markdown.ts'

/** Where the sources of this repository are on the web. */
export const repository = 'https://github.com/lamella-js/lamella'

/** What a link of a page leads to: a path from the root of the repository, and an anchor with its `#`, or ''. */
export interface Target {
  readonly path: string
  readonly anchor: string
}

/** Returns the new target of a link; `undefined` leaves it as it is. */
export type Resolve = (target: Target) => string | undefined

const link = /(\]\()([^()\s]+)((?: "[^"]*")?\))|((?:src|srcset|href)=")([^"]+)(")/g

/** Rewrites the relative links and images of a page. Code stays as it is. `page` is a path from the root. */
export function rewriteLinks(page: string, text: string, file: string, resolve: Resolve): string {
  const code = new Set<number>()
  for (const block of blocksOf(file)) {
    for (let index = 0; index < block.text.split('\n').length; index++) code.add(block.line + index)
  }
  const lines = text.split('\n').map((line, index) => {
    if (code.has(index + 1)) return line
    return line.replace(link, (whole, open, target, end, attribute, value, close) => {
      const [before, old, after] = open === undefined ? [attribute, value, close] : [open, target, end]
      const next = isRelative(old) ? resolve(targetOf(page, old)) : undefined
      return next === undefined ? whole : `${before}${next}${after}`
    })
  })
  return lines.join('\n')
}

function isRelative(target: string): boolean {
  return !/^([a-z][a-z+.-]*:|#|\/)/i.test(target)
}

function targetOf(page: string, target: string): Target {
  const [path = '', anchor] = target.split('#')
  const whole = join(dirname(page), decodeURIComponent(path)).split('\\').join('/')
  return { path: whole.replace(/\/$/, ''), anchor: anchor === undefined ? '' : `#${anchor}` }
}

/** Returns a relative link from one page of the site to another. */
export function relativeLink(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
