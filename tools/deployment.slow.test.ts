import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auraVouchBytecode, steezeStackBytecode } from '@aura/contracts/bytecode'
import { type Address, getAddress, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, compilerVersion, standardInput } from '../contracts/tools/compile.ts'
import { type DeploymentPlan, deploy, simulate } from './deployment.ts'
import { rpc } from './local-chain/rpc.ts'
import { type LocalChain, startLocalChain } from './local-chain/start-local-chain.ts'

const someone = () => privateKeyToAddress(generatePrivateKey())

describe('a deployment to a chain that says it is Base', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aura-deployment-'))
  const key = generatePrivateKey()
  const deployer = privateKeyToAccount(key)
  let chain: LocalChain
  let plan: DeploymentPlan
  beforeAll(async () => {
    chain = await startLocalChain({ dir: folder, chainId: 8_453 })
    plan = {
      network: 'base',
      rpcUrl: chain.rpcUrl,
      deployer,
      usdc: chain.contracts.usdc,
      owner: someone(),
      signer: someone(),
      dailyCapMicroUsdc: 1_000_000_000n,
    }
  })
  afterAll(() => chain?.stop())
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'commands/deploy-contracts.ts'), 'base'], {
      env,
      encoding: 'utf8',
    })
  const codeAt = (address: Address) => rpc<string>(chain.rpcUrl, 'eth_getCode', [address, 'latest'])
  const give = (wei: bigint) => rpc(chain.rpcUrl, 'anvil_setBalance', [deployer.address, `0x${wei.toString(16)}`])

  it('is only looked at unless somebody says otherwise', async () => {
    const shell = {
      PATH: process.env.PATH ?? '',
      RPC_URLS: chain.rpcUrl,
      DEPLOYER_KEY: key,
      USDC_TOKEN: plan.usdc,
      STEEZE_OWNER: plan.owner,
      STEEZE_SIGNER: plan.signer,
    }
    const { stdout, stderr, status } = run(shell)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const planned = await simulate(plan)
    for (const { address, gas, constructorArguments } of planned.contracts) {
      for (const part of [address, String(gas), constructorArguments]) expect(stdout).toContain(part)
      expect(await codeAt(address)).toBe('0x')
    }
    expect(stdout).toContain('Nothing was sent.')
    expect(run({ ...shell, STEEZE_OWNER: '' })).toMatchObject({ status: 1, stderr: 'STEEZE_OWNER has to be set\n' })
    const published = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    expect(run({ ...shell, DEPLOYER_KEY: published }).stderr).toMatch(/^DEPLOYER_KEY is published/)
    const { DEPLOYER_KEY, RPC_URLS, ...others } = shell
    const inFiles = { DEPLOYER_KEY_FILE: join(folder, 'deployer-key'), RPC_URLS_FILE: join(folder, 'rpc-urls') }
    writeFileSync(inFiles.DEPLOYER_KEY_FILE, `${DEPLOYER_KEY}\n`)
    writeFileSync(inFiles.RPC_URLS_FILE, `${RPC_URLS}\n`)
    expect(run({ ...others, ...inFiles })).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining(`by ${deployer.address}`),
    })
    expect(run({ ...shell, ...inFiles }).stderr).toMatch(/^DEPLOYER_KEY_FILE: set it or DEPLOYER_KEY, not both/)
    const gone = { ...inFiles, RPC_URLS_FILE: join(folder, 'gone') }
    expect(run({ ...others, ...gone }).stderr).toMatch(/^RPC_URLS_FILE: can't read .*gone: there is no such file/)
    for (const node of ['http://127.0.0.1:9/secret', '127.0.0.1/secret', `${chain.rpcUrl}:x/secret`]) {
      const { stderr: reason, status: code } = run({ ...shell, RPC_URLS: node })
      expect([code, reason]).toEqual([1, expect.stringMatching(/^[^\n/]+\n$/)])
    }
  })

  it('is refused when something is wrong', async () => {
    const refusal = (change: Partial<DeploymentPlan>) =>
      expect(
        simulate({ ...plan, ...change }).then(
          () => 'went through',
          ({ message }: Error) => message,
        ),
      ).resolves
    await refusal({ network: 'base-sepolia' }).toMatch(/chain 8453, but base-sepolia is 84532/)
    await refusal({ usdc: someone() }).toMatch(/is not USDC/)
    await refusal({ usdc: chain.contracts.feed }).toMatch(/is not USDC/)
    await refusal({ owner: plan.signer }).toMatch(/have to differ/)
    await refusal({ owner: zeroAddress }).toMatch(/somebody/)
    await refusal({ signer: zeroAddress }).toMatch(/somebody/)
    await refusal({ signer: deployer.address }).toMatch(/not to sign/)
    await give(1n)
    await expect(deploy(plan)).rejects.toThrow(/may need/)
    const inTheClear = { ...plan, rpcUrl: 'http://node.example' }
    await expect(deploy(inTheClear)).rejects.toThrow(/has to begin with an https node/)
  })

  it('puts there what was planned', async () => {
    await give(10n ** 18n)
    const { contracts } = await simulate(plan)
    const deployed = await deploy(plan)
    const addresses = [deployed.AuraVouch, deployed.SteezeStack, deployed.AuraAccountFactory]
    expect(addresses).toEqual(contracts.map(({ address }) => address))
    expect(deployed).toMatchObject({
      chainId: 8_453,
      owner: plan.owner,
      signer: getAddress(plan.signer),
      dailyCapMicroUsdc: '1000000000',
    })
    const block = await rpc<{ transactions: string[] }>(chain.rpcUrl, 'eth_getBlockByNumber', [
      `0x${deployed.startBlock.toString(16)}`,
      false,
    ])
    expect(block.transactions).toHaveLength(1)
    for (const address of addresses) expect((await codeAt(address)).length).toBeGreaterThan(100)
  })
})

describe('verification input for explorers', () => {
  it('is all of them, with the compiler and the settings they are compiled with', () => {
    const input = standardInput(['src/SteezeStack.sol'])
    expect(Object.keys(input.sources)).toContain('src/interfaces/ISteezeStack.sol')
    expect(Object.keys(input.sources).filter((path) => path.startsWith('@openzeppelin/')).length).toBeGreaterThan(5)
    expect(input.settings).toMatchObject({ optimizer: { enabled: true }, evmVersion: 'cancun' })
    expect(compilerVersion()).toMatch(/^v0\.8\.37\+commit\.[0-9a-f]{8}$/)
    // The explorer's input must compile to the deployed bytecode.
    expect(compile(['src/AuraVouch.sol']).AuraVouch?.bytecode).toBe(auraVouchBytecode)
    expect(compile(['src/SteezeStack.sol']).SteezeStack?.bytecode).toBe(steezeStackBytecode)
  })
})
