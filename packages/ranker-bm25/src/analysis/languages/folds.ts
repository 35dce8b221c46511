const elisions: readonly string[] = [
  ...['c', 'd', 'j', 'l', 'm', 'n', 's', 't', 'v', 'qu', 'jusqu', 'lorsqu', 'puisqu', 'quoiqu', 'presqu', 'quelqu'],
  ...['un', 'all', 'dall', 'dell', 'nell', 'sull', 'coll', 'gl', 'agl', 'dagl', 'degl', 'negl', 'quest', 'quell'],
  ...['com', 'cos', 'dov', 'anch', 'tutt', 'nessun', 'alcun', 'ciascun'],
]

/** Without the words that lost their vowel before another: `l'eau` is `eau`, `dell'arte` is `arte`. */
export function dropElision(word: string): string {
  let rest = word
  for (let at = rest.indexOf("'"); at > 0 && elisions.includes(rest.slice(0, at)); at = rest.indexOf("'")) {
    rest = rest.slice(at + 1)
  }
  return rest
}

/** `Anna's` is `anna`. */
export function dropGenitive(word: string): string {
  return word.endsWith("'s") ? word.slice(0, -2) : word
}

/** What stands before an apostrophe: in Turkish it sets the endings of names apart. */
export function dropEndings(word: string): string {
  const at = word.indexOf("'")
  return at < 0 ? word : word.slice(0, at)
}

/** The apostrophe is a sign of the word, as in Ukrainian `п'ять`. */
export function keepTogether(word: string): string {
  return word.replaceAll("'", '')
}
