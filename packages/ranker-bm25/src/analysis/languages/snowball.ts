import { stemmer as arabicStemmer } from '@orama/stemmers/arabic'
import { stemmer as danishStemmer } from '@orama/stemmers/danish'
import { stemmer as dutchStemmer } from '@orama/stemmers/dutch'
import { stemmer as finnishStemmer } from '@orama/stemmers/finnish'
import { stemmer as frenchStemmer } from '@orama/stemmers/french'
import { stemmer as germanStemmer } from '@orama/stemmers/german'
import { stemmer as greekStemmer } from '@orama/stemmers/greek'
import { stemmer as hungarianStemmer } from '@orama/stemmers/hungarian'
import { stemmer as hindiStemmer } from '@orama/stemmers/indian'
import { stemmer as indonesianStemmer } from '@orama/stemmers/indonesian'
import { stemmer as italianStemmer } from '@orama/stemmers/italian'
import { stemmer as norwegianStemmer } from '@orama/stemmers/norwegian'
import { stemmer as portugueseStemmer } from '@orama/stemmers/portuguese'
import { stemmer as romanianStemmer } from '@orama/stemmers/romanian'
import { stemmer as swedishStemmer } from '@orama/stemmers/swedish'
import { stemmer as turkishStemmer } from '@orama/stemmers/turkish'
import { stopwords as arabicWords } from '@orama/stopwords/arabic'
import { stopwords as danishWords } from '@orama/stopwords/danish'
import { stopwords as dutchWords } from '@orama/stopwords/dutch'
import { stopwords as finnishWords } from '@orama/stopwords/finnish'
import { stopwords as frenchWords } from '@orama/stopwords/french'
import { stopwords as germanWords } from '@orama/stopwords/german'
import { stopwords as greekWords } from '@orama/stopwords/greek'
import { stopwords as hungarianWords } from '@orama/stopwords/hungarian'
import { stopwords as hindiWords } from '@orama/stopwords/indian'
import { stopwords as indonesianWords } from '@orama/stopwords/indonesian'
import { stopwords as italianWords } from '@orama/stopwords/italian'
import { stopwords as norwegianWords } from '@orama/stopwords/norwegian'
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese'
import { stopwords as romanianWords } from '@orama/stopwords/romanian'
import { stopwords as swedishWords } from '@orama/stopwords/swedish'
import { stopwords as turkishWords } from '@orama/stopwords/turkish'
import type { Language } from '../language.ts'
import { dropElision, dropEndings, dropGenitive, withAnusvara, withRings, withUmlauts } from './folds.ts'

/** Arabic: Snowball's stemmer. Folds vowel signs and the hamza of a carrier. */
export const arabic: Language = { name: 'arabic', stem: arabicStemmer, stopWords: arabicWords }

/** Danish: Snowball's stemmer. `ae`, `oe` and `aa` are æ, ø and å. */
export const danish: Language = { name: 'danish', stem: danishStemmer, stopWords: danishWords, fold: withRings }

/** Dutch: Snowball's stemmer. */
export const dutch: Language = { name: 'dutch', stem: dutchStemmer, stopWords: dutchWords, fold: dropGenitive }

/** Finnish: Snowball's stemmer. */
export const finnish: Language = { name: 'finnish', stem: finnishStemmer, stopWords: finnishWords }

/** French: Snowball's stemmer, without elided articles and pronouns. */
export const french: Language = { name: 'french', stem: frenchStemmer, stopWords: frenchWords, fold: dropElision }

/** German: Snowball's stemmer. Umlauts, also spelled `ae`, `oe` and `ue`, are folded to plain vowels, ß to ss. */
export const german: Language = {
  name: 'german',
  stem: germanStemmer,
  stopWords: germanWords,
  fold: (word) => withUmlauts(dropGenitive(word)),
}

/** Greek: a stemmer based on Ntais. */
export const greek: Language = { name: 'greek', stem: greekStemmer, stopWords: greekWords }

/** Hindi: Snowball's stemmer. Nasals before a consonant are anusvara, and a nukta is dropped. */
export const hindi: Language = { name: 'hindi', stem: hindiStemmer, stopWords: hindiWords, fold: withAnusvara }

/** Hungarian: Snowball's stemmer. */
export const hungarian: Language = { name: 'hungarian', stem: hungarianStemmer, stopWords: hungarianWords }

/** Indonesian: Snowball's stemmer. */
export const indonesian: Language = { name: 'indonesian', stem: indonesianStemmer, stopWords: indonesianWords }

/** Italian: Snowball's stemmer, without elided articles and prepositions. */
export const italian: Language = { name: 'italian', stem: italianStemmer, stopWords: italianWords, fold: dropElision }

/** Norwegian: Snowball's stemmer. `ae`, `oe` and `aa` are æ, ø and å. */
export const norwegian: Language = {
  name: 'norwegian',
  stem: norwegianStemmer,
  stopWords: norwegianWords,
  fold: withRings,
}

/** Portuguese: Snowball's stemmer. */
export const portuguese: Language = {
  name: 'portuguese',
  stem: portugueseStemmer,
  stopWords: portugueseWords,
  fold: dropElision,
}

/** Romanian: Snowball's stemmer, for letters without the comma or cedilla below: texts have either, and questions often neither. */
export const romanian: Language = {
  name: 'romanian',
  stem: (word) => romanianStemmer(word.replace(/[șş]/g, 's').replace(/[țţ]/g, 't')),
  stopWords: romanianWords,
}

/** Swedish: Snowball's stemmer. */
export const swedish: Language = { name: 'swedish', stem: swedishStemmer, stopWords: swedishWords }

/** Turkish: Snowball's stemmer. The part of a name after an apostrophe is an ending. */
export const turkish: Language = { name: 'turkish', stem: turkishStemmer, stopWords: turkishWords, fold: dropEndings }
