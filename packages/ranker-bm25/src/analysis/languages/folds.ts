const elisions: readonly string[] = [
  ...['c', 'd', 'j', 'l', 'm', 'n', 's', 't', 'v', 'qu', 'jusqu', 'lorsqu', 'puisqu', 'quoiqu', 'presqu', 'quelqu'],
  ...['un', 'all', 'dall', 'dell', 'nell', 'sull', 'coll', 'gl', 'agl', 'dagl', 'degl', 'negl', 'quest', 'quell'],
  ...['com', 'cos', 'dov', 'anch', 'tutt', 'nessun', 'alcun', 'ciascun'],
]

/** Removes words elided before a vowel: `l'eau` becomes `eau`, `dell'arte` becomes `arte`. */
export function dropElision(word: string): string {
  let rest = word
  for (let at = rest.indexOf("'"); at > 0 && elisions.includes(rest.slice(0, at)); at = rest.indexOf("'")) {
    rest = rest.slice(at + 1)
  }
  return rest
}

/** `Anna's` becomes `anna`. */
export function dropGenitive(word: string): string {
  return word.endsWith("'s") ? word.slice(0, -2) : word
}

/** Returns the part before an apostrophe, which separates the endings of names in Turkish. */
export function dropEndings(word: string): string {
  const at = word.indexOf("'")
  return at < 0 ? word : word.slice(0, at)
}

/** Treats the apostrophe as part of the word, as in Ukrainian `п'ять`. */
export function keepTogether(word: string): string {
  return word.replaceAll("'", '')
}

/** Writes umlauts that are spelled in ASCII: `koeln` becomes `köln`. After a vowel or a q, `ue` is no umlaut: `neue`, `quelle`. */
export function withUmlauts(word: string): string {
  return word.replace(/ae|oe|(?<![aeiouyäöüq])ue/g, (pair) => umlauts[pair] ?? pair)
}

const umlauts: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' }

/** Writes the letters of Danish and Norwegian that are spelled in ASCII: `aarhus` becomes `århus`. */
export function withRings(word: string): string {
  return word.replace(/aa|ae|oe/g, (pair) => rings[pair] ?? pair)
}

const rings: Readonly<Record<string, string>> = { aa: 'å', ae: 'æ', oe: 'ø' }

/**
 * Writes the nasal before a consonant of its class, and the chandrabindu, as anusvara, and drops the nukta, which texts often omit:
 * `हिन्दी` becomes `हिंदी`, `बाज़ार` becomes `बाजार`. After Lucene's HindiNormalizer and Larkey et al., "Hindi CLIR in Thirty Days" (2003).
 */
export function withAnusvara(word: string): string {
  return word.replace(/\u093c/g, '').replace(nasals, '\u0902')
}

const nasals = /\u0901|ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])/g
