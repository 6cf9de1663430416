import type { AstNode, Source } from './source.ts'

export const child = (node: AstNode | undefined, field: string): AstNode | undefined => {
  const value = node?.[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AstNode) : undefined
}

export const children = (node: AstNode | undefined, field: string): AstNode[] => {
  const value = node?.[field]
  return Array.isArray(value) ? value : []
}

export const ofType = (source: Source, ...types: string[]): AstNode[] =>
  source.nodes.filter(({ type }) => types.includes(type))

/** Returns the name of an identifier, key or string. */
export function word(node: AstNode | undefined): string | undefined {
  if (node?.type === 'Computed') return word(child(node, 'expression'))
  return node?.type === 'Identifier' || node?.type === 'StringLiteral' ? String(node.value) : undefined
}

/** Returns the names of a member chain, `['it', 'concurrent', 'only']` for `it.concurrent.only`; calls are skipped. */
export function chain(node: AstNode | undefined): string[] {
  switch (node?.type) {
    case 'MemberExpression':
      return [...chain(child(node, 'object')), word(child(node, 'property')) ?? '']
    case 'CallExpression':
      return chain(child(node, 'callee'))
    case 'OptionalChainingExpression':
      return chain(child(node, 'base'))
    case 'ParenthesisExpression':
    case 'TsNonNullExpression':
    case 'TsAsExpression':
      return chain(child(node, 'expression'))
    default:
      return [word(node) ?? '']
  }
}

/** Returns every string and template; `$0` stands for an interpolated value. */
export const strings = (source: Source): string[] => [
  ...ofType(source, 'StringLiteral').map((node) => String(node.value)),
  ...ofType(source, 'TemplateLiteral').map((node) =>
    children(node, 'quasis')
      .map((part) => String(part.cooked ?? part.raw))
      .join('$0'),
  ),
]
