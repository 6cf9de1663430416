import { randomBytes } from 'node:crypto'
import { type Heat, type Races, succeeded } from './heat.ts'
import type { Racer } from './racer.ts'

const BONUS = 100
const handle = (): string => `x${randomBytes(6).toString('hex')}`

async function cameByX(heat: Heat): Promise<Racer> {
  const racer = await heat.stranger()
  const comeBack = await racer.comingBackFromX(handle())
  await comeBack(0)
  racer.id = (await racer.me()).id
  return racer
}

const ownersOf = (heat: Heat, { wallet }: Racer) => {
  const text = 'select user_id as id from wallets where address = $1'
  return heat.ctx.db.query<{ id: string }>(text, [wallet.address.toLowerCase()])
}

async function mustPayOneBonus(heat: Heat, racers: readonly Racer[]): Promise<void> {
  let paid = 0
  for (const { id } of racers) paid += (await heat.balances(id)).ap_available
  heat.must(paid === BONUS, `the wallet's bonus paid ${paid} AP`)
}

export const signInRaces: Races = {
  async 'join: one wallet, two browsers'(heat) {
    const here = await heat.stranger()
    const there = heat.again(here)
    const [mine, theirs] = [await here.signedMessage(), await there.signedMessage()]
    const replies = await heat.atOnce(here.post('/api/auth/wallet', mine), there.post('/api/auth/wallet', theirs))
    heat.must(succeeded(replies) === 2, 'both browsers are signed in')
    const ids = new Set([(await here.me()).id, (await there.me()).id])
    heat.must(ids.size === 1, 'both are the same account')
    here.id = [...ids][0]
    await mustPayOneBonus(heat, [here])
  },

  async 'join: one X account, two browsers'(heat) {
    const name = handle()
    const [here, there] = [await heat.stranger(), await heat.stranger()]
    const [mine, theirs] = [await here.comingBackFromX(name), await there.comingBackFromX(name)]
    await heat.atOnce(mine, theirs)
    heat.must((await here.me()).id === (await there.me()).id, 'both are the same account')
    heat.must((await heat.count('users where username like $1', `${name}%`)) === 1, 'there is one account')
  },

  async 'join and rename: one username'(heat) {
    const name = handle()
    const [ada, bo, cy] = [await heat.person(), await heat.person(), await heat.stranger()]
    const back = await cy.comingBackFromX(name)
    const rename = (racer: Racer) => racer.post('/api/auth/update-profile', { username: name })
    const [, ...renamed] = await heat.atOnce(back, rename(ada), rename(bo))
    heat.must(succeeded(renamed) <= 1, 'at most one is renamed')
    heat.must((await heat.count('users where username = $1', name)) === 1, 'exactly one has the name')
    heat.must(typeof (await cy.me()).id === 'string', 'who came by X has an account')
  },

  async 'link: one wallet, two accounts'(heat) {
    const { wallet } = await heat.stranger()
    const [ada, bo] = [(await cameByX(heat)).withWallet(wallet), (await cameByX(heat)).withWallet(wallet)]
    const query = { purpose: 'link' }
    const [mine, theirs] = [await ada.signedMessage(query), await bo.signedMessage(query)]
    const replies = await heat.atOnce(ada.post('/api/auth/link-wallet', mine), bo.post('/api/auth/bind-wallet', theirs))
    heat.must(succeeded(replies) === 1, 'one of them gets it')
    heat.must((await ownersOf(heat, ada)).length === 1, 'the wallet has one owner')
    await mustPayOneBonus(heat, [ada, bo])
  },

  async 'link against join: one wallet'(heat) {
    const stranger = await heat.stranger()
    const ada = (await cameByX(heat)).withWallet(stranger.wallet)
    const [mine, theirs] = [await ada.signedMessage({ purpose: 'link' }), await stranger.signedMessage()]
    const [linked] = await heat.atOnce(
      ada.post('/api/auth/link-wallet', mine),
      stranger.post('/api/auth/wallet', theirs),
    )
    stranger.id = (await stranger.me()).id
    heat.must((linked?.status === 200) === (stranger.id === ada.id), 'the wallet signs in to whom it was linked')
    const owners = await ownersOf(heat, ada)
    heat.must(owners.length === 1 && owners[0]?.id === stranger.id, 'the wallet has one owner')
    await mustPayOneBonus(heat, stranger.id === ada.id ? [ada] : [ada, stranger])
  },
}
