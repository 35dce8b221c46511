/** The newest generation, assumed when the model name does not reveal one. */
const newest = Number.POSITIVE_INFINITY

/**
 * Returns a model's generation from its name: 2.5 for `gemini-2.5-pro`, with or without a path before it. Gemini names
 * without a number (`gemini-flash-latest`) and missing names count as the newest, because Google keeps adding names.
 * Gemma counts as 2, and any other name (such as a tuned model's) as 2.5, because the others reject what only Gemini 3
 * supports.
 */
export function generationOf(model: string | undefined): number {
  if (model === undefined) return newest
  const name = model.toLowerCase()
  const number = /gemini-(?:[a-z]{1,30}-){0,5}(\d{1,2}(?:\.\d{1,3})?)(?!\d)/.exec(name)?.[1]
  if (number !== undefined) return Number(number)
  if (/gemini-pro(?:-vision)?$/.test(name)) return 1
  if (name.includes('gemini')) return newest
  return name.includes('gemma') ? 2 : 2.5
}
