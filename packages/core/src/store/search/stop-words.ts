/**
 * English words that say nothing about what a text is about: articles, pronouns, prepositions, auxiliaries and question
 * words. Without apostrophes, as words are compared without them. Negations and words such as "first" or "new" are not
 * among them, since memories are told apart by those; nor are "may" and "id", which are a month and a number as well.
 */
export const englishStopWords: readonly string[] = [
  ...['a', 'an', 'the', 'this', 'that', 'these', 'those', 'here', 'there', 'some', 'any', 'such', 'each', 'both'],
  ...['i', 'me', 'my', 'mine', 'myself', 'we', 'us', 'our', 'ours', 'ourselves', 'you', 'your', 'yours', 'yourself'],
  ...['he', 'him', 'his', 'himself', 'she', 'her', 'hers', 'herself', 'it', 'its', 'itself'],
  ...['they', 'them', 'their', 'theirs', 'themselves', 'im', 'ive', 'youre', 'youve', 'hes', 'shes'],
  ...['were', 'weve', 'theyre', 'theyve', 'thats', 'theres', 'whats', 'lets'],
  ...['what', 'which', 'who', 'whom', 'whose', 'when', 'where', 'why', 'how', 'if', 'whether', 'than', 'then'],
  ...['and', 'or', 'but', 'so', 'as', 'because', 'while', 'also', 'too', 'very', 'just', 'only', 'own', 'same'],
  ...['of', 'to', 'in', 'on', 'at', 'by', 'for', 'with', 'about', 'from', 'into', 'onto', 'through', 'during'],
  ...['up', 'down', 'out', 'off', 'over', 'under', 'again', 'further', 'once', 'between'],
  ...['is', 'am', 'are', 'was', 'be', 'been', 'being', 'do', 'does', 'did', 'doing', 'done', 'has', 'have', 'had'],
  ...['having', 'can', 'could', 'will', 'would', 'shall', 'should', 'might', 'must', 'isnt', 'arent', 'wasnt'],
  ...[
    'werent',
    'dont',
    'doesnt',
    'didnt',
    'hasnt',
    'havent',
    'hadnt',
    'cant',
    'couldnt',
    'wont',
    'wouldnt',
    'shouldnt',
  ],
]
