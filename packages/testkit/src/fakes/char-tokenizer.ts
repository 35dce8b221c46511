import type { Tokenizer } from '@lamella/core'

/**
 * One character (UTF-16 unit) is one token: budgets in tests can be counted by eye. Exact, since it is by definition.
 *
 * @example
 * charTokenizer.count('Be kind.') // 8
 */
export const charTokenizer: Tokenizer = { name: 'char', exact: true, count: (text) => text.length }
