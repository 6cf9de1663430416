import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

/** A node of swc's syntax tree. */
export interface AstNode {
  type: string
  [field: string]: unknown
}

/** A parsed file with all its nodes, outer ones first. */
export interface Source {
  path: string
  nodes: AstNode[]
}

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** Downloaded, built and generated folders. */
const NOT_OURS = /^(?:node_modules|dist|[.].+)$|^contracts\/(?:out|cache)$/

/** Returns the relative paths of a folder's files, with forward slashes. */
export function listFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return NOT_OURS.test(entry.name) || NOT_OURS.test(path) ? [] : listFiles(root, path)
  })
}

export const isTest = (path: string): boolean => /[.](?:test|spec)[.]tsx?$/.test(path)

const isNode = (value: object): value is AstNode => typeof (value as AstNode).type === 'string'

function nodesIn(value: unknown, found: AstNode[] = []): AstNode[] {
  if (typeof value !== 'object' || value === null) return found
  if (isNode(value)) found.push(value)
  for (const child of Object.values(value)) nodesIn(child, found)
  return found
}

/** Parses a file, ignoring comments and line breaks. */
export function parse(path: string, text: string): Source {
  try {
    return {
      path,
      nodes: nodesIn(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' })),
    }
  } catch (error) {
    throw new Error(`${path} can't be parsed`, { cause: error })
  }
}

export function parseAll(root: string, paths: string[]): Source[] {
  return paths
    .filter((path) => /[.][cm]?[jt]sx?$/.test(path))
    .map((path) => parse(path, readFileSync(join(root, path), 'utf8')))
}
