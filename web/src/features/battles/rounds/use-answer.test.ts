import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const page = pageForEach()

it('sends an answer again whatever hides the server, and takes its refusal [battles.round-resume]', async () => {
  const { ApiError } = await import('#lib/api-error')
  const { useAnswer } = await import('./use-answer.ts')
  const closesAt = new Date(Date.now() + 20_000).toISOString()
  // A proxy’s error during a restart, a server error, and a rate limit.
  const failures = [502, 500, 429].map((status) => new ApiError(status, '', '<html>'))
  const screen = await page.renderAlone(() =>
    useAnswer(async (_number, choice) => {
      const failure = failures.shift()
      if (failure) throw failure
      return choice
    }),
  )
  await page.act(async () => void screen.current.send(1, [2], closesAt))
  expect(screen.current.answer?.state).toBe('retrying')
  await page.pass(1_500)
  expect(screen.current.answer).toEqual({ number: 1, choice: [2], state: 'counted' })
  for (const [number, refusal] of [new ApiError(403, '', '{}'), new ApiError(401, 'Unauthorized', '')].entries()) {
    failures.push(refusal)
    await page.act(async () => void screen.current.send(number + 2, [0], closesAt))
    await page.pass(1_500)
    expect(screen.current.answer).toMatchObject({ number: number + 2, state: 'refused' })
  }
})
