import type { Locator, Page } from '@playwright/test'
import { helpPages } from '../../../web/src/lib/help-pages.ts'
import { learnByCalls, openNextLesson } from './person.ts'
import { chatStates } from './states/chats.ts'
import { fullLeague } from './states/full-league.ts'
import { closedBeta, offeredInvite, ownInvites, personsInvites } from './states/invited.ts'
import {
  hugeReceipt,
  longNeighbours,
  longRedemptions,
  longReview,
  manyReceipts,
  shop,
  shortReserves,
} from './states/money.ts'
import { offeredLink, ownLink } from './states/offered.ts'
import { hiddenStreams, onAir } from './states/on-air.ts'
import {
  asOwner,
  closedRelay,
  longHistory,
  noHistory,
  someHistory,
  withManyKeys,
  withOneKey,
} from './states/passkey-account.ts'
import { PRACTICE_ID, practiceStates, practiceTerms } from './states/practice.ts'
import { bestRated, withRating } from './states/ratings.ts'
import { relatedAccounts, relationAppeals } from './states/related.ts'
import {
  answerChanges,
  changedMonth,
  endReviewLab,
  openChanges,
  openReview,
  reviewAtLab,
  reviewOfChanges,
} from './states/reviews.ts'
import { inRounds, inRoundsMissed, inRoundsReceipt } from './states/rounds.ts'
import { everyPlace, lessTrust, noPlaceLeft, reaches, reportedTexts, trustAppeals } from './states/standing.ts'
import { ofStrangers } from './states/strangers.ts'
import { troubledStatus } from './states/troubled.ts'
import { calculation, mostTrusted } from './states/trusted.ts'
import { fullWeek, quietWeek } from './states/weeks.ts'

export interface UiState {
  name: string
  path: string
  /** The viewer and the state of the product. */
  who: 'visitor of an empty product' | 'visitor' | 'person' | 'admin'
  firstName?: string
  answers?: Record<string, object>
  /** The live stream would restore the server's data. */
  withoutLive?: true
  /** Clips some parts on purpose, so it is exempt from the large-text check. */
  isGallery?: true
  ready: (page: Page) => Locator
  open?: (page: Page) => Promise<unknown>
  /** Texts that must be visible. */
  texts?: readonly string[]
  /** Ids of the requirements its texts prove. */
  proves?: string
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })
const toRankings = (page: Page) => page.getByRole('heading', { name: 'Aura rankings' }).scrollIntoViewIfNeeded()

const openChallenge = async (page: Page) => {
  await page.getByRole('button', { name: 'Create Battle' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await dialog.getByLabel('Opponent').fill('wwww')
  await dialog.getByRole('button', { name: /wwwwwwwwwwwwwwwwwwww/ }).click()
}

const practiceState = (name: keyof typeof practiceStates, title: string, texts: readonly string[]): UiState[] => [
  {
    name: `practice, ${name}`,
    path: `/practice?id=${PRACTICE_ID}`,
    who: 'person',
    answers: { [`/api/practice/${PRACTICE_ID}`]: practiceStates[name] },
    ready: heading(title),
    texts,
  },
]

const openWallet = async (page: Page) => {
  const chip = page.getByRole('button', { name: /^Wallet 0x/ })
  if (!(await chip.isVisible())) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await chip.last().click()
}

const openCreate = async (page: Page) => {
  await page.getByRole('button', { name: 'Create Battle' }).first().click()
  await page.getByRole('region', { name: 'Online now' }).getByRole('button').first().waitFor()
}

const openLinkForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Create Battle' }).first().click()
  await page.getByRole('radio', { name: 'Anyone with a link' }).click()
  await page.getByRole('button', { name: 'MAKE CHALLENGE LINK' }).waitFor()
}

const openPlace = async (page: Page) => {
  const stands = page.getByRole('button', { name: /^Standing by/ })
  const stand = page.getByRole('button', { name: /^Stand by/ })
  await stand.or(stands).first().waitFor()
  if (await stand.isVisible()) await stand.click()
  await stands.click()
  await page.getByRole('dialog').getByLabel('Your line').fill('w'.repeat(81))
}

const makeLink = async (page: Page) => {
  await page.route('**/api/challenge-links', (route) => route.fulfill({ json: ownLink }))
  await openLinkForm(page)
  await page.getByRole('button', { name: 'MAKE CHALLENGE LINK' }).click()
  await page.getByRole('dialog', { name: 'Your challenge link is ready' }).waitFor()
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Keep going' })

const openVideo = (page: Page) => page.getByRole('button', { name: 'Make a video' }).click()

/** Opens an address as a user whose first sign-in this is. */
async function welcomeAgain(page: Page, path: string, changes: object = {}): Promise<void> {
  // The live stream would restore the server's data.
  await page.route('**/api/live?*', (route) => route.abort())
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), seenFirsts: [], ...changes } })
  })
  await page.goto(new URL(path, page.url()).href)
}

/** Loads the picture again, because the week on screen was made up and has none at first. */
const loadPicture = async (page: Page) => {
  await page.getByText('The picture didn’t load.').waitFor()
  await page.route('**/share/recaps/*', async (route) => {
    const response = await route.fetch({ url: new URL('/share/home.jpg', page.url()).href })
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Save picture' }).waitFor()
  // Bars that stick would cover what is checked at the top.
  await page.evaluate(() => scrollTo(0, 0))
}

/** Presses a button, and waits for a text or what else then shows. */
const press = (name: string | RegExp, shows: string | ((page: Page) => Locator)) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await (typeof shows === 'string' ? page.getByText(shows) : shows(page)).waitFor()
}

/** Returns states of one screen, which share all that they don't say otherwise. */
const screen = (shared: Omit<UiState, 'name'>, ...states: (Pick<UiState, 'name'> & Partial<UiState>)[]): UiState[] =>
  states.map((state) => ({ ...shared, ...state }))

/** Every route and dialog has an entry. */
export const uiStates: readonly UiState[] = [
  ...screen(
    { path: '/', who: 'visitor', ready: heading('Build your aura') },
    { name: 'landing' },
    {
      name: 'landing below the fold',
      open: async (page) => {
        for (const name of ['Light your first line', 'One line a day', 'Battles, live', 'Nothing to take on trust'])
          await page.getByRole('region', { name }).scrollIntoViewIfNeeded()
        await page.getByRole('slider', { name: 'Day' }).waitFor()
        await page.getByRole('button', { name: 'Answer one question' }).waitFor()
      },
      answers: { '/api/reserves': shortReserves },
      texts: ['Keep going', 'Get vouched', '92.5%', 'Check it yourself'],
      proves: '[landing.how] [landing.reserves]',
    },
    {
      name: 'join, after a move',
      open: async (page) => {
        await page.route('**/api/config', async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, json: { ...(await response.json()), formerPasskeyHost: 'old.example.org' } })
        })
        await page.goto(new URL('/?join=1', page.url()).href)
        await page.getByRole('button', { name: 'Continue with a passkey' }).click()
        await page.getByText('don’t work here').waitFor()
      },
      texts: ['Passkeys of old.example.org don’t work here', 'Sign in another way.'],
      proves: '[access.passkey-moved]',
    },
  ),
  {
    name: 'rankings',
    path: '/',
    who: 'visitor',
    ready: heading('Aura rankings'),
    open: async (page) => {
      await toRankings(page)
      await page.locator('#rankings li').first().waitFor()
    },
  },
  {
    name: 'rankings without anybody',
    path: '/',
    who: 'visitor of an empty product',
    ready: heading('Aura rankings'),
    open: async (page) => {
      await toRankings(page)
      await page.getByText('Be the first to go aura').waitFor()
    },
    proves: '[landing.text-rankings-empty]',
  },
  ...screen(
    { path: '/?join=1', who: 'visitor', ready: (page) => page.getByRole('button', { name: 'Demo Wallet' }) },
    { name: 'join' },
    {
      name: 'join with a line lit',
      open: async (page) => {
        await page.evaluate(() => {
          // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies needs https
          document.cookie = 'aura_trial_passed=1'
        })
        await page.reload()
        await page.getByText('Day 1, +40 AP').waitFor()
      },
    },
    {
      name: 'join, back again',
      open: async (page) => {
        await page.evaluate(() => {
          const member = { id: 'a', username: 'wwwwwwwwww_mmmmmmmmm', days: 30, auraPoints: 90_000 }
          localStorage.setItem('aura-member', JSON.stringify(member))
        })
        await page.reload()
        await page.getByText('Not you?').waitFor()
      },
    },
  ),
  {
    name: 'join with a passkey',
    path: '/?join=1',
    who: 'visitor',
    ready: (page) => page.getByRole('button', { name: 'Continue with a passkey' }),
    open: press('Continue with a passkey', (page) => page.getByRole('button', { name: 'Create a passkey' })),
  },
  {
    name: 'not found',
    path: '/nowhere',
    who: 'visitor',
    ready: heading('404 Page Not Found'),
    texts: ["This page doesn't exist or you don't have permission to access it."],
    proves: '[frame.text-not-found]',
  },
  ...screen(
    { path: '/', who: 'person', ready: heading('Level Up Today') },
    {
      name: 'welcome',
      open: async (page) => {
        await welcomeAgain(page, '/welcome')
        await heading('Welcome to Aura')(page).waitFor()
      },
    },
    {
      name: 'welcome, the ring',
      open: async (page) => {
        await welcomeAgain(page, '/welcome?step=2', { walletAddress: null })
        await heading('A wallet adds')(page).waitFor()
        await page.getByText(/min read/).waitFor()
      },
      texts: ['Send and receive vouches in USDC.', 'Connect Wallet'],
      proves: '[access.welcome-without-wallet]',
    },
    { name: 'dashboard' },
    { name: 'dashboard, right to left', firstName: 'مُبدعة الهالة الرقمية العظيمة' },
    { name: 'dashboard, emoji', firstName: '👩🏽‍🚀🦄🏳️‍🌈 Zoë 🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥' },
    { name: 'notifications', open: press(/^Notifications/, 'No notifications yet') },
    {
      name: 'notifications from strangers',
      answers: { '/api/notifications': ofStrangers },
      withoutLive: true,
      open: async (page) => {
        await page.getByRole('button', { name: /^Notifications/ }).click()
        await page.getByRole('tab', { name: 'Other people' }).click()
        await page.getByText('merkle_maya follows you').waitFor()
      },
    },
    { name: 'account menu', open: (page) => page.getByRole('button', { name: /^(Account menu|Menu)$/ }).click() },
    {
      name: 'settings, one key',
      answers: withOneKey,
      withoutLive: true,
      open: async (page) => {
        await asOwner(page, '/settings')
        await page.getByRole('button', { name: 'Add a wallet' }).click()
        await page.getByRole('textbox', { name: 'Address of the wallet' }).fill('0x1')
        await page.getByRole('button', { name: 'Continue' }).click()
        // A control half below the bar would count as too small.
        await page.evaluate(() => scrollTo(0, 0))
      },
      texts: ['One key opens this wallet', 'Your only key can’t be removed.'],
      proves: '[settings.keys-remove]',
    },
    {
      name: 'settings, keys with a removal',
      answers: withManyKeys,
      withoutLive: true,
      open: async (page) => {
        await asOwner(page, '/settings')
        await page.getByRole('button', { name: 'Keep this key: Safari on iPhone' }).waitFor()
      },
      texts: ['A passkey Aura doesn’t know', 'unless one of your keys keeps it'],
      proves: '[settings.keys-list]',
    },
    {
      name: 'settings, keys while Aura hands nothing in',
      answers: { ...withManyKeys, ...closedRelay },
      withoutLive: true,
      open: async (page) => {
        await asOwner(page, '/settings')
        await page
          .getByRole('region', { name: 'Keys of your wallet' })
          .getByText('Aura can’t hand anything in now')
          .waitFor()
      },
      texts: ['An ordinary wallet with some ETH can send what your passkey signs'],
      proves: '[settings.keys-own]',
    },
    {
      name: 'dashboard, asked for a second key',
      answers: withOneKey,
      withoutLive: true,
      open: async (page) => {
        await asOwner(page, '/')
        await page.getByRole('button', { name: 'Not now' }).waitFor()
      },
    },
    {
      name: 'celebration',
      open: async (page) => {
        await welcomeAgain(page, '/welcome', { walletBonusAp: 90, currentStreak: 5 })
        await page.getByRole('button', { name: 'Continue' }).click()
        await goOn(page).waitFor()
      },
    },
    { name: 'lesson', open: openNextLesson },
  ),
  ...screen(
    { path: '/learn', who: 'person', ready: heading('Your path') },
    {
      name: 'path',
      open: async (page) => {
        await learnByCalls(page, new URL(page.url()).origin)
        await page.reload()
        await page.getByText('You still know', { exact: true }).waitFor()
      },
    },
    {
      name: 'a unit’s check',
      open: press(/^(Take the Check|Continue): /, (page) => page.getByRole('button', { name: 'Submit Answer' })),
    },
  ),
  ...screen(
    {
      path: '/',
      who: 'person',
      answers: { '/api/review': reviewAtLab },
      ready: (page) => page.getByText('A lab is left.'),
    },
    {
      name: 'a review’s lab',
      open: async (page) => {
        await openReview(page)
        await page.getByText('Your goal.').waitFor()
      },
      texts: ['Answer a Question Instead'],
    },
    {
      name: 'a review’s lab, failed',
      open: (page) => endReviewLab(page, 'failed'),
      texts: ['It comes back tomorrow, with other numbers.', 'Not passed this time.'],
    },
    {
      name: 'a review’s lab, busy',
      open: (page) => endReviewLab(page, 'busy'),
      texts: ['Your steps are kept.', 'Check Again'],
    },
    {
      name: 'a review’s lab, refused',
      open: (page) => endReviewLab(page, 'refused'),
      texts: ['This can’t be a run of your lab.', 'Start Over'],
    },
  ),
  ...screen(
    {
      path: '/learn',
      who: 'person',
      answers: { '/api/lessons/changes': changedMonth, '/api/review?*': reviewOfChanges },
      ready: heading('What changed in February 2026'),
    },
    {
      name: 'what changed',
      open: async (page) => {
        await openChanges(page)
        await page.getByRole('button', { name: 'Answer One Question' }).waitFor()
      },
      texts: ['They count as reviews of these questions, and pay nothing.'],
    },
    {
      name: 'what changed, answered',
      open: answerChanges,
      texts: ['Read. What you answered wrong comes back tomorrow.'],
    },
  ),
  {
    name: 'streak',
    path: '/streak',
    who: 'person',
    ready: heading('day streak'),
    open: async (page) => {
      await learnByCalls(page, new URL(page.url()).origin)
      await page.reload()
      await page.getByRole('heading', { name: '1 day streak' }).waitFor()
    },
  },
  {
    name: 'settings, a refused link',
    path: '/settings',
    who: 'person',
    ready: (page) => page.getByLabel('Bio'),
    open: async (page) => {
      await page.getByLabel('Bio').fill('w'.repeat(160))
      await page.getByRole('button', { name: 'Add a link' }).click()
      await page.getByLabel('Address 1').fill(`http://${'w'.repeat(60)}.example.com`)
      await page.getByLabel('Name 1').fill('W'.repeat(30))
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('A link starts with https://').waitFor()
    },
  },
  {
    name: 'settings, related accounts',
    path: '/settings',
    who: 'person',
    answers: {
      '/api/related-accounts': relatedAccounts,
      '/api/trust/own': lessTrust,
      '/api/invites': ownInvites,
      '/api/config': closedBeta,
    },
    ready: (page) => page.getByRole('heading', { name: 'Related accounts' }),
    open: press(/^Appeal: w/, (page) => page.getByRole('alertdialog')),
  },
  ...screen(
    { path: '/settings', who: 'person', ready: heading('Account Settings') },
    { name: 'settings', open: press('Edit username', 'Username is available') },
    {
      name: 'settings, passkeys',
      answers: {
        '/api/passkeys': {
          passkeys: ['W'.repeat(40), 'Safari on iPhone', 'Chrome on macOS'].map((name, at) => ({
            id: `00000000-0000-4000-8000-00000000000${at}`,
            name,
            createdAt: '2026-03-02T12:00:00.000Z',
            lastUsedAt: at === 0 ? null : '2026-03-02T12:00:00.000Z',
            isBackedUp: at !== 0,
            isWallet: at === 2,
          })),
          wallet: { walletAddress: `0x${'a1'.repeat(20)}`, accountKey: `0x${'b2'.repeat(84)}`, keys: [] },
        },
      },
      open: async (page) => {
        await page.getByRole('button', { name: 'Rename Safari on iPhone' }).click()
        await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
        // A control half below the bar would count as too small.
        await page.evaluate(() => scrollTo(0, 0))
      },
    },
    {
      name: 'wallet, receive',
      open: async (page) => {
        await openWallet(page)
        await page.getByRole('img', { name: 'QR code of your address' }).waitFor()
      },
    },
    { name: 'delete account', open: press('Delete account', 'You forfeit') },
  ),
  ...Object.entries({ empty: noHistory, typical: someHistory, overflowing: longHistory }).map(
    ([kind, history]): UiState => ({
      name: `wallet, history, ${kind}`,
      path: '/',
      who: 'person',
      ready: heading('Level Up Today'),
      answers: { ...withManyKeys, ...history },
      withoutLive: true,
      open: async (page) => {
        await asOwner(page, '/settings')
        await openWallet(page)
        await page.getByRole('radio', { name: 'History' }).check({ force: true })
        await page
          .getByRole('dialog')
          .getByText(kind === 'empty' ? 'Nothing yet.' : 'Steeze bought')
          .first()
          .waitFor()
      },
    }),
  ),
  { name: 'stream overlay', path: '/settings/stream', who: 'person', ready: heading('Show a battle on your stream') },
  {
    name: 'stream overlay, of a battle',
    path: '/settings/stream?battle={live}',
    who: 'person',
    ready: heading('Copy its address'),
    texts: ['On the overlay', 'takes the lead', 'Top gifter'],
    proves: '[battles.overlay-steps]',
  },
  {
    name: 'settings, a calendar’s address',
    path: '/settings',
    who: 'person',
    answers: { '/api/calendar': { path: `/calendar/${'w'.repeat(43)}.ics` } },
    ready: (page) => page.getByText(/w{43}/),
    open: async (page) => {
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'steeze', path: '/steeze-stack', who: 'person', ready: heading('STEEZE RECHARGE') },
  {
    name: 'steeze, redemption rejected',
    path: '/steeze-stack',
    who: 'person',
    answers: {
      '/api/steeze/purchase': shop,
      '/api/steeze/redemption': { redemption: null, review: longReview, next: null },
    },
    ready: (page) => page.getByText('987,654,321 Steeze rejected'),
  },
  {
    name: 'steeze, redeeming waits',
    path: '/steeze-stack',
    who: 'person',
    answers: {
      '/api/steeze/purchase': shop,
      '/api/steeze/redemption': {
        redemption: null,
        review: null,
        next: { at: '2026-03-03T12:11:00.000Z', reason: 'Your last signed redemption ran out unused.' },
      },
    },
    ready: (page) => page.getByText('You can redeem again from'),
  },
  ...screen(
    { path: '/leaderboard', who: 'person', ready: heading('Your Position') },
    {
      name: 'leaderboard, weekly',
      open: async (page) => {
        await page.getByRole('radio', { name: 'Weekly' }).check({ force: true })
        await page.getByText('Counts what you earned since Monday').waitFor()
      },
    },
    {
      name: 'leaderboard',
      open: async (page) => {
        await page.getByRole('region', { name: 'Ranking' }).getByRole('listitem').first().waitFor()
      },
    },
  ),
  {
    name: 'leaderboard by what people won',
    path: '/leaderboard',
    who: 'person',
    answers: {
      '/api/reputation/ranking': [
        {
          rank: 1,
          person: {
            id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d31',
            username: 'merkle_maya',
            profileImageUrl: null,
            currentStreak: 12,
          },
          points: 1_240,
        },
      ],
    },
    ready: (page) => page.getByRole('radio', { name: 'Won' }),
    open: async (page) => {
      await page.getByRole('radio', { name: 'Won' }).click()
      await page.getByRole('list', { name: 'People who won most' }).waitFor()
    },
  },
  {
    name: 'leaderboard by Trust',
    path: '/leaderboard',
    who: 'person',
    answers: { '/api/trust/ranking': mostTrusted },
    ready: (page) => page.getByRole('radio', { name: 'Trust' }),
    open: async (page) => {
      await page.getByRole('radio', { name: 'Trust' }).click()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByRole('list', { name: 'People with the most Trust' }).getByRole('listitem').nth(39).waitFor()
    },
    proves: '[trust.board]',
  },
  ...screen(
    { path: '/leaderboard', who: 'person', ready: (page) => page.getByRole('radio', { name: 'Rounds' }) },
    {
      name: 'leaderboard by rating',
      answers: { '/api/rating/ranking': bestRated },
      open: async (page) => {
        await page.getByRole('radio', { name: 'Rounds' }).click()
        await page.getByRole('list', { name: 'People with the best ratings' }).waitFor()
      },
      texts: ['± 274', '0 of 5 battles'],
      proves: '[battles.rating-board]',
    },
    {
      name: 'leaderboard by rating, empty',
      open: async (page) => {
        await page.getByRole('radio', { name: 'Rounds' }).click()
        await page.getByText('Nobody is rated yet').waitFor()
      },
    },
  ),
  { name: 'league, not joined', path: '/league', who: 'person', ready: heading('Learn with others') },
  {
    name: 'league',
    path: '/league',
    who: 'person',
    answers: { '/api/leagues/me': fullLeague },
    ready: heading('Staying'),
    proves: '[leagues.route]',
  },
  {
    name: 'your week, before the first',
    path: '/recap',
    who: 'person',
    answers: { '/api/recap': { recap: null, nextOn: '2026-03-09', isNew: false } },
    ready: heading('Your first recap comes on Monday, 9 March'),
  },
  {
    name: 'your week, quiet',
    path: '/recap/2026-03-02',
    who: 'person',
    answers: { '/api/recap/2026-03-02': quietWeek },
    ready: heading('A quiet week'),
    proves: '[recap.quiet]',
  },
  {
    name: 'your week',
    path: '/recap/2026-12-28',
    who: 'person',
    answers: { '/api/recap/2026-12-28': fullWeek },
    ready: heading('Best moment'),
    open: loadPicture,
  },
  ...screen(
    { path: '/profile', who: 'person', ready: heading('Battle Statistics') },
    { name: 'profile' },
    {
      name: 'profile, before a rating',
      open: (page) => withRating(page, { battles: 3, shown: null, place: null }),
      texts: ['3 of 5 battles until a rating'],
      proves: '[battles.rating-shown]',
    },
    {
      name: 'profile, rated',
      open: (page) => withRating(page, { battles: 31, shown: { points: 1_480, plusMinus: 120 }, place: 1_204 }),
      texts: ['1,480', '± 120'],
      proves: '[battles.rating-shown]',
    },
    {
      name: 'own profile, every reason for less Trust',
      answers: { '/api/users/*/places': everyPlace, '/api/trust/own': lessTrust },
      open: async (page) => {
        await page.getByRole('region', { name: 'Standing by' }).scrollIntoViewIfNeeded()
        await page.getByText('You pass on less Trust').first().waitFor()
      },
      proves: '[standing.liability]',
    },
  ),
  {
    name: 'profile, seen by a visitor',
    path: '/user/{ada}',
    who: 'visitor',
    ready: heading('Battle Statistics'),
    texts: ['Join to vouch'],
    proves: '[access.visitor-profile]',
  },
  ...screen(
    { path: '/user/{ada}', who: 'person', ready: heading('Battle Statistics') },
    {
      name: 'vouch',
      open: async (page) => {
        await page.getByRole('button', { name: 'Vouch', exact: true }).click()
        await page.getByRole('button', { name: 'Vouch Now' }).waitFor()
      },
    },
    { name: 'a place and its line', open: openPlace },
    {
      name: 'report the line of a place',
      answers: { '/api/users/*/places': everyPlace },
      open: async (page) => {
        await page.getByRole('region', { name: 'Standing by' }).scrollIntoViewIfNeeded()
        await page
          .getByRole('button', { name: /^Report the line beside / })
          .first()
          .click()
        await page.getByRole('dialog', { name: 'Report a line' }).waitFor()
      },
    },
    { name: 'a person’s menu', open: press(/^More about /, (page) => page.getByRole('menuitem', { name: 'Report' })) },
    {
      name: 'report a person',
      open: async (page) => {
        await page.getByRole('button', { name: /^More about / }).click()
        await page.getByRole('menuitem', { name: 'Report' }).click()
        await page.getByRole('dialog').getByText('What is wrong?').waitFor()
      },
    },
  ),
  {
    name: 'no place left',
    path: '/user/{ada}',
    who: 'person',
    answers: { '/api/places': noPlaceLeft },
    ready: (page) => page.getByRole('button', { name: /, 0 of 50 places left$/ }),
    open: press(/, 0 of 50 places left$/, (page) =>
      page.getByRole('dialog').getByRole('list', { name: 'You stand by' }),
    ),
    texts: ['All of your 50 places are taken. Take one back first.'],
    proves: '[standing.room]',
  },
  {
    name: 'receipts',
    path: '/receipts',
    who: 'person',
    answers: { '/api/receipts': manyReceipts },
    ready: (page) => page.getByRole('link', { name: /^USDC, vouched by/ }).first(),
  },
  {
    name: 'receipt',
    path: '/receipts/7',
    who: 'person',
    answers: { '/api/receipts/7': hugeReceipt },
    ready: heading('Steeze, bought'),
  },
  { name: 'lessons', path: '/lessons', who: 'visitor', ready: heading('Lessons') },
  {
    name: 'public lesson',
    path: '/lessons/what-a-wallet-holds',
    who: 'visitor',
    ready: heading('What a wallet actually holds'),
  },
  { name: 'glossary', path: '/glossary/gas', who: 'visitor', ready: heading('Glossary') },
  { name: 'Trust, without seeds', path: '/trust', who: 'visitor of an empty product', ready: heading('Most trusted') },
  {
    name: 'Trust',
    path: '/trust',
    who: 'visitor',
    answers: { '/api/trust': calculation, '/api/trust/ranking': mostTrusted },
    ready: (page) => page.getByRole('list', { name: 'People with the most Trust' }),
    proves: '[trust.route]',
  },
  {
    name: 'status, with trouble',
    path: '/status',
    who: 'visitor',
    answers: { '/api/status': troubledStatus },
    ready: heading('Days with trouble'),
  },
  {
    name: 'reserves, short',
    path: '/reserves',
    who: 'visitor',
    answers: { '/api/reserves': shortReserves },
    ready: heading('Short'),
  },
  {
    name: 'profile of nobody',
    path: '/user/11111111-1111-4111-8111-111111111111',
    who: 'person',
    ready: heading('User Not Found'),
  },
  {
    name: 'live battles',
    path: '/battles?tab=live&view=all',
    who: 'person',
    ready: (page) => page.getByRole('link', { name: 'QQQQQQQQQQQQQQQQQQQQ' }).first(),
  },
  { name: 'my battles, none', path: '/battles?tab=mine', who: 'person', ready: heading('No Battles Yet') },
  ...screen(
    { path: '/battles', who: 'person', ready: heading('Live Battles') },
    { name: 'challenge', open: openChallenge },
    { name: 'challenge, suggested', open: openCreate },
    { name: 'challenge by link', open: openLinkForm },
    { name: 'challenge link, made', open: makeLink },
    {
      name: 'challenge to rounds',
      open: async (page) => {
        await openChallenge(page)
        await page.getByRole('radio', { name: 'Knowledge' }).click()
      },
      texts: ['You both answer the same questions live.'],
    },
  ),
  {
    name: 'my battles, with links',
    path: '/battles?tab=mine',
    who: 'person',
    answers: { '/api/challenge-links': [ownLink, { ...ownLink, id: crypto.randomUUID(), title: null }] },
    ready: heading('Challenge links'),
  },
  {
    name: 'challenge link, for a visitor',
    path: '/challenge/1',
    who: 'visitor',
    answers: { '/api/challenge-links/1': { ...offeredLink, stake: 100 } },
    ready: (page) => page.getByRole('link', { name: 'Join to accept' }),
  },
  {
    name: 'challenge link, too high a stake',
    path: '/challenge/1',
    who: 'person',
    answers: { '/api/challenge-links/1': offeredLink },
    ready: (page) => page.getByText('You need 1,000 AP to accept'),
    texts: ['Earn AP with a lesson'],
    proves: '[battles.link-refused]',
  },
  {
    name: 'challenge link, own',
    path: '/challenge/1',
    who: 'person',
    answers: { '/api/challenge-links/1': ownLink },
    ready: heading('Waiting for somebody to accept'),
    texts: ['Copy link', 'Withdraw'],
    proves: '[battles.link-own]',
  },
  {
    name: 'challenge link, expired',
    path: '/challenge/1',
    who: 'visitor',
    answers: { '/api/challenge-links/1': { ...offeredLink, status: 'expired' } },
    ready: heading('The challenge expired'),
    proves: '[battles.link-over]',
  },
  {
    name: 'invite, for a visitor',
    path: '/invite/1',
    who: 'visitor',
    answers: { '/api/invites/1': offeredInvite },
    ready: (page) => page.getByRole('link', { name: 'Join Aura' }),
  },
  {
    name: 'invite, own',
    path: '/invite/1',
    who: 'person',
    answers: { '/api/invites/1': { ...offeredInvite, viewer: 'inviter' } },
    ready: heading('Waiting for somebody to join'),
  },
  {
    name: 'invite, used by the viewer',
    path: '/invite/1',
    who: 'person',
    answers: { '/api/invites/1': { ...offeredInvite, status: 'used', viewer: 'invited' } },
    ready: heading('You’re in'),
  },
  {
    name: 'invite, without a wallet',
    path: '/invite/1',
    who: 'person',
    answers: { '/api/invites/1': { ...offeredInvite, viewer: 'without-wallet' } },
    ready: (page) => page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }),
  },
  {
    name: 'invite, used',
    path: '/invite/1',
    who: 'visitor',
    answers: { '/api/invites/1': { ...offeredInvite, status: 'used' }, '/api/config': closedBeta },
    ready: (page) => page.getByText(/you need an invite to join/),
  },
  {
    name: 'own profile, after inviting a ring',
    path: '/profile',
    who: 'person',
    answers: { '/api/trust/own': { ...lessTrust, liabilities: [] } },
    ready: (page) => page.getByText('Only you see this.'),
    open: press(/^Appeal: /, (page) => page.getByRole('alertdialog')),
    proves: '[trust.invited-ring-shown]',
  },
  { name: 'no such invite', path: '/invite/nothing', who: 'visitor', ready: heading('Invite Not Found') },
  { name: 'own invites, none yet', path: '/invites', who: 'person', ready: heading('No links yet') },
  ...screen(
    {
      path: '/invites',
      who: 'person',
      answers: { '/api/invites': ownInvites, '/api/config': closedBeta },
      ready: (page) => page.getByText('The next one comes on'),
    },
    { name: 'own invites' },
    { name: 'own invites, withdrawing', open: press(/^Withdraw:/, (page) => page.getByRole('alertdialog')) },
  ),
  { name: 'no such challenge', path: '/challenge/nothing', who: 'visitor', ready: heading('Challenge Not Found') },
  ...screen(
    { path: '/battles/{live}', who: 'person', ready: heading('QQQQQQQQQQQQQQQQQQQQ') },
    { name: 'showdown, live' },
    {
      name: 'showdown, a participant offline',
      withoutLive: true,
      open: async (page) => {
        await chatStates.off(page)
        await page.evaluate(() => scrollTo(0, 0))
        await page.getByText('Live updates are offline.').waitFor()
      },
    },
    {
      name: 'comment',
      open: press(/^Options for iiii/, (page) => page.getByRole('dialog').getByText('What is wrong with it?')),
    },
    { name: 'gift', open: press(/^Gift Steeze to wwww/, 'Live Aura Radar, after') },
    { name: 'rounds, lobby', open: (page) => inRounds(page, 'lobby'), texts: ['I’m ready', 'isn’t ready yet'] },
    {
      name: 'rounds, open',
      open: (page) => inRounds(page, 'open'),
      texts: ['Question 3 of 7', 'Answered', 'Thinking', 'Answer'],
      proves: '[battles.rounds-field]',
    },
  ),
  ...(['poster', 'playing', 'failed'] as const).map((state) => ({
    name: `showdown, streams: ${state}`,
    path: '/battles/{live}',
    who: 'person' as const,
    ready: heading('QQQQQQQQQQQQQQQQQQQQ'),
    open: onAir[state],
  })),
  ...(['off', 'connecting', 'on'] as const).map((state) => ({
    name: `showdown, chat: ${state}`,
    path: '/battles/{live}',
    who: 'person' as const,
    withoutLive: true as const,
    ready: heading('QQQQQQQQQQQQQQQQQQQQ'),
    open: chatStates[state],
    proves: '[battles.chat]',
  })),
  ...screen(
    {
      path: '/settings',
      who: 'person',
      answers: { '/api/battles/streams': hiddenStreams },
      ready: (page) => page.getByText('An admin hid your streams:'),
    },
    { name: 'settings, hidden streams' },
    {
      name: 'settings, choosing a stream',
      open: async (page) => {
        await page.getByRole('button', { name: 'Change: Your stream in battles' }).click()
        await page.getByRole('dialog').getByText('Another address').click()
      },
    },
  ),
  {
    name: 'rounds, sudden death',
    path: '/battles/{live}',
    who: 'person',
    ready: heading('QQQQQQQQQQQQQQQQQQQQ'),
    open: (page) => inRounds(page, 'sudden death'),
    texts: ['Sudden death 2 of 3', 'The next lead wins.'],
  },
  {
    name: 'rounds, walkover',
    path: '/battles/{over}',
    who: 'visitor',
    ready: heading('Wins!'),
    open: (page) => inRounds(page, 'walkover'),
    texts: ['wasn’t ready in time. No question was asked.'],
    proves: '[battles.walkover]',
  },
  {
    name: 'rounds, reveal',
    path: '/battles/{live}',
    who: 'visitor',
    ready: heading('QQQQQQQQQQQQQQQQQQQQ'),
    open: (page) => inRounds(page, 'reveal'),
    texts: ['Right in 8.41 s', 'Wrong in 20.00 s', '6789 of 12345 right'],
  },
  ...screen(
    { path: '/battles/{over}', who: 'visitor', ready: heading('Wins!') },
    {
      name: 'rounds, over',
      open: (page) => inRounds(page, 'over'),
      texts: ['How it was decided', '1,480 ± 120, now 1,512 ± 116 (+32)', '1,394 ± 268, the first rating'],
      proves: '[battles.rating-change]',
    },
    { name: 'showdown, over' },
    {
      name: 'video, begun',
      open: async (page) => {
        // A request that stays open would count as a page that still loads.
        await page.evaluate(() => {
          const { fetch } = window
          window.fetch = (input, init) =>
            (input instanceof Request ? input.url : `${input}`).includes('/receipt')
              ? new Promise<never>(() => undefined)
              : fetch(input, init)
        })
        await openVideo(page)
        await page.getByText('uploads it nowhere').waitFor()
      },
    },
    {
      name: 'video, not made',
      open: async (page) => {
        await page.route('**/api/battles/*/receipt*', (route) => route.abort())
        await openVideo(page)
        await page.getByRole('button', { name: 'Try again' }).waitFor()
      },
      texts: ['What the video shows didn’t load.'],
      proves: '[battles.video-failed]',
    },
  ),
  {
    name: 'rounds, missed',
    path: '/battles/{over}',
    who: 'person',
    ready: heading('Wins!'),
    open: inRoundsMissed,
    texts: ['You missed 2', 'Add to my next review', 'Practise rounds'],
  },
  ...screen(
    { path: '/battles/{over}/receipt', who: 'visitor', ready: heading('Wins!') },
    { name: 'receipt of rounds', open: inRoundsReceipt, texts: ['8.412 s', 'No answer', 'Nobody'] },
    {
      name: 'receipt of rounds, forged',
      open: async (page) => {
        await inRoundsReceipt(page)
        await page.getByRole('button', { name: 'Check it here' }).click()
        await page.getByText('The receipt doesn’t hold').waitFor()
      },
      texts: ['The question of round 1 is not the one committed to.', 'Check again'],
      proves: '[battles.receipt-check]',
    },
    {
      name: 'battle receipt',
      open: press('Check it here', 'The receipt holds'),
      texts: ['in one chain of hashes', 'Stakes and gifts moved as the result says.'],
      proves: '[battles.receipt-check]',
    },
  ),
  ...screen(
    { path: '/practice', who: 'person', ready: heading('Practise rounds') },
    {
      name: 'practice',
      answers: { '/api/practice': practiceTerms.many },
      texts: ['Your earlier answers', 'creator_8'],
    },
    {
      name: 'practice, running',
      answers: { '/api/practice': { ...practiceTerms.many, openId: PRACTICE_ID } },
      texts: ['Your practice is still running.', 'Continue'],
    },
    {
      name: 'practice, alone',
      answers: { '/api/practice': practiceTerms.none },
      texts: ['Nobody yet', 'No creator lets others practise against them yet.'],
    },
  ),
  ...practiceState('countdown', 'Practice', ['Your mark', 'Not set yet', 'Question 1 of 7 next']),
  ...practiceState('open', 'Practice', ['Question 3 of 7', 'Your turn', 'Answered']),
  ...practiceState('reveal', 'Practice', ['Wrong in 20.00 s', 'Right in 8.41 s', 'another question']),
  ...practiceState('over', 'was better', ['You missed 2', 'Again', 'Practise something else']),
  { name: 'practice, unknown', path: `/practice?id=${PRACTICE_ID}`, who: 'person', ready: heading('No practice here') },
  {
    name: 'showdown, pending',
    path: '/battles/{pending}',
    who: 'visitor',
    ready: heading('Waiting for opponent to accept the challenge'),
    proves: '[battles.text-waiting]',
  },
  {
    name: 'no such battle',
    path: '/battles/nothing',
    who: 'visitor',
    ready: heading('Battle Not Found'),
    texts: ["The battle you're looking for doesn't exist.", 'Go Back'],
    proves: '[battles.text-not-found]',
  },
  ...helpPages.map(
    ({ slug, title }): UiState => ({
      name: `help, ${title}`,
      path: `/help/${slug}`,
      who: 'visitor',
      ready: (page) => page.getByRole('heading', { level: 1, name: title }),
    }),
  ),
  { name: 'admin, whitelist', path: '/admin/whitelist', who: 'admin', ready: heading('Whitelisted Wallets (3)') },
  {
    name: 'admin, seeds',
    path: '/admin/seeds',
    who: 'admin',
    answers: { '/api/admin/seeds': reaches },
    ready: (page) => page.getByRole('table', { name: 'Seeds' }),
  },
  {
    name: 'admin, people',
    path: '/admin/people',
    who: 'admin',
    ready: (page) => page.getByRole('list', { name: 'People' }).getByRole('listitem').first(),
  },
  {
    name: 'admin, invites of a person',
    path: '/admin/people',
    who: 'admin',
    answers: { '/api/admin/people/*/invites': personsInvites },
    ready: (page) => page.getByRole('button', { name: /^Invites:/ }).first(),
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Invites:/ })
        .last()
        .click()
      await page.getByRole('list', { name: /^Invited by/ }).waitFor()
      await page.getByRole('button', { name: /^Give invites/ }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'admin, battles',
    path: '/admin/battles',
    who: 'admin',
    ready: (page) => page.getByRole('list', { name: 'Accepted and live battles' }),
  },
  {
    name: 'admin, reports',
    path: '/admin/comments',
    who: 'admin',
    answers: {
      '/api/admin/relation-appeals': relationAppeals,
      '/api/admin/trust-appeals': trustAppeals,
      '/api/admin/reports': [
        {
          person: { id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d21', username: 'double_up', profileImageUrl: null },
          about: {
            bio: 'w'.repeat(160),
            links: [{ name: 'W'.repeat(30), url: `https://example.com/${'w'.repeat(170)}`, host: 'example.com' }],
          },
          waiting: 1,
          reports: [
            {
              reporter: { id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d22', username: 'merkle_maya' },
              reason: 'scam',
              text: 'Asked me to trade wins.',
              reportedAt: '2026-03-02T12:00:00.000Z',
            },
          ],
        },
      ],
      '/api/admin/texts': reportedTexts,
    },
    ready: (page) => page.getByRole('list', { name: 'Reported texts' }),
  },
  {
    name: 'admin, redemptions',
    path: '/admin/redemptions',
    who: 'admin',
    answers: { '/api/admin/redemptions': longRedemptions, '/api/admin/redemptions/*': longNeighbours },
    ready: (page) => page.getByRole('list', { name: 'Waiting redemptions' }),
    open: press(/^Related accounts of/, (page) => page.getByRole('button', { name: /^Undo: / })),
  },
  {
    name: 'admin, lessons',
    path: '/admin/lessons',
    who: 'admin',
    ready: (page) => page.getByRole('table', { name: 'Lessons' }),
  },
  {
    name: 'admin, log',
    path: '/admin/log',
    who: 'admin',
    ready: (page) => page.getByRole('table', { name: 'Admin log' }),
  },
  { name: 'not found, signed in', path: '/nowhere', who: 'person', ready: heading('404 Page Not Found') },
  { name: 'design', path: '/design', who: 'visitor', isGallery: true, ready: heading('Components and states') },
]
