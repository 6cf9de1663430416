import client from '@prometheus-io/client'
import { expect, test } from 'vitest'
import { registerJobMetrics } from './job-metrics.ts'

test('failures and lags are told of each kind of job', async () => {
  const register = new client.Registry()
  const { failed, isLate } = registerJobMetrics(register)
  for (const kind of ['battles', 'battles', 'streaks']) failed(kind)
  isLate('battles', 2_500)
  isLate('streaks', 0)
  const text = await register.metrics()
  expect(text).toContain('scheduled_job_failures_total{kind="battles"} 2')
  expect(text).toContain('scheduled_job_failures_total{kind="streaks"} 1')
  expect(text).toContain('scheduled_job_lag_seconds{kind="battles"} 2.5')
  expect(text).toContain('scheduled_job_lag_seconds{kind="streaks"} 0')
})
