import { cardNumbersIn } from './card-number.ts'

/** Prefixes of the keys and tokens of well-known services, and what follows them. */
const keys =
  /^(sk-|sk_live_|rk_live_|pk_live_|ghp_|gho_|ghs_|ghu_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|ya29\.|npm_|pypi-|hf_|SG\.|eyJ[\w-]+\.)[\w.-]{8,}$/

/** What separates the words of a path, an address or a name. */
const between = /[^\w.-]+/

/** A user with a password before the host of an address, by RFC 3986. */
const userWithPassword = /:\/\/[^\s/?#@:]*:[^\s/?#@]+@/

const secretLabel =
  /(^|[^a-z])(password|passwd|secret|api.?key|access.?key|private.?key|auth.?token|access.?token|bearer|cvv|cvc|pin|ssn)([^a-z]|$)/i

/** Labels of what is a secret if it looks like one: tokens may be counted, and orders authorized. A short word may follow: is, est, =. */
const tokenLabel = /(^|[^a-z])(token|authorization)(\W{1,4}\p{L}{1,3})?\W{0,4}$/iu
/** Letters with digits, or the scheme and the token of a header: IANA, HTTP Authentication Schemes (November 2026), and GitHub's `token`. */
const token = /^(?=\D*\d)(?=.*[a-z])[\w.~+/=-]{8,}$|^(?:basic|bearer|digest|negotiate|token) \S{8,}$/i

/**
 * Returns whether a value looks like a key, a token, a password, an address with a password or the number of a payment card, or has one
 * in it. It finds what has a well-known form or an English label; it is no guarantee.
 *
 * @example
 * isLikelySecret('ghp_0123456789abcdef', '') // true
 * isLikelySecret('hunter22', 'password') // true
 * isLikelySecret('EHGLP3', 'reservation_id') // false
 */
export function isLikelySecret(value: string, label: string): boolean {
  // apiToken is an api token.
  const words = label.replace(/([a-z])([A-Z])/g, '$1 $2')
  return (
    secretLabel.test(words) ||
    (tokenLabel.test(words) && token.test(value)) ||
    userWithPassword.test(value) ||
    cardNumbersIn(value).length > 0 ||
    value.split(between).some((word) => keys.test(word))
  )
}
