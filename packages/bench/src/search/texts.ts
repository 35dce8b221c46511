import { randomFrom } from '../random.ts'

/** The most frequent words of English sentences, commonest first. */
const common =
  'the and to of a in that is was it for on you he with as be at by i this had not are but from or have an they which one were all we her she there would their him been has when who will no more if out so what up said its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many before must through years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three'.split(
    ' ',
  )

const [first, middle, last] = [
  'b br c ch d dr f fl g gr h j k l m n p pl qu r s sh st t tr v w'.split(' '),
  'a e i o u ai ea ou'.split(' '),
  'ck d g ll m n nd p r rk rt s ss t th v x z'.split(' '),
] as const

/** Generates texts as in chats: short, with half of their words common and the rest from rare to frequent. */
export interface Texts {
  /** Generates the given number of sentences, 4 to 20 words each. */
  documents(count: number): readonly string[]
  /**
   * Generates questions of 3 to 8 words about some of the documents: up to five of the rarer words of one, and common
   * ones.
   */
  queries(documents: readonly string[], count: number): readonly string[]
}

/** Generates texts that are the same on every machine. */
export function createTexts(): Texts {
  const random = randomFrom(2_026)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value

  /**
   * The word of rank r has a frequency of about 1/(r + 20) (Zipf and Mandelbrot); there are 20,000, each in four forms.
   */
  const rare = (): string => nameOf(Math.floor(20 * 1_001 ** random()) - 20) + pick(['', '', '', 's', 'ed', 'ing'])
  const usual = (): string => common[Math.floor(common.length ** random()) - 1] as string
  const sentence = (): string =>
    Array.from({ length: 4 + Math.floor(random() * 17) }, () => (random() < 0.5 ? usual() : rare())).join(' ')

  const question = (document: string): readonly string[] => {
    const said = [...new Set(document.slice(0, -1).split(' '))].filter((word) => !common.includes(word))
    const size = 3 + Math.floor(random() * 6)
    const about = said.slice(0, Math.min(size - 1, 2 + Math.floor(random() * 4)))
    return [...Array.from({ length: size - about.length }, usual), ...about]
  }

  return {
    documents: (count) => Array.from({ length: count }, () => `${sentence()}.`),
    queries: (documents, count) => Array.from({ length: count }, () => `${question(pick(documents)).join(' ')}?`),
  }
}

/** Creates a word for each rank: a syllable, or two for high ranks. */
function nameOf(rank: number): string {
  const syllable = (number: number): string =>
    `${first[number % first.length]}${middle[Math.floor(number / first.length) % middle.length]}`
  const words = first.length * middle.length * last.length
  const ending = last[Math.floor(rank / first.length / middle.length) % last.length]
  return `${rank < words ? '' : syllable(Math.floor(rank / words) * 7)}${syllable(rank)}${ending}`
}
