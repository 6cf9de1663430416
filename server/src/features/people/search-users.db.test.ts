import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { challenge, creator } from '../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

describe('searching people', () => {
  const test = openForAll(testApp)
  let ada: Actor & { id: string }
  beforeAll(async () => {
    ada = await creator(test)
    await name(ada, 'ada_onchain')
    for (const username of ['nevada_99', 'adamant', 'bo_bright']) await name(await newcomer(test), username)
  })

  const name = (actor: Actor, username: string) => actor.call('POST /api/auth/update-profile', { body: { username } })
  const search = async (q: string) =>
    (await ada.call('GET /api/users/search', { query: { q } })).map(({ username }) => username)

  it('matches part of a name in any case, prefixes first [battles.create-opponent-search]', async () => {
    expect(await search('ADA')).toEqual(['adamant', 'ada_onchain', 'nevada_99'])
    expect(await search(' bright ')).toEqual(['bo_bright'])
    expect(await search('100%')).toEqual([])
    expect(await ada.call('GET /api/users/search', { query: { q: 'ada', limit: '1' } })).toHaveLength(1)
    expect(await search('a_o')).toEqual(['ada_onchain'])
  })

  it('matches misspelt names after exact ones', async () => {
    expect(await search('ada_onchian')).toEqual(['ada_onchain'])
    expect(await search('adament')).toEqual(['adamant'])
    expect(await search('bo_brigth')).toEqual(['bo_bright'])
    expect((await search('adamant_'))[0]).toBe('adamant')
    expect(await search('xyzzy')).toEqual([])
  })

  it('matches a wallet or its prefix, in any case', async () => {
    const { address } = ada.wallet
    for (const q of [address, address.toLowerCase(), address.slice(0, 12)])
      expect(await search(q)).toEqual(['ada_onchain'])
    expect(await search(`${address.slice(0, -1)}${address.endsWith('0') ? '1' : '0'}`)).toEqual([])
  })

  it('matches names that look like the start of a wallet before wallets, and each person once', async () => {
    const [owner, exact, longer] = [await newcomer(test), await newcomer(test), await newcomer(test)]
    const start = owner.wallet.address.slice(0, 10).toLowerCase()
    await name(owner, 'first_owner')
    await name(exact, start)
    await name(longer, `${start}_dev`)
    expect(await search(start)).toEqual([start, `${start}_dev`, 'first_owner'])
    const some = await ada.call('GET /api/users/search', { query: { q: start, limit: '2' } })
    expect(some.map(({ username }) => username)).toEqual([start, `${start}_dev`])
    await name(exact, 'moved_on')
    await name(owner, start)
    expect(await search(start)).toEqual([start, `${start}_dev`])
  })

  it('matches a whole wallet alone, however a name resembles it', async () => {
    const owner = await newcomer(test)
    const { address } = owner.wallet
    await name(owner, 'whole_owner')
    await name(await newcomer(test), address.slice(0, 20).toLowerCase())
    expect(await search(address)).toEqual(['whole_owner'])
  })

  it('shows how much each could stake', async () => {
    const bo = await creator(test)
    await challenge(ada, bo.id)
    const [found] = await bo.call('GET /api/users/search', { query: { q: 'ada_onchain' } })
    expect(found).toEqual({
      id: ada.id,
      username: 'ada_onchain',
      firstName: null,
      profileImageUrl: null,
      walletAddress: ada.wallet.address,
      auraPoints: 1_000,
      availableAuraPoints: 750,
      currentStreak: 0,
    })
  })

  it('finds nobody without a query', async () => {
    for (const q of ['', '   ']) expect(await search(q)).toEqual([])
  })
})
