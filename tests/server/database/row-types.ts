import { isTest, listFiles, parseAll, REPOSITORY, type Source } from '../../../tools/checks/source.ts'
import { chain, child, children, ofType } from '../../../tools/checks/syntax.ts'

/**
 * Returns the number of statements of each file without columns: those outside of `sql`, and those with a handwritten
 * row.
 */
export function untypedStatements(sources: readonly Source[]): Map<string, number> {
  const found = sources.flatMap((source) =>
    ofType(source, 'CallExpression')
      .filter((node) => chain(child(node, 'callee')).at(-1) === 'query')
      .filter((node) => {
        const text = child(children(node, 'arguments')[0], 'expression')
        const isLiteral = text?.type === 'StringLiteral' || text?.type === 'TemplateLiteral'
        return isLiteral || children(child(node, 'typeArguments'), 'params').length > 0
      })
      .map(() => source.path),
  )
  return new Map([...Map.groupBy(found, (path) => path)].map(([path, calls]) => [path, calls.length]))
}

export const storeSources = (): Source[] =>
  parseAll(
    REPOSITORY,
    listFiles(REPOSITORY, 'server/src').filter((path) => /[/-]store[.]ts$/.test(path) && !isTest(path)),
  )
