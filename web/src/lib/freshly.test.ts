import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/api-error'
import { freshly, onFreshSignInWanted, type Signed } from './freshly.ts'

const DISCONNECT = { disconnect: 'x', name: 'X' }
const SIGNED = { message: 'm', signature: '0x' }

const refusal = () =>
  new ApiError(403, 'Forbidden', JSON.stringify({ code: 'FRESH_SIGN_IN_REQUIRED', message: 'Sign in', requestId: 'r' }))

function guarded() {
  const state = { isFresh: false, tries: 0 }
  const work = async () => {
    state.tries += 1
    if (!state.isFresh) throw refusal()
    return 'done'
  }
  return { state, work }
}

describe('work that needs a fresh sign-in', () => {
  it('is done again once somebody signed in, and refused when they decline', async () => {
    const { state, work } = guarded()
    let accepts = false
    const stop = onFreshSignInWanted((settle) => {
      state.isFresh = accepts
      settle(accepts ? SIGNED : null)
    })
    await expect(freshly(work)).rejects.toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' })
    accepts = true
    expect(await freshly(work)).toBe('done')
    expect(state.tries).toBe(3)
    stop()
  })

  it('asks once for everything that waits, and again the next time', async () => {
    const [first, second, third] = [guarded(), guarded(), guarded()]
    const questions: ((signed: typeof SIGNED | null) => void)[] = []
    const stop = onFreshSignInWanted((settle) => questions.push(settle))
    const both = Promise.all([freshly(first.work), freshly(second.work)])
    await vi.waitFor(() => expect(second.state.tries).toBe(1))
    await Promise.resolve()
    expect(questions).toHaveLength(1)
    first.state.isFresh = true
    second.state.isFresh = true
    questions[0]?.(SIGNED)
    expect(await both).toEqual(['done', 'done'])
    const declined = expect(freshly(third.work)).rejects.toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' })
    await vi.waitFor(() => expect(questions).toHaveLength(2))
    questions[1]?.(null)
    await declined
    stop()
  })

  it('gets a signature made for its purpose, after those asked for before', async () => {
    const asked: [unknown, (signed: typeof SIGNED | null) => void][] = []
    const stop = onFreshSignInWanted((settle, purpose) => asked.push([purpose, settle]))
    const signatures: unknown[] = []
    const work = async (signed?: Signed) => {
      if (!signed) throw refusal()
      if ('message' in signed) signatures.push(signed.message)
    }
    const both = Promise.all([freshly(work), freshly(work, DISCONNECT)])
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    asked[0]?.[1]({ ...SIGNED, message: 'again' })
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    asked[1]?.[1]({ ...SIGNED, message: 'disconnect' })
    await both
    expect([asked.map(([purpose]) => purpose), signatures]).toEqual([
      ['sign-in-again', DISCONNECT],
      ['again', 'disconnect'],
    ])
    stop()
  })

  it('is refused once the screen with the dialog is left', async () => {
    const { work } = guarded()
    let isAsked = false
    const stop = onFreshSignInWanted(() => (isAsked = true))
    const done = expect(freshly(work)).rejects.toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' })
    await vi.waitFor(() => expect(isAsked).toBe(true))
    stop()
    await done
  })

  it('is refused where no dialog is', async () => {
    const { state, work } = guarded()
    await expect(freshly(work)).rejects.toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' })
    expect(state.tries).toBe(1)
  })
})
