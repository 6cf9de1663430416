import { API_ERRORS } from '@aura/api/errors'
import { expect, it } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'

const page = pageForEach()

async function entry({ invalid, fallback }: { invalid?: string; fallback?: number }) {
  const { useTyped } = await import('./number-stepper.tsx')
  const { useState } = await import('react')
  const typed = await page.renderAlone(() => {
    const [value, setValue] = useState<number | null>(7)
    const onInvalidLeft = fallback === undefined ? {} : { onInvalidLeft: () => setValue(fallback) }
    return {
      ...useTyped({ value, onChange: setValue, unit: 'AP', ...(invalid && { invalid }), ...onInvalidLeft }),
      value,
    }
  })
  return {
    type: (text: string) => page.act(async () => typed.current.type(text)),
    leave: () => page.act(async () => void typed.current.settle()),
    get shown() {
      const { text, value, problem } = typed.current
      return { text, value, problem }
    },
  }
}

const STAKE = API_ERRORS.BATTLE_STAKE_INVALID.message
const GIFT = API_ERRORS.GIFT_AMOUNT_INVALID.message

it.each([
  [STAKE, '-5', 'Please enter a valid stake amount. Enter an amount above zero.'],
  [STAKE, 'abc', 'Please enter a valid stake amount. Use digits only, such as 120.'],
  [STAKE, '1.5', 'Please enter a valid stake amount. Whole AP only.'],
  [GIFT, '-1', 'Please enter a valid gift amount. Enter an amount above zero.'],
  [GIFT, 'abc', 'Please enter a valid gift amount. Use digits only, such as 120.'],
])(
  '%s %s: the form’s text comes first, then what is wrong [frame.amount-text-first]',
  async (invalid, text, problem) => {
    const field = await entry({ invalid })
    await field.type(text)
    await field.leave()
    expect(field.shown).toEqual({ text, value: null, problem })
  },
)

it.each(['-3', '1.5', 'abc', '', '1e1'])(
  '"%s" falls back to the minimum when the field is left, and not before [vouching.check-amount-clamped]',
  async (text) => {
    const field = await entry({ fallback: 1 })
    await field.type(text)
    expect(field.shown).toMatchObject({ text, value: null })
    await field.leave()
    expect(field.shown).toEqual({ text: '1', value: 1, problem: undefined })
  },
)
