import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type AstNode, isTest, listFiles, parseAll, REPOSITORY, type Source } from '../../../scripts/checks/source.ts'
import { chain, child, children, ofType, word } from '../../../scripts/checks/syntax.ts'

/** Values of a declared column, as drivers return them; `any` if undeclared. */
type Kind = 'string' | 'number' | 'boolean' | 'null' | 'date' | 'bytes' | 'list' | 'object' | 'any'

interface Column {
  kinds: ReadonlySet<Kind>
  isOptional: boolean
}

/** `isOpen`: may have further columns. */
interface RowType {
  columns: ReadonlyMap<string, Column>
  isOpen: boolean
}

/** A store's statement, with gaps for inserted pieces, and its declared rows. */
export interface TypedStatement {
  path: string
  pattern: RegExp
  length: number
  row: RowType
}

const ANYTHING: RowType = { columns: new Map(), isOpen: true }

/** Returns every `query<Row>(text)` with a literal text. */
export function typedStatements(sources: readonly Source[]): TypedStatement[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  return sources.flatMap((source) =>
    ofType(source, 'CallExpression').flatMap((node) => {
      const callee = child(node, 'callee')
      if (callee?.type !== 'MemberExpression' || chain(callee).at(-1) !== 'query') return []
      const type = children(child(node, 'typeArguments'), 'params')[0]
      const text = textOf(child(children(node, 'arguments')[0], 'expression'))
      if (!type || !text) return []
      const pattern = new RegExp(`^${text.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*')}$`)
      const row = new Types(byPath).rowOf(type, source)
      return [{ path: source.path, pattern, length: text.join('').length, row }]
    }),
  )
}

/** Returns how many statements of each store stand in its functions, where `sql` can't type them. */
export function plainStatements(sources: readonly Source[]): Map<string, number> {
  const found = sources.flatMap((source) =>
    ofType(source, 'CallExpression')
      .filter((node) => chain(child(node, 'callee')).at(-1) === 'query')
      .filter((node) => textOf(child(children(node, 'arguments')[0], 'expression')))
      .map(() => source.path),
  )
  return new Map([...Map.groupBy(found, (path) => path)].map(([path, calls]) => [path, calls.length]))
}

function textOf(node: AstNode | undefined): string[] | undefined {
  if (node?.type === 'StringLiteral') return [String(node.value)]
  if (node?.type !== 'TemplateLiteral') return undefined
  return children(node, 'quasis').map((part) => String(part.cooked ?? part.raw))
}

/** Resolves declared types by name, through imports and exports. */
class Types {
  readonly #sources: ReadonlyMap<string, Source>

  constructor(sources: ReadonlyMap<string, Source>) {
    this.#sources = sources
  }

  rowOf(type: AstNode | undefined, source: Source): RowType {
    switch (type?.type) {
      case 'TsParenthesizedType':
        return this.rowOf(child(type, 'typeAnnotation'), source)
      case 'TsTypeLiteral':
        return { columns: this.#columnsOf(children(type, 'members'), source), isOpen: false }
      case 'TsIntersectionType':
        return merged(children(type, 'types').map((part) => this.rowOf(part, source)))
      case 'TsTypeReference':
        return this.#referredRow(type, source)
      default:
        return ANYTHING
    }
  }

  #referredRow(type: AstNode, source: Source): RowType {
    const name = word(child(type, 'typeName')) ?? ''
    const [of, keys] = children(child(type, 'typeParams'), 'params')
    if (name === 'Omit' || name === 'Pick') {
      const row = this.rowOf(of, source)
      const named = new Set(literals(keys))
      const columns = [...row.columns].filter(([key]) => named.has(key) === (name === 'Pick'))
      return { columns: new Map(columns), isOpen: row.isOpen }
    }
    const found = this.#declaration(name, source)
    if (found?.node.type === 'TsTypeAliasDeclaration')
      return this.rowOf(child(found.node, 'typeAnnotation'), found.source)
    if (found?.node.type !== 'TsInterfaceDeclaration') return ANYTHING
    const own = this.#columnsOf(children(child(found.node, 'body'), 'body'), found.source)
    const inherited = children(found.node, 'extends').map((base) =>
      this.#referredRow(
        { type: 'TsTypeReference', typeName: base.expression, typeParams: base.typeArguments },
        found.source,
      ),
    )
    return merged([...inherited, { columns: own, isOpen: false }])
  }

  #columnsOf(members: readonly AstNode[], source: Source): Map<string, Column> {
    return new Map(
      members
        .filter(({ type }) => type === 'TsPropertySignature')
        .map((member) => {
          const type = child(child(member, 'typeAnnotation'), 'typeAnnotation')
          return [
            word(child(member, 'key')) ?? '',
            { kinds: new Set(this.#kindsOf(type, source)), isOptional: member.optional === true },
          ]
        }),
    )
  }

  #kindsOf(type: AstNode | undefined, source: Source): Kind[] {
    switch (type?.type) {
      case 'TsKeywordType':
        return ['string', 'number', 'boolean', 'null'].includes(String(type.kind)) ? [type.kind as Kind] : ['any']
      case 'TsParenthesizedType':
        return this.#kindsOf(child(type, 'typeAnnotation'), source)
      case 'TsUnionType':
        return children(type, 'types').flatMap((part) => this.#kindsOf(part, source))
      case 'TsLiteralType':
        return literals(type).length > 0 ? ['string'] : ['any']
      case 'TsArrayType':
        return ['list']
      case 'TsTypeLiteral':
        return ['object']
      case 'TsTypeReference': {
        const name = word(child(type, 'typeName')) ?? ''
        if (name === 'Date') return ['date']
        if (name === 'Uint8Array') return ['bytes']
        const found = this.#declaration(name, source)
        return found?.node.type === 'TsTypeAliasDeclaration'
          ? this.#kindsOf(child(found.node, 'typeAnnotation'), found.source)
          : ['any']
      }
      default:
        return ['any']
    }
  }

  #declaration(name: string, source: Source): { node: AstNode; source: Source } | undefined {
    const node = ofType(source, 'TsInterfaceDeclaration', 'TsTypeAliasDeclaration').find(
      (each) => word(child(each, 'id')) === name,
    )
    if (node) return { node, source }
    for (const from of ofType(source, 'ImportDeclaration', 'ExportNamedDeclaration')) {
      for (const specifier of children(from, 'specifiers')) {
        const original = child(specifier, 'imported') ?? child(specifier, 'orig') ?? child(specifier, 'local')
        const local = child(specifier, 'local') ?? child(specifier, 'exported') ?? child(specifier, 'orig')
        if (word(local) !== name) continue
        const target = this.#sources.get(resolved(word(child(from, 'source')) ?? '', source.path))
        return target && this.#declaration(word(original) ?? name, target)
      }
    }
    return undefined
  }
}

function resolved(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  if (specifier.startsWith('#features/')) return `server/src/features/${specifier.slice(10)}/index.ts`
  if (specifier.startsWith('#platform/')) return `server/src/platform/${specifier.slice(10)}.ts`
  if (specifier.startsWith('@aura/api/')) return `api/src/${specifier.slice(10)}.ts`
  return specifier
}

const literals = (type: AstNode | undefined): string[] =>
  type?.type === 'TsUnionType'
    ? children(type, 'types').flatMap(literals)
    : [word(child(type, 'literal'))].filter((text) => text !== undefined)

const merged = (rows: readonly RowType[]): RowType => ({
  columns: new Map(rows.flatMap(({ columns }) => [...columns])),
  isOpen: rows.some(({ isOpen }) => isOpen),
})

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (value instanceof Date) return 'date'
  if (value instanceof Uint8Array) return 'bytes'
  if (Array.isArray(value)) return 'list'
  return typeof value as Kind
}

export function wrongRows({ columns, isOpen }: RowType, rows: readonly object[]): string[] {
  const found = rows.flatMap((row) => [
    ...Object.entries(row).flatMap(([name, value]) => {
      const column = columns.get(name)
      if (!column) return isOpen ? [] : [`${name} is not declared`]
      const kind = kindOf(value)
      return column.kinds.has(kind) || column.kinds.has('any') ? [] : [`${name} is ${kind}`]
    }),
    ...[...columns]
      .filter(([name, { isOptional }]) => !isOptional && !(name in row))
      .map(([name]) => `${name} is missing`),
  ])
  return [...new Set(found)]
}

let parsed: Source[] | undefined
let known: TypedStatement[] | undefined

/** The sources of the server, and of what its types are made of. */
export function serverSources(): Source[] {
  if (parsed) return parsed
  const folders = ['server/src', 'api/src'].filter((folder) => existsSync(join(REPOSITORY, folder)))
  const paths = folders.flatMap((folder) => listFiles(REPOSITORY, folder)).filter((path) => !isTest(path))
  parsed = parseAll(REPOSITORY, paths)
  return parsed
}

/** Every statement of the server's stores that stands in a function, with the rows it is said to return. */
export function storeStatements(): TypedStatement[] {
  known ??= typedStatements(serverSources()).filter(({ path }) => /[/-]store[.]ts$/.test(path))
  return known
}

const byText = new Map<string, TypedStatement[]>()

/** Call while the statement is being sent: only the sending store's types count. */
export function noteSent(text: string): void {
  if (byText.has(text)) return
  const stack = new Error('sent').stack ?? ''
  const matching = storeStatements().filter(({ path, pattern }) => stack.includes(path) && pattern.test(text))
  const longest = Math.max(...matching.map(({ length }) => length))
  byText.set(
    text,
    matching.filter(({ length }) => length === longest),
  )
}

/** Undefined if the rows match. */
export function differenceOf(text: string, rows: readonly object[]): string | undefined {
  const statements = byText.get(text) ?? []
  const wrong = statements.map(({ row }) => wrongRows(row, rows))
  if (wrong.length === 0 || wrong.some((complaints) => complaints.length === 0)) return undefined
  return `${statements[0]?.path}: ${wrong[0]?.join(', ')} in rows of ${text.replace(/\s+/g, ' ').slice(0, 80)}`
}
