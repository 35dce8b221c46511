// A stand-in for a model, so that the example runs on its own and always prints the same.

const answers = {
  'When is the launch?': 'On the 24th of March; the press hears of it two days before.',
  'Who leads the rollout?': 'Ines leads the rollout, with Tom as her deputy.',
  '発売日はいつですか？': '発売日は3月24日です。',
}

export const questions = [...Object.keys(answers), 'Can you bring me something to drink?']

/** Returns known answers, and reads the memories it is given. */
export function answerTo(question, context) {
  const memories = context?.system.map(({ content }) => content).join('\n') ?? ''
  return answers[question] ?? (memories.includes('green tea') ? 'A green tea is on its way.' : 'What would you like?')
}
