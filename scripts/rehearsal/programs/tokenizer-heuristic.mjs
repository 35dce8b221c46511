import { heuristic } from '@lamella/tokenizer-heuristic'

export const expected = 'true'
export default function run() {
  const counted = heuristic().count('one two three four five six seven eight nine ten')
  return String(counted >= 8 && counted <= 16)
}
