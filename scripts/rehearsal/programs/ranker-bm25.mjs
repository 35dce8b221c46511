import { createIndex } from '@lamella/ranker-bm25'

export const expected = 'a'
export default function run() {
  const index = createIndex()
  index.add([
    { id: 'a', text: 'The ships left on Monday.' },
    { id: 'b', text: 'Kim is allergic to nuts.' },
  ])
  return index.search('When does the ship leave?', { limit: 1 })[0].id
}
