import { expect, it } from 'vitest'
import { bonusCelebration, welcomeToast } from './welcome.ts'

const plain = { message: '', bonusAwarded: false }

it('welcomes a wallet for 3 s [frame.text-wallet-connected] [frame.text-wallet-linked] [settings.text-wallet-bonus]', () => {
  expect(welcomeToast('sign-in', plain)).toEqual({
    title: 'Wallet Connected',
    description: 'Successfully authenticated with your wallet.',
    durationMs: 3_000,
  })
  expect(welcomeToast('link', plain)).toEqual({
    title: 'Wallet Linked',
    description: 'Successfully linked your wallet to your account.',
    durationMs: 3_000,
  })
})

it('and one that brought a bonus for 6 s, in the words of the server [frame.text-wallet-connected-bonus] [settings.text-wallet-bonus]', () => {
  for (const purpose of ['sign-in', 'link'] as const) {
    expect(welcomeToast(purpose, { message: 'You got 100 AP', bonusAwarded: true })).toEqual({
      title: 'Wallet Connected!',
      description: 'You got 100 AP',
      durationMs: 6_000,
    })
  }
})

it('celebrates what a linked wallet brought, and no more: the streak stays as it was', () => {
  const before = { id: 'me', currentStreak: 7, auraPoints: 340 }
  expect(bonusCelebration(before, 100)).toMatchObject({
    userId: 'me',
    gained: { amount: 100, unit: 'AP' },
    before: { days: 7, auraPoints: 340 },
    after: { days: 7, auraPoints: 440 },
  })
})
