import { target } from '@lamella/models'

export const expected = '1000000 claude-opus-5-5'
export default async function run() {
  const model = await target('claude-opus-5-5')
  const { model: name } = model.encode({ messages: [{ role: 'user', content: 'Hello' }] })
  return `${model.budget.window} ${name}`
}
