/** The newest generation there is: what a model is taken for whose name does not tell. */
const newest = Number.POSITIVE_INFINITY

/**
 * The generation of a model by its name: 2.5 for `gemini-2.5-pro`, with or without a path before it. A name of Gemini
 * without a number (`gemini-flash-latest`) and no name at all count as the newest, as Google's names are open-ended.
 * Gemma counts as 2, and any other name (a tuned model's, say) as 2.5: what is only for Gemini 3 is refused by the others.
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
