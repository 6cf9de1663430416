import { concat, getContractAddress, type Hex, keccak256, toHex } from 'viem'

/**
 * Returns the account contract that a factory makes for a first key, in lower case, also before it is there.
 * `publicKey` are x and y, 64 bytes. Needs no node: the factory makes the verifier first and the implementation second,
 * and each account as a clone (EIP-1167) whose salt is the key's hash.
 */
export function accountAddress(factory: string, publicKey: Uint8Array): string {
  const from = factory as Hex
  const implementation = getContractAddress({ opcode: 'CREATE', from, nonce: 2n })
  const bytecode = concat([
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
  const salt = keccak256(accountKey(factory, publicKey))
  return getContractAddress({ opcode: 'CREATE2', from, salt, bytecode }).toLowerCase()
}

/** Returns the key as the account contract knows it: the verifier that the factory made, x and y. */
export const accountKey = (factory: string, publicKey: Uint8Array): Hex =>
  concat([
    getContractAddress({ opcode: 'CREATE', from: factory as Hex, nonce: 1n }),
    toHex(publicKey),
  ]).toLowerCase() as Hex
