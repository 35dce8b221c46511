import type { Tokenizer } from '@lamella/core'

/**
 * Counts one character (UTF-16 unit) as one token, so that budgets in tests are easy to count by hand. Exact by
 * definition.
 *
 * @example
 * charTokenizer.count('Be kind.') // 8
 */
export const charTokenizer: Tokenizer = { name: 'char', exact: true, count: (text) => text.length }
