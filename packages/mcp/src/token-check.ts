import { createHash, timingSafeEqual } from 'node:crypto'

/** What a bearer token may consist of (`b64token`). Source: RFC 6750, section 2.1. */
const bearerToken = /^[\w.~+/-]+=*$/

/** Clients cannot send other texts as a bearer token: they would all be refused. */
export function mustBeToken(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length < 16) return 'must have at least 16 characters'
  return bearerToken.test(value) ? undefined : 'must consist of letters, digits and -._~+/, with = at the end only'
}

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
