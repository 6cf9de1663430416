import client from '@prometheus-io/client'
import { expect, test } from 'vitest'
import { registerJobMetrics } from './job-metrics.ts'

test('failures are counted for each kind of job', async () => {
  const register = new client.Registry()
  const count = registerJobMetrics(register)
  for (const kind of ['battles', 'battles', 'streaks']) count(kind)
  const text = await register.metrics()
  expect(text).toContain('scheduled_job_failures_total{kind="battles"} 2')
  expect(text).toContain('scheduled_job_failures_total{kind="streaks"} 1')
})
