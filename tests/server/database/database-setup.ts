import type { TestProject } from 'vitest/node'
import { startTemplate, type Template } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    database: Omit<Template, 'stop'>
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...database } = await startTemplate()
  project.provide('database', database)
  return stop
}
