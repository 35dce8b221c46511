/**
 * English words that do not reveal a text's topic: articles, pronouns, prepositions, auxiliaries and question words.
 * Without apostrophes, since words are compared without them. Excludes negations and words such as "first" or "new",
 * which distinguish memories, and "may" and "id", which also mean a month and an identifier.
 */
export const englishStopWords: readonly string[] = /* @__PURE__ */ [
  'a an the this that these those here there some any such each both i me my mine myself we us our ours',
  'ourselves you your yours yourself he him his himself she her hers herself it its itself they them their',
  'theirs themselves im ive youre youve hes shes were weve theyre theyve thats theres whats lets what which',
  'who whom whose when where why how if whether than then and or but so as because while also too very just',
  'only own same of to in on at by for with about from into onto through during up down out off over under',
  'again further once between is am are was be been being do does did doing done has have had having can',
  'could will would shall should might must isnt arent wasnt werent dont doesnt didnt hasnt havent hadnt',
  'cant couldnt wont wouldnt shouldnt',
].flatMap((row) => row.split(' '))
