import { beforeAll, beforeEach } from 'vitest'

interface Closable {
  close(): Promise<unknown>
}

/** Opens it before the first test, and closes it after the last one. It is empty until then. */
export function openForAll<T extends Closable>(open: () => Promise<T>): T {
  const opened = {} as T
  beforeAll(() => openInto(opened, open))
  return opened
}

/** As `openForAll`, anew for each test. */
export function openForEach<T extends Closable>(open: () => Promise<T>): T {
  const opened = {} as T
  beforeEach(() => openInto(opened, open))
  return opened
}

async function openInto<T extends Closable>(opened: T, open: () => Promise<T>) {
  Object.assign(opened, await open())
  return async () => void (await opened.close())
}
