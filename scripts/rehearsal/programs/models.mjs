import { getModelLimits } from '@lamella/models'

export const expected = '128000'
export default function run() {
  return String(getModelLimits('gpt-4o').contextWindow)
}
