import { type Replaced, replacedIn } from './replaced-values.ts'
import { longestSentence } from './sentences.ts'
import { type Span, spansOf } from './spans.ts'
import { topicOf } from './words.ts'

/** What a sentence does, as far as its words tell. Words are English; values and names are found in any language. */
export interface ReadSentence {
  readonly text: string
  readonly spans: readonly Span[]
  readonly topic: ReadonlySet<string>
  readonly isRequest: boolean
  readonly isDecision: boolean
  readonly isPromise: boolean
  /** Whether it says when. */
  readonly isLater: boolean
  readonly isDone: boolean
  /** Whether it says that something said before no longer holds. */
  readonly isCorrection: boolean
  /** Whether it says what was done to a file that it names. */
  readonly isFileChange: boolean
  /** What it states something about: `budget` of "The budget is 900 euros". */
  readonly subject: string
  /** Values that no longer hold, with those that do; '' where it does not say. */
  readonly replaced: readonly Replaced[]
}

const request =
  /\b(?:please|(?:can|could|would|will) you|I(?:['’]d| would)? (?:want|need|like)|I (?:just |only |really )?(?:want|need)|(?:want|need) to|I(?:['’]m| am) (?:looking|trying)|help me|we need|let['’]?s)\b|^(?:add|book|build|cancel|change|check|create|delete|explain|find|fix|get|give|implement|make|move|plan|refactor|remove|rename|run|search|send|set|show|summari[sz]e|tell|translate|update|write)\b/i
const decision =
  /\b(?:decid(?:e|ed|es)|decision|agreed?|settled on|(?:go|going|went) with|we(?:['’]ll| will)? use|let['’]?s (?:use|keep|go|switch|take|make|do)|switch(?:ed|ing)? to|stick with|instead of|rather than|no longer|from now on|changed? (?:my|our) mind|must not|mustn['’]t|always|never|prefers?|(?:do not|don['’]t) (?:use|want|like|need)|I(?:['’]d| would) rather|approved?|allergic|only ever|make it|my favou?rite)\b/i
const promise =
  /\b(?:I|we|he|she|they)(?:['’]ll| will| promise| am going to|['’]m going to| are going to|['’]re going to)\b|\b(?:remind me|follow(?:ing)? up|get back to (?:you|me|us)|owes?|to-?do)\b/i
/** What an assistant says before it does it at once. */
const atOnce =
  /(?:['’]ll| will| going to|let me) (?:also |now |just |first |then |quickly )*(?:be happy|be glad|check|look|search|see|help|assist|start|list|take care|make (?:the|these|those|this|that)|begin|proceed|try|retrieve|fetch|need|do (?:that|this|it|so)|go ahead|continue|find|use|take a look|read|run)\b/i
const later =
  /\b(?:tomorrow|tonight|later|next (?:week|month|time|day|year|sprint)|by (?:the |end |noon|mon|tue|wed|thu|fri|sat|sun|\d)|before|after|until|when|once|as soon as|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|at \d|within|in \d)/i
const done =
  /\b(?:(?:I|we)(?:['’]ve| have)(?: now| just| also| already)? \w+|(?:has|have) been \w+|(?:is|are) (?:now )?(?:done|complete|completed|fixed|booked|cancell?ed|confirmed|sent|updated|ready)|(?:booked|cancell?ed|completed|confirmed|created|deleted|fixed|implemented|merged|moved|refunded|removed|sent|updated|wrote|written) (?:the|your|a|an|it|all)|done)\b/i
const correction =
  /^(?:actually|correction|sorry|no,|wait|scratch that|on second thought|change of plans?|update:|oops)|\b(?:actually|instead|no longer|changed? (?:my|our) mind|is now|are now|(?:changed|moved|switched|updated|rescheduled|postponed) (?:\w+ ){0,4}to\b|correction|I meant|make (?:it|that)|rather than|replaces?)\b/i
const fileChange =
  /\b(?:add(?:ed)?|chang(?:e|ed)|creat(?:e|ed)|delet(?:e|ed)|edit(?:ed)?|extract(?:ed)?|fix(?:ed)?|mov(?:e|ed)|patch(?:ed)?|rais(?:e|ed)|reduc(?:e|ed)|increas(?:e|ed)|lower(?:ed)?|refactor(?:ed)?|remov(?:e|ed)|renam(?:e|ed)|replac(?:e|ed)|set|split|updat(?:e|ed)|wrote|written|bump(?:ed)?|now (?:has|uses|exports|contains|reads))\b/i
const statement =
  /^(?:(?:actually|correction|sorry|no|ok|okay|update|and|but|so|note)[,:]? )*(?:the|my|our|his|her|their) ([\p{L}\p{N}][\p{L}\p{N}_'’-]*(?: [\p{L}\p{N}_'’-]+){0,4}?)(?: is| are| was| will be| should be| changed to| moved to| =|:) /iu

/** Reads a sentence. */
export function readSentence(whole: string): ReadSentence {
  const text = whole.length > longestSentence ? `${whole.slice(0, longestSentence).trimEnd()}…` : whole
  const spans = spansOf(text)
  const isCorrection = correction.test(text)
  const hasFile = spans.some(({ kind }) => kind === 'file')
  const willDo = promise.test(text) && !(atOnce.test(text) && !later.test(text))
  return {
    text,
    spans,
    topic: topicOf(text),
    isRequest: request.test(text),
    isDecision: decision.test(text),
    isPromise: willDo && !text.endsWith('?'),
    isLater: later.test(text),
    isDone: done.test(text) && !text.endsWith('?'),
    isCorrection,
    isFileChange: hasFile && fileChange.test(text),
    subject: (statement.exec(text)?.[1] ?? '').toLowerCase(),
    replaced: replacedIn(text, spans),
  }
}

/** Reads a sentence of a summary, where `budget: 900 euros` may stand for "The budget is 900 euros". */
export function readShortened(text: string): ReadSentence {
  const read = readSentence(text)
  const [, subject = ''] = /^([\p{L}\p{N}][^:;]{1,60}): [^:;]+$/u.exec(text) ?? []
  return read.subject === '' && read.spans.length === 1 ? { ...read, subject: subject.toLowerCase() } : read
}

/** Reads a fact of a tool: it has a value, and says nothing else. */
export function readFact(text: string): ReadSentence {
  const value = /^.*?(?: = |: )/.exec(text)?.[0].length ?? 0
  return {
    text,
    spans: [{ kind: 'number', text: text.slice(value), label: text.slice(0, value), start: value }],
    topic: new Set(),
    isRequest: false,
    isDecision: false,
    isPromise: false,
    isLater: false,
    isDone: false,
    isCorrection: false,
    isFileChange: false,
    subject: '',
    replaced: [],
  }
}
