/** House rules that imports can't prove. Each scan takes a source, a text or paths, and returns the violations. */
import { posix } from 'node:path'
import { isTest, type Source } from './source.ts'
import { chain, child, children, ofType, strings, word } from './syntax.ts'

/** Starts of SQL statements and subqueries. English is capitalised; SQL is in one case. */
const SQL_STATEMENTS = [
  /(?:^|[(;])\s*(?:select|SELECT)\s/m,
  /\binsert\s+into\s+[\w".$]/i,
  /\bupdate\s+(?:only\s+)?[\w".$]+(?:\s+(?:as\s+)?\w+)?\s+set\b/i,
  /\bdelete\s+from\s+[\w".$]/i,
  /\bfor\s+(?:update|share)\s+(?:of\s+\w+\s+)?skip\s+locked\b/i,
  /^\s*(?:truncate|(?:create|alter|drop)\s+(?:table|index|unique|sequence|view|type)|lock\s+table|merge\s+into)\b/i,
]

/** SQL expressions for the time of the transaction, the statement or the day. */
const SQL_TIME =
  /(?<![.\w])(?:(?:now|statement_timestamp|transaction_timestamp|timeofday)\s*\(\s*\)|(?:current|local)_?(?:timestamp|date|time)\b)/i

/** The only allowed form: a moment passed in, else the database's clock. */
const SQL_TIME_HANDED_IN = /\bcoalesce\(\s*[^(),]+,\s*clock_timestamp\(\)\s*\)/gi

const isSql = (text: string) => SQL_STATEMENTS.some((statement) => statement.test(text))

const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 60)

/** Packages that send requests, and their option for a bounded `fetch`. */
const REQUESTERS: Readonly<Record<string, string>> = { http: 'fetchFn', S3mini: 'fetch' }

/** Returns outgoing requests without bounds on time, bytes and number. */
export function unboundedRequests(source: Source): string[] {
  const calls = ofType(source, 'CallExpression', 'NewExpression')
  const made = calls.map((node) => chain(child(node, 'callee')).join('.'))
  const bare = made.filter((name) => /^(?:globalThis[.])?fetch$|^webpush[.]sendNotification$/.test(name))
  const byPackage = calls.flatMap((node) => {
    const callee = child(node, 'callee')
    const name = callee?.type === 'Identifier' ? (word(callee) ?? '') : ''
    const option = REQUESTERS[name]
    const given = children(node, 'arguments').flatMap((argument) =>
      children(child(argument, 'expression'), 'properties'),
    )
    const isBounded = given.some((property) => word(child(property, 'key')) === option)
    return option === undefined || isBounded ? [] : [`${name} without ${option}`]
  })
  const imported = ofType(source, 'ImportDeclaration')
    .filter((node) => /^(?:node:)?https?$/.test(word(child(node, 'source')) ?? ''))
    .flatMap((node) => children(node, 'specifiers'))
    .filter((specifier) => {
      const name = word(child(specifier, 'imported')) ?? word(child(specifier, 'local')) ?? ''
      return specifier.type !== 'ImportSpecifier' || name === 'request' || name === 'get'
    })
    .map(() => "import { request } from 'node:http(s)'")
  return [...bare, ...byPackage, ...imported]
}

/** Returns the SQL statements and `sql` templates of a source. */
export function sqlStatements(source: Source): string[] {
  const tagged = ofType(source, 'TaggedTemplateExpression').filter((node) => chain(child(node, 'tag'))[0] === 'sql')
  return [...strings(source).filter(isSql).map(short), ...tagged.map(() => 'sql`…`')]
}

/** Returns reads of the database's clock without a moment passed in. */
function sqlClockReads(text: string): string[] {
  const rest = text.replace(SQL_TIME_HANDED_IN, '')
  return [rest.match(SQL_TIME)?.[0], rest.match(/\bclock_timestamp\s*\(\s*\)/i)?.[0]].filter(
    (found) => found !== undefined,
  )
}

/** Scans every string of a source except test titles. */
export const sqlClockReadsIn = (source: Source): string[] =>
  strings(source)
    .filter((text) => !isTest(source.path) || isSql(text))
    .flatMap(sqlClockReads)

/** Scans a migration, where column defaults may use the database's clock. */
export const sqlClockReadsInMigration = (text: string): string[] =>
  sqlClockReads(text.replace(/--.*$/gm, '').replace(/\bclock_timestamp\s*\(\s*\)/gi, ''))

/** Returns programs named beside `import.meta.dirname` that don't exist: no import shows that their file was moved. */
export function missingPrograms(source: Source, exists: (path: string) => boolean): string[] {
  const joins = ofType(source, 'CallExpression').filter((node) => chain(child(node, 'callee')).join('.') === 'join')
  return joins.flatMap((node) => {
    const [folder, ...parts] = children(node, 'arguments').map((argument) => child(argument, 'expression'))
    const names = parts.map((part) => (part?.type === 'StringLiteral' ? word(part) : undefined))
    const isHere = child(folder, 'object')?.type === 'MetaProperty' && word(child(folder, 'property')) === 'dirname'
    if (!isHere || !names.at(-1)?.endsWith('.ts')) return []
    const path = posix.join(posix.dirname(source.path), ...names.map((name) => name ?? ''))
    return names.includes(undefined) || exists(path) ? [] : [path]
  })
}

const AMBIENT =
  /^(?:Date[.]now|performance[.]now|process[.]hrtime|Math[.]random)$|[.](?:random(?:UUID|Bytes|Int)|getRandomValues)$/

/** Returns reads of the clock and of randomness, which pure files must take as arguments. */
export function ambientReads(source: Source): string[] {
  const members = ofType(source, 'MemberExpression').map((node) => chain(node).slice(-2).join('.'))
  const imported = ofType(source, 'ImportDeclaration')
    .filter((node) => /^(?:node:)?crypto$/.test(word(child(node, 'source')) ?? ''))
    .flatMap((node) => children(node, 'specifiers'))
    .map((specifier) => `crypto.${word(child(specifier, 'imported')) ?? word(child(specifier, 'local'))}`)
  const dates = ofType(source, 'NewExpression', 'CallExpression')
    .filter((node) => node.type === 'CallExpression' || children(node, 'arguments').length === 0)
    .filter((node) => chain(child(node, 'callee')).join('.') === 'Date')
    .map(() => 'new Date()')
  return [...[...members, ...imported].filter((name) => AMBIENT.test(name)), ...dates]
}

const ZONE_READS =
  /^Intl[.]DateTimeFormat$|[.](?:toLocale(?:Date|Time)?String|to(?:Date|Time)String|get(?:Hours|Minutes|Seconds|Day|Date|Month|FullYear|TimezoneOffset))$/

/** Returns formatting in the machine's time zone or a hard-coded one. */
export const zoneReads = (source: Source): string[] =>
  ofType(source, 'MemberExpression')
    .map((node) => chain(node).slice(-2).join('.'))
    .filter((name) => ZONE_READS.test(name))

/** Returns mutations without `useWrite`: a second press before they render would start a second one. */
export const bareMutations = (source: Source): string[] =>
  ofType(source, 'CallExpression')
    .filter((node) => chain(child(node, 'callee')).at(-1) === 'useMutation')
    .map(() => 'useMutation()')

const CUT_NAME = /(?:^|[.])(?:name|username|firstName)[.](?:slice|substring|charAt|at)?$/

/** Returns names that are cut by character, which splits emoji and marked letters. `@aura/api/letters` has the ways. */
export const cutNames = (source: Source): string[] =>
  ofType(source, 'MemberExpression')
    .map((node) => chain(node).join('.'))
    .filter((name) => CUT_NAME.test(name))

/** Returns `import('…').Name` in types, most of which dependency-cruiser does not see. */
export const inlineTypeImports = (source: Source): string[] =>
  ofType(source, 'TsImportType').map((node) => `import('${word(child(node, 'argument'))}')`)
