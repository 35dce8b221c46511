import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns whether the header `Authorization` of a request has the token. Comparing takes the same time for all. */
export function createTokenCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => true
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const expected = digest(token)
  return (authorization = '') => {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(authorization) ?? []
    return timingSafeEqual(digest(given), expected)
  }
}
