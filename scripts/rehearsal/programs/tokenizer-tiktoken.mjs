import { createTokenizer } from '@lamella/tokenizer-tiktoken'

export const expected = '4'
export default async function run() {
  return String((await createTokenizer('gpt-4o')).count('Hello, world!'))
}
