export type { Language } from '../language.ts'
export { english } from './english.ts'
export { russian } from './russian.ts'
export {
  arabic,
  danish,
  dutch,
  finnish,
  french,
  german,
  greek,
  hindi,
  hungarian,
  indonesian,
  italian,
  norwegian,
  portuguese,
  romanian,
  swedish,
  turkish,
} from './snowball.ts'
export { spanish } from './spanish.ts'
export { ukrainian } from './ukrainian.ts'
