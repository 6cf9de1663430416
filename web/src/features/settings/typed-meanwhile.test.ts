import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'

const page = pageForEach()

const FORMS = {
  username: async () => (await import('./use-save-username.ts')).useSaveUsername,
  passkey: async () => {
    const { useRenamePasskey } = await import('./use-rename-passkey.ts')
    return (text: string, { onDone }: { onDone: () => void }) => useRenamePasskey('p1', text, onDone)
  },
}

/** `typed`: null if the form is closed meanwhile. */
async function save(form: keyof typeof FORMS, typed: string | null) {
  const useSave = await FORMS[form]()
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const onDone = vi.fn()
  const field = await page.renderWith('ada', (text) => useSave(text, { onDone }))
  await page.act(async () => field.current.mutate('ada'))
  await (typed === null ? field.unmount() : field.show(typed))
  resolve(Response.json({}))
  await page.pass(10)
  return onDone.mock.calls.length
}

it.each(['username', 'passkey'] as const)(
  'a new name of a %s closes its field, unless another one was typed or the field was closed meanwhile [settings.username-typing] [settings.passkey-rename]',
  async (form) => {
    expect(await save(form, 'ada')).toBe(1)
    expect(await save(form, 'ada_live')).toBe(0)
    expect(await save(form, null)).toBe(0)
  },
)
