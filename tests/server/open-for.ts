import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

interface Closable {
  close(): Promise<unknown>
}

/** Opens it before the first test, and closes it after the last one. It is empty until then. */
export function openForAll<T extends Closable>(open: () => Promise<T>): T {
  const opened = {} as T
  beforeAll(async () => void Object.assign(opened, await open()))
  afterAll(() => opened.close())
  return opened
}

/** As `openForAll`, anew for each test. */
export function openForEach<T extends Closable>(open: () => Promise<T>): T {
  const opened = {} as T
  beforeEach(async () => void Object.assign(opened, await open()))
  afterEach(() => opened.close())
  return opened
}
