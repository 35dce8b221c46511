/** Prefixes of the keys and tokens of well-known services, and what follows them. */
const keys =
  /^(sk-|sk_live_|rk_live_|pk_live_|ghp_|gho_|ghs_|ghu_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|ya29\.|npm_|pypi-|hf_|SG\.|eyJ[\w-]+\.)[\w.-]{8,}$/

/** What separates the words of a path, an address or a name. */
const between = /[^\w.-]+/

const secretLabel =
  /(^|[^a-z])(password|passwd|secret|api.?key|access.?key|private.?key|auth.?token|access.?token|bearer|cvv|cvc|pin|ssn)([^a-z]|$)/i

/**
 * Returns whether a value looks like a key, a token, a password or the number of a payment card. It finds what has a
 * well-known form or label; it is no guarantee.
 *
 * @example
 * isLikelySecret('ghp_0123456789abcdef', '') // true
 * isLikelySecret('hunter22', 'password') // true
 * isLikelySecret('EHGLP3', 'reservation_id') // false
 */
export function isLikelySecret(value: string, label: string): boolean {
  return secretLabel.test(label) || isCardNumber(value) || value.split(between).some((word) => keys.test(word))
}

/** A number that a card can have: 13 to 19 digits that begin with 3 to 6, with the check digit of ISO/IEC 7812-1. */
function isCardNumber(value: string): boolean {
  const digits = value.replaceAll(/[ -]/g, '')
  if (!/^[3-6]\d{12,18}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
