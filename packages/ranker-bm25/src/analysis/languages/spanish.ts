import { stemmer } from '@orama/stemmers/spanish'
import type { Language } from '../language.ts'

/** Function words. The list that comes with the stemmer has 577 words, including "trabajo" and "verdad". */
const stopWords: readonly string[] = /* @__PURE__ */ [
  'a al con contra de del desde durante en entre hacia hasta para por según sin sobre tras e y o u ni pero',
  'sino porque pues aunque si como cuando mientras donde que cual cuales quien quienes cuyo cuya cuyos',
  'cuyas cuanto cuantos cómo cuándo dónde qué cuál cuáles quién quiénes cuánto cuánta cuántos cuántas el la',
  'los las lo un una unos unas este esta estos estas esto ese esa esos esas eso aquel aquella aquellos',
  'aquellas aquello yo me mí conmigo tú te ti contigo él ella ello ellos ellas usted ustedes nosotros',
  'nosotras vosotros os vosotras nos se sí le les mi mis tu tus su sus mío mía míos mías tuyo tuya tuyos',
  'tuyas suyo suya suyos suyas nuestro nuestra nuestros nuestras vuestro vuestra vuestros vuestras soy eres',
  'es somos sois son era eras éramos eran fui fuiste fue fuimos fueron sea sean ser sido siendo estoy estás',
  'está estamos estáis están estaba estabas estábamos estaban estuve estuvo estar estado he has ha hemos',
  'habéis han hay había habías habíamos habían hubo haya haber habido habrá muy también tan tanto ya más',
  'algún alguno alguna algunos algunas otro otra otros otras mismo misma así entonces luego aún',
].flatMap((row) => row.split(' '))

/** Spanish: Snowball's stemmer. */
export const spanish: Language = { name: 'spanish', stem: stemmer, stopWords }
