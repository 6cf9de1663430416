import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'
import { challengeBody, type Opponent } from './create-form.ts'

const USER = { availableAuraPoints: 500, timeZone: 'UTC' }
const BO = { id: 'bo', username: 'bo', availableAuraPoints: 400 } as Opponent
const CY = { id: 'cy', username: 'cy', availableAuraPoints: 400 } as Opponent

const page = pageForEach()

/** The dialog of a screen, closed at first. */
async function draftOf() {
  const [{ useDraft }, { useCreate }] = [await import('./use-draft.ts'), await import('./use-create.ts')]
  const [onDone, onGone] = [vi.fn(), vi.fn()]
  let asked: { isOpen: boolean; opponent: Opponent | null } = { isOpen: false, opponent: null }
  const hook = await page.renderWith(asked, (given) => {
    const draft = useDraft({ ...given, user: USER })
    const create = useCreate({
      isOpen: given.isOpen,
      intent: draft.intents.creator,
      onFault: () => {},
      onMade: () => draft.end('creator'),
      onDone,
      onGone,
    })
    return { ...draft, create }
  })
  const turn = (next: typeof asked) => {
    asked = next
    return hook.show(next)
  }
  const form = () => {
    if (!hook.current.draft) throw new Error('Not opened yet')
    return hook.current.draft.form
  }
  return {
    draft: () => hook.current,
    form,
    onDone,
    onGone,
    body: () => challengeBody(form(), USER.timeZone),
    act: (work: (draft: typeof hook.current) => void) => page.act(async () => work(hook.current)),
    open: (opponent: Opponent | null = null) => turn({ isOpen: true, opponent }),
    close: () => turn({ ...asked, isOpen: false }),
  }
}

it('what was typed in both forms survives closing, until the challenge is made [battles.draft]', async () => {
  const { draft, form, act, open, close } = await draftOf()
  expect(draft().draft).toBeUndefined()
  await open()
  await act(({ onForm }) => onForm((before) => ({ ...before, opponent: BO, title: 'Cook-off' })))
  await act(({ choose }) => choose('link'))
  await act(({ onLinkForm }) => onLinkForm((before) => ({ ...before, stake: 30 })))
  await close()
  await open()
  expect(draft().draft).toMatchObject({ to: 'link', linkForm: { title: 'Cook-off', stake: 30 } })
  await act(({ choose }) => choose('creator'))
  expect(form()).toMatchObject({ opponent: BO, title: 'Cook-off', stake: 30 })

  await act(({ onForm }) => onForm((before) => ({ ...before, title: 'Another' })))
  // The other form was made meanwhile.
  await act(({ end }) => end('link'))
  expect(draft().draft).toMatchObject({ form: { title: 'Another' }, linkForm: { title: '' }, isMade: false })
  await act(({ end }) => end('creator'))
  // The dialog shows it until it is closed.
  expect(draft().draft).toMatchObject({ form: { title: 'Another' }, isMade: true })
  await close()
  await open()
  expect(draft().draft).toMatchObject({ form: { title: '', opponent: null, stake: 100 }, isMade: false })

  await act(({ choose }) => choose('link'))
  await act(({ end }) => end('link'))
  await close()
  await open()
  expect(draft().draft).toMatchObject({ to: 'creator', isMade: false })
})

it('a challenge that is asked for again goes on, and one of somebody else begins anew [battles.draft]', async () => {
  const { form, act, open, close } = await draftOf()
  await open(BO)
  await act(({ onForm }) => onForm((before) => ({ ...before, title: 'Cook-off' })))
  await close()
  await open(BO)
  expect(form()).toMatchObject({ title: 'Cook-off', opponent: BO })
  await close()
  await open(CY)
  expect(form()).toMatchObject({ title: '', opponent: CY })
})

it('a challenge without an answer is the same one after the dialog was closed, and the next is another [battles.draft]', async () => {
  const { draft, body, act, open, close, onDone, onGone } = await draftOf()
  const { toasts } = await import('#ui/feedback/toast')
  const keys: (string | undefined)[] = []
  const answers: (() => void)[] = []
  let isLost = true
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'])
    if (isLost) throw new TypeError('Failed to fetch')
    await new Promise<void>((resolve) => answers.push(resolve))
    return Response.json({ opponent: { username: 'bo' } })
  })
  const send = async () => {
    await act(({ create }) => create.mutate(body()))
    await page.pass(10)
  }
  await open(BO)
  await send()
  toasts.dismiss(toasts.current()?.id ?? 0)
  await close()
  isLost = false
  await open(BO)
  await send()
  expect(draft().create.isPending).toBe(true)
  // It is still being sent in the dialog that is opened again, and sent no second time.
  await close()
  await open(BO)
  expect(draft().create.isPending).toBe(true)
  await send()
  answers[0]?.()
  await page.pass(10)
  expect(draft().draft?.isMade).toBe(true)
  expect([onDone.mock.calls.length, onGone.mock.calls.length]).toEqual([0, 1])
  expect(toasts.current()?.title).toBe('Battle request sent')
  await close()
  await open(BO)
  await send()
  answers[1]?.()
  await page.pass(10)
  expect(onDone).toHaveBeenCalledOnce()
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
