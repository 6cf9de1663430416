import { type ClockServer, startClockServer } from './servers.ts'
import { expect, test } from './test.ts'

type Start = Parameters<typeof startClockServer>[0]

/** Returns the server of all tests of a file, which is open while they run. */
export function serverForAll(start: Start): ClockServer {
  const server = {} as ClockServer
  test.beforeAll(async () => void Object.assign(server, await startClockServer(start)))
  test.afterAll(() => server.stop())
  return server
}

/** As `serverForAll`, anew for each test. Its ledger must add up in the end. */
export function serverForEach(start: Start): ClockServer {
  const server = {} as ClockServer
  test.beforeEach(async () => void Object.assign(server, await startClockServer(start)))
  test.afterEach(async () => {
    expect(await server.audit()).toEqual([])
    await server.stop()
  })
  return server
}
