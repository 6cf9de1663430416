import { type MockX, startMockX } from './mock-x.ts'
import { type TestApp, testApp } from './test-app.ts'

export interface TestAppWithX extends TestApp {
  x: MockX
}

export async function testAppWithX({
  settings = {},
  ...options
}: Parameters<typeof testApp>[0] = {}): Promise<TestAppWithX> {
  const x = await startMockX()
  const test = await testApp({ ...options, settings: { ...settings, x: x.settings } })
  return {
    ...test,
    x,
    async close() {
      try {
        await test.close()
      } finally {
        await x.stop()
      }
    },
  }
}
