import { describe, expect, it } from 'vitest'
import { steezeContract } from '../steeze-contract.ts'
import { type CheckedSettings, judgeSettings, type NodeReport, type ReportedContracts } from './settings-check.rules.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const [STEEZE, VOUCH, USDC, OWN, OTHER] = ['1', '2', '3', '4', '9'].map(address) as [
  string,
  string,
  string,
  string,
  string,
]
const settings: CheckedSettings = {
  network: { kind: 'base', id: 8_453, name: 'Base Mainnet' },
  contracts: [
    { ...steezeContract, address: STEEZE },
    { key: 'vouch', name: 'vouching', setting: 'VOUCH_CONTRACT', address: VOUCH },
  ],
  usdc: USDC,
  steeze: STEEZE,
  signer: OWN,
}
const says = ({ tokens, ...changed }: Partial<ReportedContracts> = {}): NodeReport => ({
  chainId: 8_453,
  contracts: { tokens: { steeze: USDC, vouch: USDC, ...tokens }, signer: OWN, isPaused: false, ...changed },
})
const elsewhere: NodeReport = { chainId: 1, contracts: null }
const judge = (told: NodeReport[], needed = Math.min(2, told.length)) => judgeSettings(settings, told, needed)

describe('the settings', () => {
  it.each<[string, NodeReport[]]>([
    ['the only node', [says()]],
    ['two nodes', [says(), says()]],
    ['two nodes against a third', [says({ signer: OTHER, tokens: { steeze: OTHER } }), says(), says()]],
    ['two nodes beside one of another network', [elsewhere, says(), says()]],
  ])('are confirmed by %s', (_who, told) => {
    expect(judge(told)).toEqual({ is: 'confirmed' })
  })

  it("are confirmed without a key whatever the contract's signer is", () => {
    expect(judgeSettings({ ...settings, signer: null }, [says({ signer: OTHER })], 1)).toEqual({ is: 'confirmed' })
  })

  it.each<[string, NodeReport, string]>([
    [
      'another network',
      elsewhere,
      'RPC_URLS: these nodes are on network 1, but CHAIN=base is Base Mainnet, network 8453. Set RPC_URLS to nodes of ' +
        'Base Mainnet, or CHAIN to the network of these nodes.',
    ],
    [
      'another token of the Steeze contract',
      says({ tokens: { steeze: OTHER } }),
      `USDC_TOKEN: this is ${USDC}, but the Steeze contract ${STEEZE} was made with ${OTHER}. Set USDC_TOKEN to ` +
        `${OTHER}, or STEEZE_CONTRACT to a contract made with ${USDC}.`,
    ],
    [
      'another token of the vouching contract',
      says({ tokens: { vouch: OTHER } }),
      `USDC_TOKEN: this is ${USDC}, but the vouching contract ${VOUCH} was made with ${OTHER}. Set USDC_TOKEN to ` +
        `${OTHER}, or VOUCH_CONTRACT to a contract made with ${USDC}.`,
    ],
    [
      'no contract',
      says({ tokens: { steeze: null }, signer: null }),
      `STEEZE_CONTRACT: there is no Steeze contract at ${STEEZE} on Base Mainnet. Set the address of one.`,
    ],
    [
      'another signer',
      says({ signer: OTHER }),
      `STEEZE_SIGNER_KEY: this is the key of ${OWN}, but the Steeze contract ${STEEZE} takes signatures of ${OTHER} ` +
        `only. Set the key of ${OTHER}, or have the contract's owner call setSigner first.`,
    ],
  ])('are contradicted by %s, in a sentence: by the only node, or by two that agree', (_what, lie, sentence) => {
    const contradicted = { is: 'contradicted', sentences: [sentence] }
    expect(judge([lie])).toEqual(contradicted)
    expect(judge([lie, lie, says()])).toEqual(contradicted)
    expect(judge([lie, says()]).is).toBe('undecided')
    expect(judge([lie], 2).is).toBe('undecided')
  })

  it('are undecided while two nodes contradict two others, unless those are on another network', () => {
    const lie = says({ signer: OTHER })
    expect(judge([lie, lie, says(), says()]).is).toBe('undecided')
    expect(judge([elsewhere, elsewhere, says(), says()]).is).toBe('confirmed')
    expect(judge([elsewhere, elsewhere, says()]).is).toBe('contradicted')
  })

  it('may name another signer while the contract is paused, and are not confirmed then', () => {
    const rotating = says({ signer: OTHER, isPaused: true })
    expect(judge([rotating, rotating]).is).toBe('paused')
    expect(judge([rotating, says({ signer: OTHER })]).is).toBe('undecided')
    const wrong = says({ signer: OTHER, isPaused: true, tokens: { vouch: OTHER } })
    expect(judge([wrong, wrong]).is).toBe('contradicted')
    expect(judge([says({ isPaused: true })])).toEqual({ is: 'confirmed' })
  })

  it('are undecided while too few nodes respond', () => {
    expect(judge([], 2)).toEqual({ is: 'undecided', reason: '0 of the 2 nodes answered that have to agree' })
    expect(judge([], 0).is).toBe('undecided')
    expect(judge([says()], 2)).toEqual({ is: 'undecided', reason: '1 of the 2 nodes answered that have to agree' })
  })
})
