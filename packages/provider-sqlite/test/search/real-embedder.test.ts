import { expect, it } from 'vitest'
import { openInMemory } from '../helpers/open.ts'
import { sentenceEncoder } from '../helpers/sentence-encoder.ts'

const scope = { tenant: 'acme' }

/** Facts, and questions about them that share no word with their answers. */
const answers: readonly (readonly [question: string, fact: string])[] = [
  ['Does she have any pets?', 'Her dog is called Rex.'],
  ['What is his occupation?', 'He works as a nurse at the hospital.'],
  ['Which food should we avoid serving?', 'Peanuts make Kim very ill.'],
  ['How do they travel?', 'We always take the train to Vienna.'],
  ['When was the wedding?', 'Tom got married in June.'],
  ['What musical instruments can he play?', 'John practises the piano each evening.'],
  ['Is anyone sick?', 'Anna caught the flu last week.'],
  ['Where do her parents live?', 'Mum and dad have a house in Lisbon.'],
  ['What sports does he like?', 'Ben never misses a football match.'],
  ['What is the budget of the project?', 'We can spend forty thousand dollars at most.'],
]

const others = [
  'The meeting was moved to Thursday.',
  'Invoices are sent as PDF files.',
  'The office printer is out of paper.',
  'She prefers short answers.',
  'Their new website is written in TypeScript.',
  'It rained all weekend.',
  'The museum opens at ten.',
  'A key to the cellar hangs behind the door.',
]

it('a real model finds answers that share no word with the question, and leaves those first that do', async () => {
  const { memory } = await openInMemory({ embedder: sentenceEncoder() })
  for (const [place, text] of [...answers.map(([, fact]) => fact), ...others].entries()) {
    await memory.put(scope, { id: `${place}`, text })
  }
  const placesOf = async (query: string, mode: 'keyword' | 'hybrid'): Promise<readonly string[]> =>
    ((await memory.search?.(scope, { query, mode, limit: 3 }))?.hits ?? []).map(({ item }) => item.id)

  let [byWords, byBoth] = [0, 0]
  for (const [place, [question]] of answers.entries()) {
    if ((await placesOf(question, 'keyword')).includes(`${place}`)) byWords++
    if ((await placesOf(question, 'hybrid')).includes(`${place}`)) byBoth++
  }
  console.log(`among the first three: by words ${byWords}, by words and vectors ${byBoth} of ${answers.length}`)
  expect(byWords).toBe(0)
  expect(byBoth).toBeGreaterThanOrEqual(8)
  // Words that name the answer are not outweighed.
  for (const [question, place] of [
    ['Who wants to go to Vienna?', '3'],
    ['Is Rex a cat?', '0'],
    ['What is out of paper?', '12'],
  ] as const) {
    expect((await placesOf(question, 'hybrid'))[0]).toBe(place)
  }
})
