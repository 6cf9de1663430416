import { trustDue } from '../../../server/src/features/trust/calculate-trust.ts'
import { features } from '../../../server/src/features.ts'
import type { TestApp } from '../test-app.ts'

/** Returns a server's calculation of Trust; each call is another server. */
export const trustJob = (test: Pick<TestApp, 'ctx'>) => trustDue(test.ctx, { features })
