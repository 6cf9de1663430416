import type { UseQueryResult } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { GiftBalance } from './gift-balance.tsx'

const shown = (read: Partial<UseQueryResult>) =>
  renderToStaticMarkup(<GiftBalance read={{ isFetching: false, ...read } as never} />)

it('a balance that could not be read is said so, with another try', () => {
  const failed = shown({ error: new Error('No connection') })
  expect(failed).toContain('data-failed')
  expect(failed).toContain('Try again')
})

it('until it was read it is open, and a later failure keeps what is known', () => {
  const balance = { purchasedSteeze: 20, battleEarnedSteeze: 5 }
  expect(shown({ error: null })).toContain('–')
  expect(shown({ error: new Error('No connection'), data: balance })).toContain('20 purchased, 5 earned')
})
