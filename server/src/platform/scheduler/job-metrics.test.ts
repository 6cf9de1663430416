import client from '@prometheus-io/client'
import { expect, test } from 'vitest'
import { registerJobMetrics } from './job-metrics.ts'

test('failures and lags are told of each kind of job', async () => {
  const register = new client.Registry()
  const { failed, succeeded } = registerJobMetrics(register, () => 0)
  for (const kind of ['battles', 'battles', 'streaks']) failed(kind)
  succeeded('battles', { lateMs: 2_500, nextWithinMs: 5_000 })
  succeeded('streaks', { lateMs: 0, nextWithinMs: 5_000 })
  const text = await register.metrics()
  expect(text).toContain('scheduled_job_failures_total{kind="battles"} 2')
  expect(text).toContain('scheduled_job_failures_total{kind="streaks"} 1')
  expect(text).toContain('scheduled_job_lag_seconds{kind="battles"} 2.5')
  expect(text).toContain('scheduled_job_lag_seconds{kind="streaks"} 0')
})

test('a lag grows while no round succeeds, from the first one on', async () => {
  let nowMs = 0
  const register = new client.Registry()
  const { began, failed, succeeded } = registerJobMetrics(register, () => nowMs)
  const lags = async () =>
    [...(await register.metrics()).matchAll(/lag_seconds\{.*\} (\S+)/g)].map(([, s]) => Number(s))
  for (const kind of ['battles', 'streaks']) began(kind)
  expect(await lags()).toEqual([0, 0])
  nowMs = 60_000
  succeeded('battles', { lateMs: 3_000, nextWithinMs: 5_500 })
  expect(await lags()).toEqual([3, 50])
  nowMs += 5_500
  expect(await lags()).toEqual([3, 55.5])
  failed('battles')
  nowMs += 60_000
  expect(await lags()).toEqual([63, 115.5])
  for (const kind of ['battles', 'streaks']) succeeded(kind, { lateMs: 0, nextWithinMs: 5_500 })
  expect(await lags()).toEqual([0, 0])
})
