import type { Requirement } from './requirement.ts'

export const relatedAccounts: readonly Requirement[] = [
  {
    id: 'related.device',
    kind: 'rule',
    text: 'accounts that are used in turn on one device are related; people who share an address only are not',
  },
  { id: 'related.address-alone', kind: 'rule', text: 'an address in common never suffices, however long it is shared' },
  {
    id: 'related.hashed',
    kind: 'rule',
    text: 'devices and addresses are stored as keyed hashes with the hour; addresses for 90 days, devices for 400',
  },
  { id: 'related.predecessor', kind: 'rule', text: 'accounts that continue the same deleted account are related' },
  { id: 'related.gifts', kind: 'rule', text: 'related accounts cannot gift in each other’s battles' },
  { id: 'related.trust', kind: 'rule', text: 'payments between related accounts bring no Trust' },
  {
    id: 'related.deleted',
    kind: 'rule',
    text: 'an account’s devices, addresses and the reasons of its relations are deleted with it, and its owner can download the hours; that two accounts were found to be related stays and keeps its effects',
  },
]
