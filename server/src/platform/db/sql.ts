/** Tables and views by name, with their rows. Each `tables.ts` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations elsewhere add to it, which a type alias would not allow.
export interface Tables {}

/** SQL types as both drivers return them. No numeric, which arrives as text: cast sums to bigint. */
interface Values {
  bigint: number
  boolean: boolean
  bytea: Uint8Array
  date: string
  float8: number
  int: number
  json: unknown
  text: string
  timestamptz: Date
  uuid: string
}
type Type = keyof Values
type Whole = Type | 'int[]' | 'text[]' | 'timestamptz[]' | 'uuid[]'
type Typed = Whole | `${Whole}?`
type One<T> = T extends `${infer B extends Type}[]` ? Values[B][] : Values[T & Type]
type ValueOf<T> = T extends `${infer B}?` ? One<B> | null : One<T>

/** A column of a statement's rows: of a table (by its alias in the statement), or computed and of `type`. */
export type Column =
  | { name: string; isNullable: boolean; type: string }
  | { name: string; isNullable: boolean; table: string; column: string; alias: string }

/** Part of a statement, with the columns it adds to a row. `row` exists for the compiler only. */
export interface Fragment<Row = object> {
  readonly text: string
  readonly columns: readonly Column[]
  readonly row?: Row
}

/** The text of a statement with the type of its rows. `row` exists for the compiler only. */
export type Statement<Row> = string & { readonly row?: Row }

export type RowOf<S> = S extends Fragment<infer Row> ? Row : S extends Statement<infer Row> ? Row : never

type Part = Fragment | string | number
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never
type Flat<T> = { [K in keyof T]: T[K] } & unknown
type RowIn<P extends readonly Part[]> = Flat<
  Intersection<{ [I in keyof P]: P[I] extends Fragment<infer Row> ? Row : object }[number]>
>

/** Every statement of the loaded modules with its columns; a test checks them against a database. */
export const statements = new Map<string, readonly Column[]>()

/**
 * Returns a statement whose rows have the columns of its fragments. Strings and numbers are inserted as they are and add
 * no column. Call it when a module loads: a statement never depends on input, which travels as $1, $2….
 */
export function sql<const P extends readonly Part[] = []>(
  texts: TemplateStringsArray,
  ...parts: P
): Statement<RowIn<P>> {
  return registered(fragment(texts, ...parts))
}

function registered<Row>({ text, columns }: Fragment<Row>): Statement<Row> {
  const statement = text.trim()
  statements.set(statement, columns)
  return statement
}

/**
 * Returns a function that makes a statement with a part its caller chooses and no parameter can carry: a limit that the
 * planner must know, or SQL of another feature; never input. Each statement is made once and kept, so there may be only
 * a few. The one with `sample` is made when the module loads and checked like all others.
 */
export function sqlWith<G extends string | number, Row>(
  make: (given: G) => Fragment<Row>,
  sample: NoInfer<G>,
): (given: G) => Statement<Row> {
  const made = new Map<G, Statement<Row>>()
  const statementWith = (given: G): Statement<Row> => {
    const statement = made.get(given) ?? registered(make(given))
    made.set(given, statement)
    return statement
  }
  statementWith(sample)
  return statementWith
}

export function fragment<const P extends readonly Part[] = []>(
  texts: TemplateStringsArray,
  ...parts: P
): Fragment<RowIn<P>> {
  const textOf = (part: Part | undefined) => (typeof part === 'object' ? part.text : String(part ?? ''))
  return {
    text: texts.map((text, index) => text + textOf(parts[index])).join(''),
    columns: parts.flatMap((part) => (typeof part === 'object' ? part.columns : [])),
  }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const bare = (name: string) => name.replace('?', '')

/**
 * Returns a function that lists columns of a table: `const b = columns('battles', 'b')`, then `b('id', 'endsAt')`, or
 * under other names `b({ battleId: 'id' })`. With `'b?'`, for the far side of an outer join, each may be null.
 */
export function columns<const T extends keyof Tables & string, const A extends string = ''>(table: T, alias?: A) {
  type Row = { [K in keyof Tables[T]]: Tables[T][K] | (A extends `${string}?` ? null : never) }
  const prefix = alias ? `${bare(alias)}.` : ''
  return <const P extends readonly (keyof Row | Readonly<Record<string, keyof Row>>)[]>(...picked: P) => {
    const names = Object.entries<string>(
      Object.assign({}, ...picked.map((each) => (typeof each === 'object' ? each : { [each]: each }))),
    )
    type Found = Intersection<P[number] extends infer E ? (E extends string ? { [K in E]: K } : E) : never>
    const list: Fragment<{ -readonly [K in keyof Found]: Row[Found[K] & keyof Row] }> = {
      text: names
        .map(([name, key]) => `${prefix}${snake(key)}${name === snake(key) ? '' : ` as "${name}"`}`)
        .join(', '),
      columns: names.map(([name, key]) => ({
        name,
        isNullable: alias?.endsWith('?') ?? false,
        table,
        column: snake(key),
        alias: bare(alias ?? ''),
      })),
    }
    return list
  }
}

/** Names a computed column: `count(*) as ${out('n', 'bigint')}`. A type with `?` may be null; `of<Kind>` narrows it. */
export function out<const N extends string, const T extends Typed, V = ValueOf<T>>(name: N, type: T, _of?: () => V) {
  const column: Fragment<{ [K in N]: V | Extract<ValueOf<T>, null> }> = {
    text: name === name.toLowerCase() ? name : `"${name}"`,
    columns: [{ name, isNullable: type.endsWith('?'), type: bare(type) }],
  }
  return column
}
export const of = <V>(): V => undefined as V
