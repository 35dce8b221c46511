/**
 * Words that mean the same in the names and descriptions of tools, one list a line. Written from the verbs and nouns that
 * APIs share, not from a test set; a word found through another one counts less than the word itself.
 */
export const toolSynonyms: readonly string[] = [
  'create make add new insert build generate compose write draft',
  'delete remove erase uninstall drop purge',
  'get fetch retrieve read show view display obtain',
  'find search look lookup query locate seek discover',
  'update edit change modify set adjust alter replace',
  'list enumerate browse',
  'send post deliver publish share',
  'start begin launch run execute trigger',
  'stop end halt cancel terminate abort close',
  'rerun retry restart repeat',
  'open navigate visit',
  'enable activate',
  'disable deactivate',
  'purchase buy order',
  'book reserve',
  'compute calculate',
  'schedule arrange plan',
  'assign assignee',
  'compress archive zip',
  'translate translation',
  'combine merge join',
  'upload attach',
  'copy duplicate clone',
  'rename name',
  'notify alert',
  'invite invitation',
  'refund return',
  'recurring recurrence repeat',
  'auto automatic automatically',
  'email mail',
  'document doc file',
  'documentation docs',
  'picture image photo img',
  'message msg chat',
  'text sms',
  'issue ticket bug',
  'meeting event appointment',
  'plugin extension addon',
  'movie film',
  'car vehicle automobile',
  'folder directory dir',
  'page site website web url',
  'temperature weather forecast',
  'phone telephone',
  'user member account',
  'song track music',
  'stock share',
  'route direction',
  'repository repo',
  'money payment',
  'company business firm organization org',
  'job task',
  'note memory',
  'customer client buyer',
  'price cost',
  'hotel accommodation',
  'flight plane',
  'error failure',
  'config configuration settings configure',
  'database db',
  'information info details',
  'application app',
  'authentication auth authorization',
  'environment env',
  'administrator admin',
  'number num',
  'maximum max',
  'minimum min',
  'address addr',
  'parameter param',
  'specification specs',
  'statistics stats',
  'transaction tx',
  'password pwd',
]

/**
 * Words that say little about which tool is meant, though few tools may contain them. They rank as any word does, but count
 * half when it is decided whether anything fits: `create` alone must not make a tool fit.
 */
export const lightWords: string =
  'create make add new insert get fetch retrieve read show view display find search look query update edit change modify ' +
  'set list send post start run stop end open use check give take work good time'

/** Words of requests that are about no tool at all. They do not count when it is decided whether anything fits. */
export const emptyWords: string =
  'want need help tell please know like one two way today now someone something anyone anything somebody thing stuff'
