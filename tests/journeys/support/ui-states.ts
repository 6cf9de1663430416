import type { Locator, Page } from '@playwright/test'
import { helpPages } from '../../../web/src/lib/help-pages.ts'
import { changeAnswer, withoutLive } from './change-answer.ts'
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
import { bestRated, mostWon, withRating } from './states/ratings.ts'
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
import {
  everyPlace,
  lessTrust,
  noPlaceLeft,
  reaches,
  reportedPeople,
  reportedTexts,
  trustAppeals,
} from './states/standing.ts'
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

/** Returns the control of a role, by its name if it has one. */
const the = (role: Parameters<Page['getByRole']>[0], name?: string | RegExp) => (page: Page) =>
  page.getByRole(role, name === undefined ? {} : { name })
const heading = (name: string) => the('heading', name)
const text = (words: string | RegExp) => (page: Page) => page.getByText(words)
const rankings = heading('Aura rankings')
const toTop = (page: Page) => page.evaluate(() => scrollTo(0, 0))

/** Does something, then waits for a text or a locator. */
const after =
  (step: (page: Page) => Promise<unknown>, shows: string | UiState['ready']) =>
  async (page: Page): Promise<void> => {
    await step(page)
    await (typeof shows === 'string' ? page.getByText(shows) : shows(page)).waitFor()
  }

/** Presses a button or another control, then waits for a text or a locator. */
const press = (control: string | RegExp | UiState['ready'], shows: string | UiState['ready']) =>
  after((page) => (typeof control === 'function' ? control(page) : the('button', control)(page).first()).click(), shows)

const openCreate = (page: Page) => page.getByRole('button', { name: 'Create Battle' }).first().click()

const openChallenge = async (page: Page) => {
  await openCreate(page)
  const dialog = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await dialog.getByLabel('Opponent').fill('wwww')
  await dialog.getByRole('button', { name: /wwwwwwwwwwwwwwwwwwww/ }).click()
}

const openWallet = async (page: Page) => {
  const chip = page.getByRole('button', { name: /^Wallet 0x/ })
  if (!(await chip.isVisible())) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await chip.last().click()
}

const openLinkForm = async (page: Page) => {
  await openCreate(page)
  await press(the('radio', 'Anyone with a link'), the('button', 'MAKE CHALLENGE LINK'))(page)
}

const makeLink = async (page: Page) => {
  await page.route('**/api/challenge-links', (route) => route.fulfill({ json: ownLink }))
  await openLinkForm(page)
  await press('MAKE CHALLENGE LINK', the('dialog', 'Your challenge link is ready'))(page)
}

const openPlace = async (page: Page) => {
  const stands = page.getByRole('button', { name: /^Standing by/ })
  const stand = page.getByRole('button', { name: /^Stand by/ })
  await stand.or(stands).first().waitFor()
  if (await stand.isVisible()) await stand.click()
  await stands.click()
  await page.getByRole('dialog').getByLabel('Your line').fill('w'.repeat(81))
}

const openVideo = (page: Page) => page.getByRole('button', { name: 'Make a video' }).click()

/** Opens an address as a user whose first sign-in this is. */
async function welcomeAgain(page: Page, path: string, changes: object = {}): Promise<void> {
  await withoutLive(page)
  await changeAnswer(page, '**/api/auth/user', { seenFirsts: [], ...changes })
  await page.goto(new URL(path, page.url()).href)
}

/** Loads the picture again, because the week on screen was made up and has none at first. */
const loadPicture = async (page: Page) => {
  await page.getByText('The picture didn’t load.').waitFor()
  await page.route('**/share/recaps/*', async (route) => {
    const response = await route.fetch({ url: new URL('/share/home.jpg', page.url()).href })
    await route.fulfill({ response })
  })
  await press('Try again', the('button', 'Save picture'))(page)
  // Bars that stick would cover what is checked at the top.
  await toTop(page)
}

const stateFor =
  (who: UiState['who']) =>
  (name: string, path: string, ready: UiState['ready'], more: Partial<UiState> = {}): UiState => ({
    ...{ name, path, who, ready },
    ...more,
  })
const visitor = stateFor('visitor')
const nobodyYet = stateFor('visitor of an empty product')
const person = stateFor('person')
const admin = stateFor('admin')

/** Returns states of one screen, which share all that they don't say otherwise. */
const screen = (shared: Omit<UiState, 'name'>, ...states: (Pick<UiState, 'name'> & Partial<UiState>)[]): UiState[] =>
  states.map((state) => ({ ...shared, ...state }))

const practiceState = (name: keyof typeof practiceStates, title: string, texts: readonly string[]): UiState =>
  person(`practice, ${name}`, `/practice?id=${PRACTICE_ID}`, heading(title), {
    answers: { [`/api/practice/${PRACTICE_ID}`]: practiceStates[name] },
    texts,
  })

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
        await changeAnswer(page, '**/api/config', { formerPasskeyHost: 'old.example.org' })
        await page.goto(new URL('/?join=1', page.url()).href)
        await press('Continue with a passkey', 'don’t work here')(page)
      },
      texts: ['Passkeys of old.example.org don’t work here', 'Sign in another way.'],
      proves: '[access.passkey-moved]',
    },
  ),
  visitor('rankings', '/', rankings, {
    open: after(
      (page) => rankings(page).scrollIntoViewIfNeeded(),
      (page) => page.locator('#rankings li').first(),
    ),
  }),
  nobodyYet('rankings without anybody', '/', rankings, {
    open: after((page) => rankings(page).scrollIntoViewIfNeeded(), 'Be the first to go aura'),
    proves: '[landing.text-rankings-empty]',
  }),
  ...screen(
    { path: '/?join=1', who: 'visitor', ready: the('button', 'Demo Wallet') },
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
  visitor('join with a passkey', '/?join=1', the('button', 'Continue with a passkey'), {
    open: press('Continue with a passkey', the('button', 'Create a passkey')),
  }),
  visitor('not found', '/nowhere', heading('404 Page Not Found'), {
    texts: ["This page doesn't exist or you don't have permission to access it."],
    proves: '[frame.text-not-found]',
  }),
  ...screen(
    { path: '/', who: 'person', ready: heading('Level Up Today') },
    {
      name: 'welcome',
      open: after((page) => welcomeAgain(page, '/welcome'), heading('Welcome to Aura')),
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
        await press(the('tab', 'Other people'), 'merkle_maya follows you')(page)
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
        await toTop(page)
      },
      texts: ['One key opens this wallet', 'Your only key can’t be removed.'],
      proves: '[settings.keys-remove]',
    },
    {
      name: 'settings, keys with a removal',
      answers: withManyKeys,
      withoutLive: true,
      open: after((page) => asOwner(page, '/settings'), the('button', 'Keep this key: Safari on iPhone')),
      texts: ['A passkey Aura doesn’t know', 'unless one of your keys keeps it'],
      proves: '[settings.keys-list]',
    },
    {
      name: 'settings, keys while Aura hands nothing in',
      answers: { ...withManyKeys, ...closedRelay },
      withoutLive: true,
      open: after(
        (page) => asOwner(page, '/settings'),
        (page) => the('region', 'Keys of your wallet')(page).getByText('Aura can’t hand anything in now'),
      ),
      texts: ['An ordinary wallet with some ETH can send what your passkey signs'],
      proves: '[settings.keys-own]',
    },
    {
      name: 'dashboard, asked for a second key',
      answers: withOneKey,
      withoutLive: true,
      open: after((page) => asOwner(page, '/'), the('button', 'Not now')),
    },
    {
      name: 'celebration',
      open: async (page) => {
        await welcomeAgain(page, '/welcome', { walletBonusAp: 90, currentStreak: 5 })
        await press('Continue', the('button', 'Keep going'))(page)
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
    { name: 'a unit’s check', open: press(/^(Take the Check|Continue): /, the('button', 'Submit Answer')) },
  ),
  ...screen(
    { path: '/', who: 'person', answers: { '/api/review': reviewAtLab }, ready: text('A lab is left.') },
    {
      name: 'a review’s lab',
      open: after(openReview, 'Your goal.'),
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
      open: after(openChanges, the('button', 'Answer One Question')),
      texts: ['They count as reviews of these questions, and pay nothing.'],
    },
    {
      name: 'what changed, answered',
      open: answerChanges,
      texts: ['Read. What you answered wrong comes back tomorrow.'],
    },
  ),
  person('streak', '/streak', heading('day streak'), {
    open: async (page) => {
      await learnByCalls(page, new URL(page.url()).origin)
      await page.reload()
      await page.getByRole('heading', { name: '1 day streak' }).waitFor()
    },
  }),
  person('settings, a refused link', '/settings', (page) => page.getByLabel('Bio'), {
    open: async (page) => {
      await page.getByLabel('Bio').fill('w'.repeat(160))
      await page.getByRole('button', { name: 'Add a link' }).click()
      await page.getByLabel('Address 1').fill(`http://${'w'.repeat(60)}.example.com`)
      await page.getByLabel('Name 1').fill('W'.repeat(30))
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('A link starts with https://').waitFor()
    },
  }),
  person('settings, related accounts', '/settings', heading('Related accounts'), {
    answers: {
      '/api/related-accounts': relatedAccounts,
      '/api/trust/own': lessTrust,
      '/api/invites': ownInvites,
      '/api/config': closedBeta,
    },
    open: press(/^Appeal: w/, the('alertdialog')),
  }),
  ...screen(
    { path: '/settings', who: 'person', ready: heading('Account Settings') },
    { name: 'settings', open: press('Edit username', 'Username is available') },
    {
      name: 'settings, passkeys',
      answers: { '/api/passkeys': withManyKeys['/api/passkeys'] },
      open: async (page) => {
        await page.getByRole('button', { name: 'Rename Safari on iPhone' }).click()
        await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
        // A control half below the bar would count as too small.
        await toTop(page)
      },
    },
    { name: 'wallet, receive', open: after(openWallet, the('img', 'QR code of your address')) },
    { name: 'delete account', open: press('Delete account', 'You forfeit') },
  ),
  ...Object.entries({ empty: noHistory, typical: someHistory, overflowing: longHistory }).map(([kind, history]) =>
    person(`wallet, history, ${kind}`, '/', heading('Level Up Today'), {
      answers: { ...withManyKeys, ...history },
      withoutLive: true,
      open: async (page) => {
        await asOwner(page, '/settings')
        await openWallet(page)
        await page.getByRole('radio', { name: 'History' }).check({ force: true })
        const dialog = page.getByRole('dialog')
        await dialog
          .getByText(kind === 'empty' ? 'Nothing yet.' : 'Steeze bought')
          .first()
          .waitFor()
      },
    }),
  ),
  person('stream overlay', '/settings/stream', heading('Show a battle on your stream')),
  person('stream overlay, of a battle', '/settings/stream?battle={live}', heading('Copy its address'), {
    texts: ['On the overlay', 'takes the lead', 'Top gifter'],
    proves: '[battles.overlay-steps]',
  }),
  person('settings, a calendar’s address', '/settings', text(/w{43}/), {
    answers: { '/api/calendar': { path: `/calendar/${'w'.repeat(43)}.ics` } },
    open: press((page) => page.getByRole('button', { name: 'Remove', exact: true }), the('alertdialog')),
  }),
  person('steeze', '/steeze-stack', heading('STEEZE RECHARGE')),
  person('steeze, redemption rejected', '/steeze-stack', text('987,654,321 Steeze rejected'), {
    answers: {
      '/api/steeze/purchase': shop,
      '/api/steeze/redemption': { redemption: null, review: longReview, next: null },
    },
  }),
  person('steeze, redeeming waits', '/steeze-stack', text('You can redeem again from'), {
    answers: {
      '/api/steeze/purchase': shop,
      '/api/steeze/redemption': {
        redemption: null,
        review: null,
        next: { at: '2026-03-03T12:11:00.000Z', reason: 'Your last signed redemption ran out unused.' },
      },
    },
  }),
  ...screen(
    { path: '/leaderboard', who: 'person', ready: heading('Your Position') },
    {
      name: 'leaderboard, weekly',
      open: after((page) => the('radio', 'Weekly')(page).check({ force: true }), 'Counts what you earned since Monday'),
    },
    { name: 'leaderboard', open: (page) => the('region', 'Ranking')(page).getByRole('listitem').first().waitFor() },
  ),
  person('leaderboard by what people won', '/leaderboard', the('radio', 'Won'), {
    answers: { '/api/reputation/ranking': mostWon },
    open: press(the('radio', 'Won'), the('list', 'People who won most')),
  }),
  person('leaderboard by Trust', '/leaderboard', the('radio', 'Trust'), {
    answers: { '/api/trust/ranking': mostTrusted },
    open: async (page) => {
      await page.getByRole('radio', { name: 'Trust' }).click()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByRole('list', { name: 'People with the most Trust' }).getByRole('listitem').nth(39).waitFor()
    },
    proves: '[trust.board]',
  }),
  ...screen(
    { path: '/leaderboard', who: 'person', ready: the('radio', 'Rounds') },
    {
      name: 'leaderboard by rating',
      answers: { '/api/rating/ranking': bestRated },
      open: press(the('radio', 'Rounds'), the('list', 'People with the best ratings')),
      texts: ['± 274', '0 of 5 battles'],
      proves: '[battles.rating-board]',
    },
    { name: 'leaderboard by rating, empty', open: press(the('radio', 'Rounds'), 'Nobody is rated yet') },
  ),
  person('league, not joined', '/league', heading('Learn with others')),
  person('league', '/league', heading('Staying'), {
    answers: { '/api/leagues/me': fullLeague },
    proves: '[leagues.route]',
  }),
  person('your week, before the first', '/recap', heading('Your first recap comes on Monday, 9 March'), {
    answers: { '/api/recap': { recap: null, nextOn: '2026-03-09', isNew: false } },
  }),
  person('your week, quiet', '/recap/2026-03-02', heading('A quiet week'), {
    answers: { '/api/recap/2026-03-02': quietWeek },
    proves: '[recap.quiet]',
  }),
  person('your week', '/recap/2026-12-28', heading('Best moment'), {
    answers: { '/api/recap/2026-12-28': fullWeek },
    open: loadPicture,
  }),
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
      open: after(
        (page) => the('region', 'Standing by')(page).scrollIntoViewIfNeeded(),
        (page) => page.getByText('You pass on less Trust').first(),
      ),
      texts: ['Grows until 22 Mar 2026', 'Counts for nothing while its giver is suspended.'],
      proves: '[standing.liability] [standing.discounts]',
    },
  ),
  visitor('profile, seen by a visitor', '/user/{ada}', heading('Battle Statistics'), {
    texts: ['Join to vouch'],
    proves: '[access.visitor-profile]',
  }),
  ...screen(
    { path: '/user/{ada}', who: 'person', ready: heading('Battle Statistics') },
    { name: 'vouch', open: press(/^Vouch$/, the('button', 'Vouch Now')) },
    { name: 'a place and its line', open: openPlace },
    {
      name: 'report the line of a place',
      answers: { '/api/users/*/places': everyPlace },
      open: async (page) => {
        await page.getByRole('region', { name: 'Standing by' }).scrollIntoViewIfNeeded()
        await press(/^Report the line beside /, the('dialog', 'Report a line'))(page)
      },
    },
    { name: 'a person’s menu', open: press(/^More about /, the('menuitem', 'Report')) },
    {
      name: 'report a person',
      open: async (page) => {
        await page.getByRole('button', { name: /^More about / }).click()
        await page.getByRole('menuitem', { name: 'Report' }).click()
        await page.getByRole('dialog').getByText('What is wrong?').waitFor()
      },
    },
  ),
  person('no place left', '/user/{ada}', the('button', /, 0 of 50 places left$/), {
    answers: { '/api/places': noPlaceLeft },
    open: press(/, 0 of 50 places left$/, (page) =>
      page.getByRole('dialog').getByRole('list', { name: 'You stand by' }),
    ),
    texts: ['All of your 50 places are taken. Take one back first.'],
    proves: '[standing.room]',
  }),
  person('receipts', '/receipts', (page) => page.getByRole('link', { name: /^USDC, vouched by/ }).first(), {
    answers: { '/api/receipts': manyReceipts },
  }),
  person('receipt', '/receipts/7', heading('Steeze, bought'), { answers: { '/api/receipts/7': hugeReceipt } }),
  visitor('lessons', '/lessons', heading('Lessons')),
  visitor('public lesson', '/lessons/what-a-wallet-holds', heading('What a wallet actually holds')),
  visitor('glossary', '/glossary/gas', heading('Glossary')),
  nobodyYet('Trust, without seeds', '/trust', heading('Most trusted')),
  visitor('Trust', '/trust', the('list', 'People with the most Trust'), {
    answers: { '/api/trust': calculation, '/api/trust/ranking': mostTrusted },
    proves: '[trust.route]',
  }),
  visitor('status, with trouble', '/status', heading('Days with trouble'), {
    answers: { '/api/status': troubledStatus },
  }),
  visitor('reserves, short', '/reserves', heading('Short'), { answers: { '/api/reserves': shortReserves } }),
  person('profile of nobody', '/user/11111111-1111-4111-8111-111111111111', heading('User Not Found')),
  person('live battles', '/battles?tab=live&view=all', (page) =>
    page.getByRole('link', { name: 'QQQQQQQQQQQQQQQQQQQQ' }).first(),
  ),
  person('my battles, none', '/battles?tab=mine', heading('No Battles Yet')),
  ...screen(
    { path: '/battles', who: 'person', ready: heading('Live Battles') },
    { name: 'challenge', open: openChallenge },
    {
      name: 'challenge, suggested',
      open: after(openCreate, (page) => the('region', 'Online now')(page).getByRole('button').first()),
    },
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
  person('my battles, with links', '/battles?tab=mine', heading('Challenge links'), {
    answers: { '/api/challenge-links': [ownLink, { ...ownLink, id: crypto.randomUUID(), title: null }] },
  }),
  visitor('challenge link, for a visitor', '/challenge/1', the('link', 'Join to accept'), {
    answers: { '/api/challenge-links/1': { ...offeredLink, stake: 100 } },
  }),
  person('challenge link, too high a stake', '/challenge/1', text('You need 1,000 AP to accept'), {
    answers: { '/api/challenge-links/1': offeredLink },
    texts: ['Earn AP with a lesson'],
    proves: '[battles.link-refused]',
  }),
  person('challenge link, own', '/challenge/1', heading('Waiting for somebody to accept'), {
    answers: { '/api/challenge-links/1': ownLink },
    texts: ['Copy link', 'Withdraw'],
    proves: '[battles.link-own]',
  }),
  visitor('challenge link, expired', '/challenge/1', heading('The challenge expired'), {
    answers: { '/api/challenge-links/1': { ...offeredLink, status: 'expired' } },
    proves: '[battles.link-over]',
  }),
  visitor('invite, for a visitor', '/invite/1', the('link', 'Join Aura'), {
    answers: { '/api/invites/1': offeredInvite },
  }),
  person('invite, own', '/invite/1', heading('Waiting for somebody to join'), {
    answers: { '/api/invites/1': { ...offeredInvite, viewer: 'inviter' } },
  }),
  person('invite, used by the viewer', '/invite/1', heading('You’re in'), {
    answers: { '/api/invites/1': { ...offeredInvite, status: 'used', viewer: 'invited' } },
  }),
  person(
    'invite, without a wallet',
    '/invite/1',
    (page) => page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }),
    { answers: { '/api/invites/1': { ...offeredInvite, viewer: 'without-wallet' } } },
  ),
  visitor('invite, used', '/invite/1', text(/you need an invite to join/), {
    answers: { '/api/invites/1': { ...offeredInvite, status: 'used' }, '/api/config': closedBeta },
  }),
  person('own profile, after inviting a ring', '/profile', text('Only you see this.'), {
    answers: { '/api/trust/own': { ...lessTrust, liabilities: [] } },
    open: press(/^Appeal: /, the('alertdialog')),
    proves: '[trust.invited-ring-shown]',
  }),
  visitor('no such invite', '/invite/nothing', heading('Invite Not Found')),
  person('own invites, none yet', '/invites', heading('No links yet')),
  ...screen(
    {
      path: '/invites',
      who: 'person',
      answers: { '/api/invites': ownInvites, '/api/config': closedBeta },
      ready: text('The next one comes on'),
    },
    { name: 'own invites' },
    { name: 'own invites, withdrawing', open: press(/^Withdraw:/, the('alertdialog')) },
  ),
  visitor('no such challenge', '/challenge/nothing', heading('Challenge Not Found')),
  ...screen(
    { path: '/battles/{live}', who: 'person', ready: heading('QQQQQQQQQQQQQQQQQQQQ') },
    { name: 'showdown, live' },
    {
      name: 'showdown, a participant offline',
      withoutLive: true,
      open: async (page) => {
        await chatStates.off(page)
        await toTop(page)
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
    {
      name: 'rounds, sudden death',
      open: (page) => inRounds(page, 'sudden death'),
      texts: ['Sudden death 2 of 3', 'The next lead wins.'],
    },
    {
      name: 'rounds, reveal',
      who: 'visitor',
      open: (page) => inRounds(page, 'reveal'),
      texts: ['Right in 8.41 s', 'Wrong in 20.00 s', '6789 of 12345 right'],
    },
    ...(['poster', 'playing', 'failed'] as const).map((state) => ({
      name: `showdown, streams: ${state}`,
      open: onAir[state],
    })),
    ...(['off', 'connecting', 'on'] as const).map((state) => ({
      name: `showdown, chat: ${state}`,
      withoutLive: true as const,
      open: chatStates[state],
      proves: '[battles.chat]',
    })),
  ),
  ...screen(
    {
      path: '/settings',
      who: 'person',
      answers: { '/api/battles/streams': hiddenStreams },
      ready: text('An admin hid your streams:'),
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
  ...screen(
    { path: '/battles/{over}', who: 'visitor', ready: heading('Wins!') },
    {
      name: 'rounds, walkover',
      open: (page) => inRounds(page, 'walkover'),
      texts: ['wasn’t ready in time. No question was asked.'],
      proves: '[battles.walkover]',
    },
    {
      name: 'rounds, over',
      open: (page) => inRounds(page, 'over'),
      texts: ['How it was decided', '1,480 ± 120, now 1,512 ± 116 (+32)', '1,394 ± 268, the first rating'],
      proves: '[battles.rating-change]',
    },
    {
      name: 'rounds, missed',
      who: 'person',
      open: inRoundsMissed,
      texts: ['You missed 2', 'Add to my next review', 'Practise rounds'],
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
  ...screen(
    { path: '/battles/{over}/receipt', who: 'visitor', ready: heading('Wins!') },
    { name: 'receipt of rounds', open: inRoundsReceipt, texts: ['8.412 s', 'No answer', 'Nobody'] },
    {
      name: 'receipt of rounds, forged',
      open: async (page) => {
        await inRoundsReceipt(page)
        await press('Check it here', 'The receipt doesn’t hold')(page)
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
  practiceState('countdown', 'Practice', ['Your mark', 'Not set yet', 'Question 1 of 7 next']),
  practiceState('open', 'Practice', ['Question 3 of 7', 'Your turn', 'Answered']),
  practiceState('reveal', 'Practice', ['Wrong in 20.00 s', 'Right in 8.41 s', 'another question']),
  practiceState('over', 'was better', ['You missed 2', 'Again', 'Practise something else']),
  person('practice, unknown', `/practice?id=${PRACTICE_ID}`, heading('No practice here')),
  visitor('showdown, pending', '/battles/{pending}', heading('Waiting for opponent to accept the challenge'), {
    proves: '[battles.text-waiting]',
  }),
  visitor('no such battle', '/battles/nothing', heading('Battle Not Found'), {
    texts: ["The battle you're looking for doesn't exist.", 'Go Back'],
    proves: '[battles.text-not-found]',
  }),
  ...helpPages.map(({ slug, title }) =>
    visitor(`help, ${title}`, `/help/${slug}`, (page) => page.getByRole('heading', { level: 1, name: title })),
  ),
  admin('admin, whitelist', '/admin/whitelist', heading('Whitelisted Wallets (3)')),
  admin('admin, seeds', '/admin/seeds', the('table', 'Seeds'), { answers: { '/api/admin/seeds': reaches } }),
  admin('admin, people', '/admin/people', (page) =>
    page.getByRole('list', { name: 'People' }).getByRole('listitem').first(),
  ),
  admin('admin, invites of a person', '/admin/people', (page) => the('button', /^Invites:/)(page).first(), {
    answers: { '/api/admin/people/*/invites': personsInvites },
    open: async (page) => {
      await press((page) => the('button', /^Invites:/)(page).last(), the('list', /^Invited by/))(page)
      await press(/^Give invites/, the('alertdialog'))(page)
    },
  }),
  admin('admin, battles', '/admin/battles', the('list', 'Accepted and live battles')),
  admin('admin, reports', '/admin/comments', the('list', 'Reported texts'), {
    answers: {
      '/api/admin/relation-appeals': relationAppeals,
      '/api/admin/trust-appeals': trustAppeals,
      '/api/admin/reports': reportedPeople,
      '/api/admin/texts': reportedTexts,
    },
  }),
  admin('admin, redemptions', '/admin/redemptions', the('list', 'Waiting redemptions'), {
    answers: { '/api/admin/redemptions': longRedemptions, '/api/admin/redemptions/*': longNeighbours },
    open: press(/^Related accounts of/, the('button', /^Undo: /)),
  }),
  admin('admin, lessons', '/admin/lessons', the('table', 'Lessons')),
  admin('admin, log', '/admin/log', the('table', 'Admin log')),
  person('not found, signed in', '/nowhere', heading('404 Page Not Found')),
  visitor('design', '/design', heading('Components and states'), { isGallery: true }),
]
