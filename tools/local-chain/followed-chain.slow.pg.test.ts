import { getCreate2Address, type Hex, serializeErc6492Signature, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor } from '../../tests/server/actors/actors.ts'
import { richNewcomer } from '../../tests/server/chain/chain-stage.ts'
import { chainSuite } from '../../tests/server/chain/chain-suite.ts'
import { refusal } from '../../tests/server/refusal.ts'
import { AnvilNetwork } from './anvil-network.ts'

/** The standard CREATE2 factory: deploys the code after the salt. */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** A wallet that accepts every signature: always returns ERC-1271's magic value. */
const WALLET_CODE = '0x631626ba7e60e01b60005260206000f3'
/** The wallet's init code, which returns the 16 bytes after its own 12. */
const INIT_CODE: Hex = `0x6010600c60003960106000f3${WALLET_CODE.slice(2)}`

describe('on anvil', () => {
  let network: AnvilNetwork
  beforeAll(async () => {
    network = await AnvilNetwork.start()
  })
  afterAll(() => network?.stop())

  chainSuite(() => network.stage())

  it('contract wallets are asked, deployed and not yet, also about what they signed on chain [access.signature-erc1271] [access.signature-erc6492]', async () => {
    const stage = await network.stage()
    const address = getCreate2Address({ from: FACTORY, salt: zeroHash, bytecode: INIT_CODE })
    const data: Hex = `${zeroHash}${INIT_CODE.slice(2)}`
    const proof = async (visitor: Actor, signature: Hex) => {
      const { message } = await visitor.call('GET /api/auth/nonce', { query: { walletAddress: address } })
      return visitor.send('POST', '/api/auth/wallet', { walletAddress: address, message, signature })
    }
    const { test } = stage
    const anything: Hex = `0x${'ab'.repeat(96)}`
    expect(await proof(new Actor(test), anything)).toMatchObject(refusal(401, 'SIGNATURE_INVALID'))
    const undeployed = serializeErc6492Signature({ address: FACTORY, data, signature: anything })
    const before = await proof(new Actor(test), '0x')
    expect([before.status, before.body]).toEqual([
      401,
      expect.objectContaining({ code: 'SIGNATURE_INVALID', message: expect.stringContaining('empty signature') }),
    ])
    expect(await proof(new Actor(test), undeployed)).toMatchObject({ status: 200, body: { bonusAwarded: true } })
    const { wallet } = await richNewcomer(stage)
    await network.send(wallet, FACTORY, data)
    await network.mine()
    for (const accepted of [anything, '0x', '0xab'] as const)
      expect(await proof(new Actor(test), accepted)).toMatchObject({ status: 200, body: { bonusAwarded: false } })
    await stage.close()
  })
})
