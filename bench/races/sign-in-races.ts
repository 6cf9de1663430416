import { randomBytes } from 'node:crypto'
import { type Heat, type Race, succeeded } from './heat.ts'
import type { Racer } from './racer.ts'

const BONUS = 100
const handle = (): string => `x${randomBytes(6).toString('hex')}`

async function cameByX(heat: Heat, name = handle()): Promise<Racer> {
  const racer = await heat.stranger()
  await racer.send('GET', await racer.consentAtX(name))
  racer.id = (await racer.me()).id
  return racer
}

const ownersOf = (heat: Heat, { wallet }: Racer) =>
  heat.ctx.db.query<{ id: string }>('select user_id as id from wallets where address = $1', [
    wallet.address.toLowerCase(),
  ])

async function mustPayOneBonus(heat: Heat, racers: readonly Racer[]): Promise<void> {
  let paid = 0
  for (const { id } of racers) paid += (await heat.balances(id)).ap_available
  heat.must(paid === BONUS, `the wallet's bonus paid ${paid} AP`)
}

export const signInRaces: readonly Race[] = [
  {
    name: 'join: one wallet, two browsers',
    async run(heat) {
      const here = await heat.stranger()
      const there = heat.again(here)
      const [mine, theirs] = [await here.signedMessage(), await there.signedMessage()]
      const replies = await heat.atOnce(
        (server) => here.send('POST', '/api/auth/wallet', { body: mine }, server),
        (server) => there.send('POST', '/api/auth/wallet', { body: theirs }, server),
      )
      heat.must(succeeded(replies) === 2, 'both browsers are signed in')
      const ids = new Set([(await here.me()).id, (await there.me()).id])
      heat.must(ids.size === 1, 'both are the same account')
      here.id = [...ids][0]
      await mustPayOneBonus(heat, [here])
    },
  },
  {
    name: 'join: one X account, two browsers',
    async run(heat) {
      const name = handle()
      const [here, there] = [await heat.stranger(), await heat.stranger()]
      const [mine, theirs] = [await here.consentAtX(name), await there.consentAtX(name)]
      await heat.atOnce(
        (server) => here.send('GET', mine, {}, server),
        (server) => there.send('GET', theirs, {}, server),
      )
      heat.must((await here.me()).id === (await there.me()).id, 'both are the same account')
      heat.must((await heat.count('users where username like $1', `${name}%`)) === 1, 'there is one account')
    },
  },
  {
    name: 'join and rename: one username',
    async run(heat) {
      const name = handle()
      const [ada, bo, cy] = [await heat.person(), await heat.person(), await heat.stranger()]
      const back = await cy.consentAtX(name)
      const rename = (racer: Racer) => (server: number) =>
        racer.send('POST', '/api/auth/update-profile', { body: { username: name } }, server)
      const [, ...renamed] = await heat.atOnce((server) => cy.send('GET', back, {}, server), rename(ada), rename(bo))
      heat.must(succeeded(renamed) <= 1, 'at most one is renamed')
      heat.must((await heat.count('users where username = $1', name)) === 1, 'exactly one has the name')
      heat.must(typeof (await cy.me()).id === 'string', 'who came by X has an account')
    },
  },
  {
    name: 'link: one wallet, two accounts',
    async run(heat) {
      const { wallet } = await heat.stranger()
      const [ada, bo] = [(await cameByX(heat)).withWallet(wallet), (await cameByX(heat)).withWallet(wallet)]
      const query = { purpose: 'link' }
      const [mine, theirs] = [await ada.signedMessage(query), await bo.signedMessage(query)]
      const replies = await heat.atOnce(
        (server) => ada.send('POST', '/api/auth/link-wallet', { body: mine }, server),
        (server) => bo.send('POST', '/api/auth/bind-wallet', { body: theirs }, server),
      )
      heat.must(succeeded(replies) === 1, 'one of them gets it')
      heat.must((await ownersOf(heat, ada)).length === 1, 'the wallet has one owner')
      await mustPayOneBonus(heat, [ada, bo])
    },
  },
  {
    name: 'link against join: one wallet',
    async run(heat) {
      const stranger = await heat.stranger()
      const ada = (await cameByX(heat)).withWallet(stranger.wallet)
      const [mine, theirs] = [await ada.signedMessage({ purpose: 'link' }), await stranger.signedMessage()]
      const [linked] = await heat.atOnce(
        (server) => ada.send('POST', '/api/auth/link-wallet', { body: mine }, server),
        (server) => stranger.send('POST', '/api/auth/wallet', { body: theirs }, server),
      )
      stranger.id = (await stranger.me()).id
      heat.must((linked?.status === 200) === (stranger.id === ada.id), 'the wallet signs in to whom it was linked')
      const owners = await ownersOf(heat, ada)
      heat.must(owners.length === 1 && owners[0]?.id === stranger.id, 'the wallet has one owner')
      await mustPayOneBonus(heat, stranger.id === ada.id ? [ada] : [ada, stranger])
    },
  },
]
