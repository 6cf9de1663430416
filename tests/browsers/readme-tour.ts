import { stepsFor } from '../journeys/support/lesson.ts'
import type { Tab } from './tab.ts'

/** A part of the README's ten minutes. Each goes on where the one before it ended. */
export interface Leg {
  title: string
  walk: (tab: Tab, url: string) => Promise<void>
}

/** The End key, as WebDriver writes it: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const END = '\uE010'

/** The claim, purchase or vouch is celebrated until somebody goes on. */
const goOn = (tab: Tab) => tab.click('button', 'Keep going')

/** Submits an answer to the question on screen. */
async function answer(tab: Tab, { wrong }: { wrong: boolean }): Promise<void> {
  await tab.sees('button', 'Submit Answer')
  const asked = await tab.run(() => {
    const dialog = document.querySelector('[role=dialog], dialog[open]')
    const rows = [
      ...(dialog?.querySelectorAll(
        'label:has(:is([role], [type]):is([role=radio], [role=checkbox], [type=radio], [type=checkbox])), li [data-option]',
      ) ?? []),
    ]
    return {
      text: dialog?.querySelector('h3')?.textContent ?? '',
      options: rows.map((row) => row.textContent ?? ''),
      areMany: dialog?.querySelector('[role=checkbox], [type=checkbox]') !== null,
    }
  })
  for (const { role, name, text } of stepsFor(asked, { wrong })) {
    if (text !== undefined) await tab.fill(name, text)
    else if (role !== 'textbox') await tab.click(role, name)
  }
  await tab.click('button', 'Submit Answer')
}

export const README_TOUR: readonly Leg[] = [
  {
    title: 'joins with the demo wallet',
    async walk(tab, url) {
      await tab.goto(url)
      await tab.click('button', 'LOGIN')
      await tab.click('button', 'Aura Demo Wallet')
      await tab.click('radio', /^Ada/)
      await tab.click('button', 'Connect')
      await tab.click('button', 'Sign')
      await tab.sees('heading', 'Welcome to Aura')
      await tab.click('button', 'Continue')
      await tab.click('button', 'Keep going')
      await tab.sees('heading', 'Your ring, unlit')
      await tab.click('button', 'Skip')
      await tab.sees('heading', 'Level Up Today')
    },
  },
  {
    title: 'learns, answers wrongly, then rightly, and claims',
    async walk(tab) {
      await tab.click('button', /^Build Aura: /)
      await tab.until('the lesson', () =>
        tab.run(() => document.querySelector('[role=dialog] h2, dialog h2')?.textContent?.trim() ?? null),
      )
      await tab.click('button', 'Take Knowledge Check')
      await answer(tab, { wrong: true })
      await tab.seesText('Incorrect Answer')
      while (!(await tab.has('button', /^Claim/))) {
        if (await tab.has('button', 'Next Question')) await tab.click('button', 'Next Question')
        await answer(tab, { wrong: false })
        await tab.seesText(/Next Question|Claim \d+ AP/)
      }
      await tab.click('button', /^Claim \d+ AP$/)
      await goOn(tab)
      await tab.seesText('1 day streak')
    },
  },
  {
    title: 'finds it all after a reload',
    async walk(tab, url) {
      await tab.goto(url)
      await tab.seesText('1 day streak')
      await tab.sees('button', /^Read Again: /)
    },
  },
  {
    title: 'redeems earned Steeze, then buys some',
    async walk(tab) {
      await tab.click('link', 'Steeze Recharge')
      await tab.fill('Steeze amount', '30')
      await tab.click('button', 'Redeem')
      await tab.seesText('Redeem 30 Steeze for 2.1 USDC.')
      await tab.click('button', 'Confirm')
      await tab.seesText('1,010.10 USDC')
      await tab.fill('USDC amount', '5')
      await tab.seesText('You will receive 50 STEEZE')
      await tab.click('button', 'Buy Steeze')
      await tab.click('button', 'Sign')
      await tab.seesText('Buy 50 Steeze for 5 USDC.')
      await tab.click('button', 'Confirm')
      await goOn(tab)
      await tab.seesText('1,005.10 USDC')
    },
  },
  {
    title: 'gifts in the live battle',
    async walk(tab) {
      await tab.click('link', 'Live Battles')
      await tab.click('tab', /^Live/)
      await tab.click('link', 'Explain a rollup')
      await tab.sees('link', 'Back to Battles')
      await tab.click('button', 'Gift Steeze to fork_frida')
      await tab.fill('Amount', '7')
      await tab.click('button', 'Gift')
      await tab.seesText(/Successfully gifted 7 Steeze tokens/)
    },
  },
  {
    title: 'challenges a creator of the demo, who accepts',
    async walk(tab) {
      await tab.click('link', 'Live Battles')
      await tab.click('button', 'Create Battle')
      await tab.fill('Opponent', 'hana_hashes')
      await tab.click('button', /hana_hashes/)
      await tab.click('radio', '3 minutes, demo')
      await tab.fill('Stake amount', '20')
      await tab.click('button', 'SEND BATTLE REQUEST')
      await tab.seesText('hana_hashes accepted')
    },
  },
  {
    title: 'vouches for somebody of the leaderboard',
    async walk(tab) {
      await tab.click('link', 'Trending')
      await tab.click('link', /temi_codes/)
      await tab.click('button', 'Vouch')
      await tab.click('button', 'Vouch Now')
      await tab.click('button', 'Sign')
      await tab.click('button', 'Confirm')
      await goOn(tab)
      await tab.seesText(/Vouched/)
    },
  },
  {
    title: 'finds receipts, reserves and settings',
    async walk(tab) {
      await tab.click('button', 'Account menu')
      await tab.click('link', 'Receipts')
      await tab.seesText(/Vouch/)
      await tab.click('link', 'Steeze Recharge')
      await tab.click('link', 'Proof of reserves')
      await tab.seesText('Covered')
      await tab.click('button', 'Account menu')
      await tab.click('link', 'Settings')
      await tab.sees('heading', 'Account Settings')
    },
  },
  {
    title: 'logs out, reads the guide, and comes back with X',
    async walk(tab, url) {
      await tab.click('button', 'Account menu')
      await tab.click('button', 'Log out')
      await tab.sees('button', 'LOGIN')
      await tab.press(END)
      await tab.click('link', 'Guide')
      await tab.goto(url)
      await tab.click('button', 'LOGIN')
      await tab.click('link', 'Connect with X')
      await tab.fill('Handle on X', 'readme_reader')
      await tab.click('button', 'Authorize Aura')
      await tab.click('button', 'Skip')
      await tab.sees('heading', 'Level Up Today')
      await tab.seesText(/readme_reader/)
    },
  },
]
