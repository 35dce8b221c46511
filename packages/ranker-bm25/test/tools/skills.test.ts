import { toolIndex } from '@lamella/ranker-bm25/tools'
import { expect, it } from 'vitest'
import { qualityOf } from './quality.ts'
import { hasAssistant, manySkills, skillQuestions } from './skills.ts'

if (!hasAssistant) console.log('skipped: the skills of the assistant workspace, since they are not in LAMELLA_DATA')

it('finds the right one of 1,000 skills for natural questions', () => {
  const [skills, questions] = [manySkills(), skillQuestions()]
  expect([skills.length, questions.length]).toEqual(hasAssistant ? [1_000, 300] : [948, 144])
  const { recall, first, nothing, confident } = qualityOf(toolIndex(skills), questions)
  console.log(
    `skills: recall@5 ${recall.toFixed(3)}, P@1 ${first.toFixed(3)}, nothing ${nothing.toFixed(3)}, confident ${confident.toFixed(3)}`,
  )
  expect(recall).toBeGreaterThanOrEqual(0.9)
  expect(confident).toBeGreaterThan(0.6)
})
